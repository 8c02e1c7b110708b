import { z } from 'zod'
import { addDays, formatDate, formatMonth } from '#src/platform/kit/dates.ts'
import { type Cents, formatRate } from '#src/platform/kit/money.ts'
import { invalidInput } from '#src/platform/kit/problems.ts'
import { shortId } from '#src/platform/kit/text.ts'
import type { PayoutRail } from '../runs/texts.ts'

/** Month as 'YYYY-MM', in a year for which a statement can exist. */
const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/)

export const statementTexts = {
  title: 'Monatsabrechnungen',
  help: 'Was im Monat bezahlt, erstattet und ausgezahlt wurde, mit unserer Provision und der Umsatzsteuer darin.',
  month: 'Monat',
  download: 'Als PDF herunterladen',
  loading: 'Monate werden geladen…',
  notLoaded: 'Die Monate konnten nicht geladen werden',
  none: 'Noch keine Monatsabrechnung',
  noneHelp: 'Nach der ersten bezahlten Buchung laden Sie hier für jeden Monat eine Abrechnung.',
  running: 'läuft noch',
  wrongMonth: 'Bitte wählen Sie einen Monat.',
  futureMonth: 'Dieser Monat hat noch nicht begonnen.',
} as const

/**
 * Rate limit: drawing a statement takes up to a second of CPU. Enough for every month of some years, too little to keep the process busy.
 */
export const statementRate = { max: 60, windowSeconds: 3_600 } as const

/** German names of the movements of a company's account, by the kind of ledger transaction. */
export const bookingLabels = { charge: 'Zahlung', refund: 'Erstattung', disputeLost: 'Rückbuchung der Bank' } as const
export const payoutLabels = {
  payoutStart: 'Auszahlung',
  // A payout forgotten by a restore; all others stand in the account from their start.
  payoutDone: 'Auszahlung, nachgetragen',
  payoutFailed: 'Auszahlung gescheitert',
  payoutReturned: 'Rückgabe der Bank',
  transferReversal: 'Rückholung nach Erstattung',
} as const

/** German names of their sums, in the account's summary. */
const sumLabels = {
  charge: 'Ihr Anteil aus Zahlungen',
  refund: 'Ihr Anteil an Erstattungen',
  disputeLost: 'Ihr Anteil an Rückbuchungen der Bank',
  payoutStart: 'Auszahlungen',
  payoutDone: 'Auszahlungen, nachgetragen',
  payoutFailed: 'Gescheiterte Auszahlungen, wieder gutgeschrieben',
  payoutReturned: 'Rückgaben der Bank, wieder gutgeschrieben',
  transferReversal: 'Rückholungen nach Erstattungen',
} as const

const isWordOf = <Word extends string>(words: Record<Word, string>, kind: string): kind is Word => Object.hasOwn(words, kind)
export const isBookingKind = (kind: string) => isWordOf(bookingLabels, kind)
export const wordOf = (kind: string) => {
  if (isWordOf(bookingLabels, kind)) return bookingLabels[kind]
  return isWordOf(payoutLabels, kind) ? payoutLabels[kind] : 'Sonstiges'
}

const sumWordOf = (kind: string) => (isWordOf(sumLabels, kind) ? sumLabels[kind] : wordOf(kind))

/** Ledger transaction from the view of one company; cents, the company's gains are positive. */
export type Movement = {
  id: string
  kind: string
  reference: string
  bookingId: string | null
  occurredAt: Date
  /** Change of the debt to the company. */
  balanceCents: Cents
  /** Platform's fee, and the tax in it at the booking's rate. */
  feeCents: Cents
  vatCents: Cents
  vatBasisPoints: number | null
  /** Only for the start of a payout: its amounts and its rail. */
  companyAmountCents: Cents | null
  nettedCents: Cents | null
  rail: PayoutRail | null
}

type Party = { name: string; lines: string[] }
export type StatementFacts = {
  brandName: string
  companyId: string
  month: string
  operator: Party
  company: Party
  movements: readonly Movement[]
  openingCents: Cents
  closingCents: Cents
  madeAt: Date
}

export const monthView = z.object({ month, number: z.string(), is_running: z.boolean() })
export type MonthView = z.infer<typeof monthView>

