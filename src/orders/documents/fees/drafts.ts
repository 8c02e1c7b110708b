import { planKeys, plans } from '#src/money/plans/rules.ts'
import { addDays, berlinDay, formatDate, formatMonth } from '#src/platform/kit/dates.ts'
import { type Cents, formatEuro } from '#src/platform/kit/money.ts'
import { plural } from '#src/platform/kit/text.ts'
import type { DocumentFacts, DocumentParty } from '../facts.ts'
import { type GrossLine, type TaxCase, taxCaseOf, taxedLines } from '../taxes.ts'
import { alreadyPaid, documentTexts } from '../texts.ts'

/** Interval in seconds of the run that issues the operator's invoices. */
export const issueSeconds = 300
/** Commission of a month is invoiced on the first of the next one, at this time in Berlin. */
export const commissionClock = '04:00'
/** Companies per run; the next run continues. */
export const issueBatch = 2_000
/** Delay before a document that broke a rule is tried again. */
export const retryAfterMinutes = 60
/** Payment provider that charges the cards. */
export const pspName = 'Stripe'

type Fee = { kind: string; feeCents: Cents; vatBasisPoints: number }
type Parties = { seller: DocumentParty; buyer: DocumentParty }
type Params = Parties & { today: string }

/**
 * Taxation of what a company pays the operator: the rate of the ledger entry if there is one; without a rate, reverse charge for a foreign
 * VAT id, else the operator is a small business.
 */
const taxOf = (basisPoints: number, { buyer }: Parties): TaxCase => {
  if (basisPoints > 0) return { case: 'regular', basisPoints }
  return buyer.vatId !== null && !buyer.vatId.startsWith('DE') ? { case: 'reverse' } : { case: 'small' }
}

/** Returns the day before which months are invoiced: the first of the current month, from four o'clock on; before that, of the last one. */
export function commissionsBefore(now: Date, clockInstant: (day: string, clock: string) => Date) {
  const first = `${berlinDay(now).slice(0, 7)}-01`
  return now >= clockInstant(first, commissionClock) ? first : `${addDays(first, -1).slice(0, 7)}-01`
}

type Corrected = { number: string; issuedOn: string } | undefined

/**
 * Draft of a month's commission: for each tax rate a line of fees and a line of fees returned by refunds. If refunds exceed fees, it is a
 * correction of the company's newest invoice or, without one, of fees charged before the operator issued invoices
 * (docs/domain.md#documents).
 */
export function draftCommission({
  month,
  fees,
  last,
  today,
  ...parties
}: Params & { month: string; fees: readonly Fee[]; last: Corrected }) {
  const name = formatMonth(month)
  const grossLines = [...Map.groupBy(fees, ({ vatBasisPoints }) => vatBasisPoints)].flatMap(([rate, those]): GrossLine[] => {
    const [charged, back] = [those.filter(({ kind }) => kind === 'charge'), those.filter(({ kind }) => kind !== 'charge')]
    const shared = { tax: taxOf(rate, parties), care: 'other' } as const
    return [
      ...(charged.length > 0
        ? [{ text: `Provision für ${plural(charged.length, 'Buchung', 'Buchungen')} im ${name}`, grossCents: sum(charged), ...shared }]
        : []),
      ...(back.length > 0
        ? [
            {
              text: `Minderung der Provision nach ${plural(back.length, 'Erstattung', 'Erstattungen')} im ${name}`,
              grossCents: sum(back),
              ...shared,
            },
          ]
        : []),
    ]
  })
  const taxed = taxedLines(grossLines)
  const isCorrection = taxed.grossCents < 0
  const from = `${month}-01`
  const facts: DocumentFacts = {
    ...common(parties, today),
    ...taxed,
    typeCode: isCorrection ? '384' : '380',
    supplyFrom: from,
    supplyTo: addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1),
    paymentCode: '97',
    terms: documentTexts.netted,
    notes: isCorrection
      ? [
          `Minderung des Entgelts: Im ${name} wurde mehr Provision zurückgegeben als berechnet, ${formatEuro(-taxed.grossCents)}.`,
          ...(last ? [] : [documentTexts.earlierFees]),
        ]
      : [],
    corrects: isCorrection && last ? { number: last.number, issuedOn: last.issuedOn } : null,
  }
  return { facts, taxCase: taxCaseOf(grossLines) }
}

const sum = (fees: readonly Fee[]) => fees.reduce((total, { feeCents }) => total + feeCents, 0)

type Paid = { amountCents: Cents; vatBasisPoints: number; periodStart: Date; periodEnd: Date; paidAt: Date }

/** Draft of a paid subscription: amount and period. */
export function draftPlan({ paid, today, ...parties }: Params & { paid: Paid }) {
  const supplyFrom = berlinDay(paid.periodStart)
  // `periodEnd` is the start of the next period, so the last day is the one before.
  const supplyTo = [addDays(berlinDay(paid.periodEnd), -1), supplyFrom].sort().at(-1) ?? supplyFrom
  const plan = planKeys.find((key) => plans[key].priceCents === paid.amountCents)
  const text = `Abonnement${plan ? ` ${plans[plan].name}` : ', Wechsel des Plans'}, ${formatDate(supplyFrom)} – ${formatDate(supplyTo)}`
  const grossLines: GrossLine[] = [{ text, grossCents: paid.amountCents, tax: taxOf(paid.vatBasisPoints, parties), care: 'other' }]
  const facts: DocumentFacts = {
    ...common(parties, today),
    ...taxedLines(grossLines),
    typeCode: '380',
    supplyFrom,
    supplyTo,
    paymentCode: '68',
    terms: alreadyPaid(berlinDay(paid.paidAt), pspName),
    notes: [],
    corrects: null,
  }
  return { facts, taxCase: taxCaseOf(grossLines) }
}

const common = ({ seller, buyer }: Parties, today: string) => ({ seller, buyer, issuedOn: today, buyerReference: null })
