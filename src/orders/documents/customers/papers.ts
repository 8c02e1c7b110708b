import { formatDate } from '#src/platform/kit/dates.ts'
import { type Cents, formatEuro } from '#src/platform/kit/money.ts'
import type { Category } from '#src/supply/companies/rules.ts'
import type { DocumentFacts, DocumentParty, TaxGroup } from '../facts.ts'
import { pspName } from '../fees/drafts.ts'
import { type GrossLine, type TaxCase, taxCaseOf, taxedLines } from '../taxes.ts'
import { advanceOf, alreadyPaid, documentTexts, finalOf, inTheNameOf, reducedAfterRefund, replacementOf } from '../texts.ts'
import { careOf, isAtHouse, reductionOf } from './lines.ts'

type Service = {
  serviceOn: string
  /** Last day of work that continues on following days. */
  serviceUntil: string
  paidOn: string
  isConsumer: boolean
  category: Category
}
type Written = { today: string; operatorName: string; seller: DocumentParty; buyer: DocumentParty; buyerReference: string | null }

type Invoiced = {
  service: Service
  lines: readonly GrossLine[]
  back: { cents: Cents; on: string } | null
  planned?: Planned | undefined
  /** Cancelled invoice for the same service. */
  replaces?: { number: string; issuedOn: string } | undefined
}

/** Advance invoice that a final invoice deducts. */
export type Advance = { number: string; facts: Pick<DocumentFacts, 'groups' | 'issuedOn' | 'grossCents'> }

/** Deposit and instalments of a final invoice: the part of the price that was neither asked for nor paid, and the advance invoices. */
type Planned = { unbilledCents: Cents; advances: readonly Advance[] }

/**
 * Draft of the invoice to a customer in the company's name: the amount paid, less refunds before the invoice. With deposit and instalments
 * (`planned`) it is the final invoice, which deducts the advance invoices with their tax (§ 14 Abs. 5 UStG).
 */
export function draftInvoice({
  service: { serviceOn, serviceUntil, paidOn, isConsumer, category },
  lines,
  back,
  planned,
  replaces,
  today,
  operatorName,
  ...parties
}: Written & Invoiced) {
  const unbilledCents = planned?.unbilledCents ?? 0
  const unbilled = reductionOf(lines, { before: 0, after: unbilledCents, text: documentTexts.unbilled })
  const after = unbilledCents + (back?.cents ?? 0)
  const reduced = back ? reductionOf(lines, { before: unbilledCents, after, text: `Erstattet am ${formatDate(back.on)}` }) : []
  const grossLines = [...lines, ...unbilled, ...reduced, ...deductionOf(planned?.advances ?? [])]
  const facts: DocumentFacts = {
    ...parties,
    ...taxedLines(grossLines),
    typeCode: '380',
    issuedOn: today,
    supplyFrom: serviceOn,
    supplyTo: serviceUntil,
    paymentCode: '68',
    terms: alreadyPaid(paidOn, pspName),
    notes: [
      ...(planned && planned.advances.length > 0 ? [finalOf(planned.advances)] : []),
      ...(replaces ? [replacementOf(replaces.number, replaces.issuedOn)] : []),
      ...(today < serviceOn ? [`Vorauszahlung für die Leistung, die für den ${formatDate(serviceOn)} vereinbart ist.`] : []),
      ...(isConsumer ? careNotes(grossLines, 'Darin enthalten') : []),
      ...(isConsumer && isAtHouse(category) ? [documentTexts.retainTwoYears] : []),
      inTheNameOf(operatorName, parties.seller.name),
    ],
    corrects: null,
  }
  return { facts, taxCase: taxCaseOf(lines) }
}

/** Lines that deduct advance invoices, one for each of their taxes. */
const deductionOf = (advances: readonly Advance[]): GrossLine[] =>
  advances.flatMap(({ number, facts: { groups, issuedOn } }) =>
    groups.map((group) => ({
      text: `Abzüglich Abschlagsrechnung ${number} vom ${formatDate(issuedOn)}`,
      grossCents: 0 - group.netCents - group.taxCents,
      tax: taxOfGroup(group),
      care: 'other' as const,
    })),
  )

