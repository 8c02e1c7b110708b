import { formatDate } from '#src/platform/kit/dates.ts'
import { type Cents, formatEuro } from '#src/platform/kit/money.ts'
import type { Category } from '#src/supply/companies/rules.ts'
import type { DocumentFacts, DocumentParty } from '../facts.ts'
import { pspName } from '../fees/drafts.ts'
import { type GrossLine, taxCaseOf, taxedLines } from '../taxes.ts'
import { alreadyPaid, documentTexts, inTheNameOf, reducedAfterRefund, replacementOf } from '../texts.ts'
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
  /** Cancelled invoice for the same service. */
  replaces?: { number: string; issuedOn: string } | undefined
}

/** Draft of the invoice to a customer in the company's name: the amount paid, less refunds before the invoice. */
export function draftInvoice({
  service: { serviceOn, serviceUntil, paidOn, isConsumer, category },
  lines,
  back,
  replaces,
  today,
  operatorName,
  ...parties
}: Written & Invoiced) {
  const reduced = back ? reductionOf(lines, { before: 0, after: back.cents, text: `Erstattet am ${formatDate(back.on)}` }) : []
  const grossLines = [...lines, ...reduced]
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