/** Parses the month of a URL. Throws invalidInput if it is invalid or has not begun; `today`: day in Berlin. */
export function readMonth(named: string | null, today: string) {
  const parsed = month.safeParse(named)
  if (!parsed.success) throw invalidInput({ month: [statementTexts.wrongMonth] })
  if (parsed.data > today.slice(0, 7)) throw invalidInput({ month: [statementTexts.futureMonth] })
  return parsed.data
}

/** First day of a month, and first day of the next. */
export function daysOf(named: string) {
  const from = `${named}-01`
  return { from, to: `${addDays(from, 31).slice(0, 7)}-01` }
}

/** Number of a statement, 'AB-202611-3F2A9C0D11E4': always the same for a company and month. */
export const statementNumber = (companyId: string, named: string) => `AB-${named.replace('-', '')}-${companyId.slice(-12).toUpperCase()}`

export const statementFile = (named: string) => `abrechnung-${named}.pdf`

/** Formats a month as '01.11.2026 – 30.11.2026'. */
export function periodText(named: string) {
  const { from, to } = daysOf(named)
  return `${formatDate(from)} – ${formatDate(addDays(to, -1))}`
}
export const titleOf = (named: string) => `Abrechnung ${formatMonth(named)}`

/** Number by which users know a movement: its booking's, else its payout's. */
export const numberOf = ({ bookingId, reference }: Movement) => shortId(bookingId ?? reference)

/** Amount that the customer paid or got back: the platform's fee and the company's share of it. */
export const customerCents = ({ balanceCents, feeCents }: Movement): Cents => balanceCents + feeCents

/**
 * Lines of a statement and their sums. Throws if opening balance and movements do not add up to the closing balance: a wrong statement is
 * never handed out.
 */
export function addUp({ movements, openingCents, closingCents }: Pick<StatementFacts, 'movements' | 'openingCents' | 'closingCents'>) {
  const bookings = movements.filter(({ kind }) => isBookingKind(kind))
  const payouts = movements.filter(({ kind }) => !isBookingKind(kind))
  const movedCents = sumOf(movements, ({ balanceCents }) => balanceCents)
  if (openingCents + movedCents !== closingCents) {
    throw new Error(`a statement does not add up: ${openingCents} + ${movedCents} is not ${closingCents}`)
  }
  const kinds = [...new Set([...Object.keys(sumLabels), ...movements.map(({ kind }) => kind)])]
  return {
    bookings,
    payouts,
    sums: kinds.flatMap((kind) => {
      const some = movements.filter((one) => one.kind === kind)
      return some.length === 0 ? [] : [{ word: sumWordOf(kind), cents: sumOf(some, ({ balanceCents }) => balanceCents) }]
    }),
    customerCents: sumOf(bookings, customerCents),
    feeCents: sumOf(bookings, ({ feeCents }) => feeCents),
    vatCents: sumOf(bookings, ({ vatCents }) => vatCents),
    shareCents: sumOf(bookings, ({ balanceCents }) => balanceCents),
    payoutCents: sumOf(payouts, ({ balanceCents }) => balanceCents),
    taxed: taxedByRate(bookings),
  }
}

/** Platform's fee by tax rate, as an invoice states it: a rate that changed within the month has its own lines. */
function taxedByRate(bookings: readonly Movement[]) {
  const byRate = Map.groupBy(bookings, ({ vatBasisPoints }) => vatBasisPoints ?? 0)
  return [...byRate]
    .sort(([one], [other]) => other - one)
    .map(([vatBasisPoints, some]) => {
      const grossCents = sumOf(some, ({ feeCents }) => feeCents)
      const vatCents = sumOf(some, (one) => one.vatCents)
      return { vatBasisPoints, netCents: grossCents - vatCents, vatCents, grossCents }
    })
}

export const vatLabel = (vatBasisPoints: number) =>
  vatBasisPoints === 0 ? 'Umsatzsteuer (keine, § 19 UStG)' : `Umsatzsteuer ${formatRate(vatBasisPoints)}`

const sumOf = (movements: readonly Movement[], cents: (one: Movement) => Cents) => movements.reduce((sum, one) => sum + cents(one), 0)