function taxOfGroup({ category, taxBasisPoints, reason }: TaxGroup): TaxCase {
  if (category === 'S') return { case: 'regular', basisPoints: taxBasisPoints }
  if (category === 'AE') return { case: 'reverse' }
  if (category === 'Z') return { case: 'zero' }
  return reason === documentTexts.smallBusiness ? { case: 'small' } : { case: 'exempt', reason: reason ?? '' }
}

type Advanced = {
  service: Omit<Service, 'isConsumer' | 'category'>
  /** Name of the payment: 'Anzahlung', 'Rate 1 von 2'. */
  name: string
  /** Lines of the whole job, and the sums of its earlier advances and with this one, in cents. */
  lines: readonly GrossLine[]
  before: Cents
  after: Cents
}

/** Draft of an advance invoice about a deposit or an instalment: its share of every tax of the job (§ 14 Abs. 5 UStG). */
export function draftAdvance({ service, name, lines, before, after, today, operatorName, ...parties }: Written & Advanced) {
  const { serviceOn, serviceUntil, paidOn } = service
  const shares = reductionOf(lines, { before, after, text: name }).map((line) => ({ ...line, grossCents: 0 - line.grossCents }))
  const facts: DocumentFacts = {
    ...parties,
    ...taxedLines(shares),
    typeCode: '326',
    issuedOn: today,
    supplyFrom: serviceOn,
    supplyTo: serviceUntil,
    paymentCode: '68',
    terms: alreadyPaid(paidOn, pspName),
    notes: [advanceOf(serviceOn), inTheNameOf(operatorName, parties.seller.name)],
    corrects: null,
  }
  return { facts, taxCase: taxCaseOf(shares) }
}

/** Note for § 35a EStG; only with lines that are classified as labour or travel. */
function careNotes(lines: readonly GrossLine[], begin: string) {
  const { cents, taxCents } = careOf(lines)
  if (cents <= 0) return []
  const tax = taxCents > 0 ? ` einschließlich ${formatEuro(taxCents)} Umsatzsteuer` : ''
  return [`${begin}: Arbeits-, Maschinen- und Fahrtkosten von ${formatEuro(cents)}${tax} (§ 35a EStG).`]
}

export type Original = { number: string; facts: DocumentFacts }
/** Refunds of the booking in total, in cents: `before` as in the documents so far, `after` including those that this correction covers. */
type Gone = { before: Cents; after: Cents; on: string; isDispute: boolean }

/** Draft of a correction after a refund; it repeats the parties of the original unchanged. */
export function draftCorrection({
  original,
  lines,
  gone,
  isConsumer,
  today,
  operatorName,
}: {
  original: Original
  lines: readonly GrossLine[]
  gone: Gone
  isConsumer: boolean
  today: string
  operatorName: string
}) {
  const { facts: before, number } = original
  const text = `Minderung zu ${number}`
  const grossLines = reductionOf(lines, { ...gone, text })
  const left = [...lines, ...reductionOf(lines, { before: 0, after: gone.after, text })]
  const facts: DocumentFacts = {
    ...before,
    ...taxedLines(grossLines),
    typeCode: '384',
    issuedOn: today,
    terms: '',
    notes: [
      gone.isDispute ? `Minderung des Entgelts nach Rückbelastung vom ${formatDate(gone.on)}.` : reducedAfterRefund(gone.on),
      ...(isConsumer && careOf(lines).cents > 0 ? careNotes(left, 'Damit bleiben') : []),
      inTheNameOf(operatorName, before.seller.name),
    ],
    corrects: { number, issuedOn: before.issuedOn },
  }
  return { facts, taxCase: taxCaseOf(grossLines) }
}
