import { formatDate, formatMonth, formatMonthShort, isoWeek } from '#src/platform/kit/dates.ts'
import type { RevenueGrain, RevenueList, RevenueSort, RevenueStep, revenueChecks, revenuePeriods } from './rules.ts'

/** Polling interval (docs/spec.md#polling). */
export const revenuePollingMs = 30_000

export const revenueTexts = {
  notLoaded: 'Die Umsätze konnten nicht geladen werden',
  cards: {
    platform: 'Plattformumsatz',
    bookings: 'Buchungsumsatz gesamt',
    companies: 'Aktive Anbieter',
    rate: 'Durchschnittlicher Provisionssatz',
  },
  chart: 'Verlauf',
  noChart: 'Der gewählte Zeitraum hat noch nicht begonnen.',
  table: 'Umsätze je Anbieter',
  debug: 'Debug-Info: was hinter den Zahlen steht',
  debugNotLoaded: 'Die Debug-Info konnte nicht geladen werden',
} as const

export const periodLabels: Record<(typeof revenuePeriods)[number], string> = {
  month: 'Dieser Monat',
  lastMonth: 'Letzter Monat',
  year: 'Dieses Jahr',
}
export const allTimeWord = 'Gesamter Zeitraum'
export const ownPeriodWord = 'Von–bis'

export const grainLabels: Record<RevenueGrain, string> = { week: 'Wochen', month: 'Monate' }

/** Figures of the chart; each is a field of a step. */
export const measureLabels = {
  platform_revenue: 'Plattformumsatz',
  booking_revenue: 'Buchungsumsatz',
  fees: 'Provision',
  subscriptions: 'Abonnements',
} as const satisfies Partial<Record<keyof RevenueStep, string>>
export type RevenueMeasure = keyof typeof measureLabels

export const revenueSortLabels: Record<RevenueSort, string> = {
  grossDesc: 'Höchster Umsatz zuerst',
  grossAsc: 'Niedrigster Umsatz zuerst',
  feeDesc: 'Höchste Provision zuerst',
  feeAsc: 'Niedrigste Provision zuerst',
  shareDesc: 'Höchster Anteil zuerst',
  shareAsc: 'Niedrigster Anteil zuerst',
  bookingsDesc: 'Meiste Buchungen zuerst',
  bookingsAsc: 'Wenigste Buchungen zuerst',
  rateDesc: 'Höchster Provisionssatz zuerst',
  rateAsc: 'Niedrigster Provisionssatz zuerst',
  nameAsc: 'Anbieter von A bis Z',
  nameDesc: 'Anbieter von Z bis A',
}

/** Labels of both calculations of a sum. */
export const checkLabels: Record<(typeof revenueChecks)[number], { name: string; expected: string }> = {
  ledger: { name: 'Summe aller Einträge', expected: 'null' },
  charges: { name: 'Bezahlte Buchungen', expected: 'Zahlungen' },
  chargeFees: { name: 'Provision bei der Zahlung', expected: 'Provision der Zahlungen' },
  refunds: { name: 'Erstattungen', expected: 'ausgeführte Erstattungen' },
  fees: { name: 'Provision ohne USt.', expected: 'Konto der Provisionserlöse' },
  subscriptions: { name: 'Abonnements', expected: 'bezahlte Abo-Rechnungen' },
  vat: { name: 'Umsatzsteuer', expected: 'Konto der Umsatzsteuer' },
}

/** '2,47 %', or a dash without revenue. */
export const rateText = (rate: number | null) =>
  rate === null ? '–' : `${rate.toLocaleString('de-DE', { minimumFractionDigits: 2, maximumFractionDigits: 2 })} %`

/** '01.11.2026 bis 30.11.2026', open sides in words. */
export function spanText({ from, to }: { from: string | null; to: string | null }) {
  if (from === null) return to === null ? allTimeWord : `bis ${formatDate(to)}`
  return to === null ? `ab ${formatDate(from)}` : `${formatDate(from)} bis ${formatDate(to)}`
}

/** Short label under a bar, and its full text. A clipped step names its days. */
export function revenueStepLabels({ from, to }: Pick<RevenueStep, 'from' | 'to'>, grain: RevenueGrain) {
  if (grain === 'week')
    return { label: `KW ${isoWeek(from)}`, longLabel: `KW ${isoWeek(from)} (${formatDate(from)} bis ${formatDate(to)})` }
  const month = from.slice(0, 7)
  return { label: formatMonthShort(month), longLabel: formatMonth(month) }
}

/** Selected option of the period's field. */
export const periodChoiceOf = ({ period, from, to }: RevenueList) => (from || to ? 'days' : period)
