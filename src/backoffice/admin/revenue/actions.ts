import { csvCents, csvText } from '#src/platform/kit/csv.ts'
import { berlinDay } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import { type CsvColumns, csvFile } from '#src/platform/server/calls/csvResponse.ts'
import type { PageRequest } from '#src/platform/server/pages.ts'
import { sumOpenPayments } from '../overview/store.ts'
import { readRevenueChecks } from './checkStore.ts'
import { firstOf, grainOf, type Span, spanOf, stepsOf } from './periods.ts'
import { type RevenueFilter, type RevenueGrain, type RevenuePeriod, type RevenueSort, rateOf, revenueChecks } from './rules.ts'
import { type CompanySums, countListed, listCompanySums, sumRevenueOf, sumSteps } from './store.ts'

/** Returns the platform's revenue in a period, and over time. All figures come from the ledger, by the day of the entry. */
export async function readRevenues(app: App, { grain, ...period }: RevenuePeriod & { grain?: RevenueGrain | undefined }) {
  const today = berlinDay(app.now())
  const span = spanOf(period, today)
  const shownGrain = grain ?? grainOf(span, today)
  const [sums, listed, series] = await Promise.all([
    sumRevenueOf(app.db, span),
    countListed(app.db),
    readSeries(app, { span, grain: shownGrain, today }),
  ])
  return {
    from: span.from ?? null,
    to: span.to ?? null,
    ...sums,
    ...earned(sums),
    refundedCents: sums.paidCents - sums.bookingCents,
    listedCompanies: listed,
    commissionRate: rateOf({ feeCents: sums.feeCents, grossCents: sums.bookingCents }),
    grain: shownGrain,
    series,
  }
}

async function readSeries(app: App, { span, grain, today }: { span: Span; grain: RevenueGrain; today: string }) {
  const steps = stepsOf(span, { grain, today })
  const [first, last] = [steps[0], steps.at(-1)]
  const sums = first && last ? await sumSteps(app.db, { from: first.from, to: last.to, grain }) : []
  const known = new Map(sums.map((one) => [one.first, one]))
  return steps.map(({ from, to }) => {
    const sums = known.get(firstOf(grain, from)) ?? { bookingCents: 0, feeCents: 0, subscriptionCents: 0 }
    return { from, to, ...earned(sums), isCurrent: from <= today && today <= to }
  })
}

/** Revenue of the platform and of bookings, with the names of the response. */
const earned = ({ bookingCents, feeCents, subscriptionCents }: { bookingCents: number; feeCents: number; subscriptionCents: number }) => ({
  platformRevenueCents: feeCents + subscriptionCents,
  bookingRevenueCents: bookingCents,
  feesCents: feeCents,
  subscriptionsCents: subscriptionCents,
})

/** Returns one page of the companies with ledger entries of bookings, and their number. */
export async function readCompanyRevenues(
  app: App,
  { page, pageSize, sort, search, ...period }: PageRequest & RevenueFilter & { sort: RevenueSort },
) {
  const filter = { ...spanOf(period, berlinDay(app.now())), search }
  const read = (wanted: number) => listCompanySums(app.db, { filter, sort, limit: pageSize, offset: (wanted - 1) * pageSize })
  const found = await read(page)
  // As in every list, a page after the last one returns the last one.
  const last = Math.max(1, Math.ceil(found.total / pageSize))
  const shown = page > last ? await read(last) : found
  return { rows: shown.rows.map(showCompany), total: shown.total, page: Math.min(page, last) }
}

const showCompany = (sums: CompanySums) => ({ ...sums, shareCents: sums.grossCents - sums.feeCents, commissionRate: rateOf(sums) })

type Compared = { [Name in (typeof revenueChecks)[number]]: [foundCents: number, expectedCents: number] }

/** Returns counts behind the figures, and for each sum whether two calculations agree. */
export async function checkRevenues(app: App) {
  const [books, open] = await Promise.all([readRevenueChecks(app.db), sumOpenPayments(app.db)])
  const compared: Compared = {
    ledger: [books.ledgerCents, 0],
    charges: [books.chargeCents, books.paymentCents],
    chargeFees: [books.chargeFeeCents, books.paymentFeeCents],
    refunds: [books.refundCents, books.refundedCents],
    fees: [books.netFeeCents, books.feeEntryCents],
    subscriptions: [books.subscriptionCents, books.invoiceCents],
    vat: [books.vatCents, books.vatEntryCents],
  }
  return {
    ledgerTransactions: books.transactions,
    ledgerEntries: books.entries,
    oldestAt: books.oldestAt,
    newestAt: books.newestAt,
    paymentTransactions: books.payments,
    openPayments: open.bookings,
    openPaymentsAmountCents: open.cents,
    checks: revenueChecks.map((name) => {
      const [foundCents, expectedCents] = compared[name]
      return { name, foundCents, expectedCents, isEqual: foundCents === expectedCents }
    }),
  }
}

/** Writes the same companies to a file. Their sums need all bookings at once, so they are read in one batch; rows are short. */
export const writeRevenues = (app: App, { sort, search, ...period }: RevenueFilter & { sort: RevenueSort }) => {
  const filter = { ...spanOf(period, berlinDay(app.now())), search }
  return csvFile(app, {
    name: 'umsaetze.csv',
    columns,
    read: async (last) => (last ? [] : (await listCompanySums(app.db, { filter, sort })).rows),
  })
}

const columns: CsvColumns<CompanySums> = [
  { title: 'Anbieter', cell: ({ companyName }) => csvText(companyName) },
  { title: 'Anbieternummer', cell: ({ companyId }) => csvText(companyId) },
  { title: 'Buchungen', cell: ({ bookings }) => String(bookings) },
  { title: 'Umsatz abzüglich Erstattungen (EUR)', cell: ({ grossCents }) => csvCents(grossCents) },
  { title: 'Provision (EUR)', cell: ({ feeCents }) => csvCents(feeCents) },
  { title: 'Anteil des Anbieters (EUR)', cell: ({ grossCents, feeCents }) => csvCents(grossCents - feeCents) },
  { title: 'Provisionssatz (%)', cell: (row) => rateOf(row)?.toFixed(2).replace('.', ',') ?? '' },
]
