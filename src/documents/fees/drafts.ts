import { addDays, berlinDay, formatDate, formatMonth } from '#src/kit/dates.ts'
import { type Cents, formatEuro } from '#src/kit/money.ts'
import { plural } from '#src/kit/text.ts'
import { planKeys, plans } from '#src/plans/rules.ts'
import type { DocumentFacts, DocumentParty } from '../facts.ts'
import { type GrossLine, type TaxCase, taxCaseOf, taxedLines } from '../taxes.ts'
import { alreadyPaid, documentTexts } from '../texts.ts'

export const issueSeconds = 300
/** A commission is invoiced for the month before, on the first at this time in Berlin. */
export const commissionClock = '04:00'
/** How many companies one run looks at; the rest follows with the next. */
export const issueBatch = 2_000
/** A paper that broke a rule is tried again after this time. */
export const faultPatienceMinutes = 60
/** Who charges cards for us. */
export const pspName = 'Stripe'

type Fee = { kind: string; feeCents: Cents; vatBasisPoints: number }
type Parties = { seller: DocumentParty; buyer: DocumentParty }
type Asked = Parties & { today: string }

/** How we tax what a company pays us: at the rate of the fact. Without one, the recipient owes it abroad; else we are a small business. */
const taxOf = (basisPoints: number, { buyer }: Parties): TaxCase => {
  if (basisPoints > 0) return { case: 'regular', basisPoints }
  return buyer.vatId !== null && !buyer.vatId.startsWith('DE') ? { case: 'reverse' } : { case: 'small' }
}

/** The day before which months are invoiced at this moment: the current month's first, once it is past four. */
export function commissionsBefore(now: Date, clockInstant: (day: string, clock: string) => Date) {
  const first = `${berlinDay(now).slice(0, 7)}-01`
  return now >= clockInstant(first, commissionClock) ? first : `${addDays(first, -1).slice(0, 7)}-01`
}

type Corrected = { number: string; issuedOn: string } | undefined

/**
 * A month's commission: for each rate a line of fees and a line of what refunds took back. When refunds exceed fees it is a correction: of
 * the company's newest invoice, or, when we wrote none yet, of fees of the time before our invoices (docs/domain.md#documents).
 */
export function draftCommission({
  month,
  fees,
  last,
  today,
  ...parties
}: Asked & { month: string; fees: readonly Fee[]; last: Corrected }) {
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

/** A paid subscription: what was charged for which period. */
export function draftPlan({ paid, today, ...parties }: Asked & { paid: Paid }) {
  const supplyFrom = berlinDay(paid.periodStart)
  // The period ends when the next one begins.
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
