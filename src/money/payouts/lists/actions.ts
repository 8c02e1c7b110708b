import { csvCents, csvText } from '#src/platform/kit/csv.ts'
import { berlinDay, formatDate } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import { type CsvColumns, csvFile } from '#src/platform/server/calls/csvResponse.ts'
import { readSettings } from '#src/platform/server/settings.ts'
import { findCompanyState } from '../runs/claimStore.ts'
import { decideRail, netOf } from '../runs/rules.ts'
import { listSchedule } from '../runs/scheduleStore.ts'
import { payoutErrors, payoutRailLabels, payoutStatuses, payoutStatusLabels, skipTexts } from '../runs/texts.ts'
import type { AdminPayoutQuery, PayoutFilter } from './rules.ts'
import { countPayouts, listPayouts, listPayoutsBefore, type PayoutRow, sumPayouts } from './store.ts'

/** A page of a company's payouts, newest first, their total number, and the reasons why the next one waits, if it does. */
export async function readCompanyPayouts(app: App, { companyId, page, pageSize }: { companyId: string; page: number; pageSize: number }) {
  const [rows, { total }, company, { directPayouts, firstPayoutHoldDays }] = await Promise.all([
    listPayouts(app.db, { companyId, sort: 'newest', limit: pageSize, offset: (page - 1) * pageSize }),
    countPayouts(app.db, { companyId }),
    findCompanyState(app.db, companyId),
    readSettings(app.db),
  ])
  const switches = { now: app.now(), directPayouts, firstPayoutHoldDays, sepaPayouts: app.config.SEPA_PAYOUTS }
  const decided = company && decideRail(company, switches)
  const waits = decided && 'cause' in decided ? { cause: decided.cause, text: skipTexts[decided.cause] } : null
  return { payouts: rows.map(showPayout), total, waits }
}

/** A page of all payouts, and the number of matches. */
export async function readAllPayouts(app: App, { page, pageSize, sort, ...filter }: AdminPayoutQuery) {
  const [rows, { total }] = await Promise.all([
    listPayouts(app.db, { ...filter, sort, limit: pageSize, offset: (page - 1) * pageSize }),
    countPayouts(app.db, filter),
  ])
  return { payouts: rows.map(showForOperator), total }
}

/** Numbers and sums of payouts by status, and the times of the last and the next runs. */
export async function readPayoutStats(app: App) {
  const [sums, schedule, { payoutSchedule }] = await Promise.all([sumPayouts(app.db), listSchedule(app.db), readSettings(app.db)])
  const byStatus = payoutStatuses.map((status) => {
    const found = sums.find((one) => one.status === status)
    return { status, payouts: found?.payouts ?? 0, amountCents: found?.netCents ?? 0, platformFeeCents: found?.feeCents ?? 0 }
  })
  return {
    byStatus,
    total: byStatus.reduce((sum, { payouts }) => sum + payouts, 0),
    setting: payoutSchedule,
    schedule,
  }
}

/** A payout as shown to its company: a failure has our text only, not the bank's or the PSP's words. */
const showPayout = (row: PayoutRow) => ({ ...showForOperator(row), errorMessage: row.errorCode && payoutErrors[row.errorCode] })

const showForOperator = (row: PayoutRow) => ({ ...row, paidAmountCents: netOf(row) })

/** All payouts of a company as a CSV file. */
export const writePayouts = (app: App, companyId: string) => fileOf(app, 'auszahlungen.csv', columns, { companyId })

/** Payouts of all companies as a CSV file for the operator: with the company, the rail, and the words of the bank or the PSP. */
export const writeAllPayouts = (app: App, filter: PayoutFilter) => fileOf(app, 'auszahlungen-alle.csv', operatorColumns, filter)

const fileOf = (app: App, name: string, cells: CsvColumns<PayoutRow>, filter: PayoutFilter) =>
  csvFile(app, { name, columns: cells, read: (last, limit) => listPayoutsBefore(app.db, { ...filter, before: last?.id, limit }) })

const dayOf = (moment: Date | null) => (moment ? formatDate(berlinDay(moment)) : '')

/** Columns of the files; the title of the company's share differs between company and operator. */
const columnsFor = (share: string): CsvColumns<PayoutRow> => [
  { title: 'Auszahlungsnummer', cell: ({ id }) => csvText(id) },
  { title: 'Erstellt am', cell: ({ createdAt }) => dayOf(createdAt) },
  { title: 'Erster Termin', cell: ({ periodStart }) => formatDate(periodStart) },
  { title: 'Letzter Termin', cell: ({ periodEnd }) => formatDate(periodEnd) },
  { title: 'Buchungen', cell: ({ bookings }) => String(bookings) },
  { title: 'Bezahlt (EUR)', cell: ({ amountCents }) => csvCents(amountCents) },
  { title: 'Provision (EUR)', cell: ({ platformFeeCents }) => csvCents(platformFeeCents) },
  { title: share, cell: ({ companyAmountCents }) => csvCents(companyAmountCents) },
  { title: 'Verrechnet (EUR)', cell: ({ nettedCents }) => csvCents(nettedCents) },
  { title: 'Ausgezahlt (EUR)', cell: (row) => csvCents(netOf(row)) },
  { title: 'Weg', cell: ({ rail }) => payoutRailLabels[rail] },
  { title: 'Status', cell: ({ status }) => payoutStatusLabels[status] },
  { title: 'Grund', cell: ({ errorCode }) => csvText(errorCode ? payoutErrors[errorCode] : '') },
  { title: 'Abgeschlossen am', cell: ({ processedAt }) => dayOf(processedAt) },
  { title: 'Zurück am', cell: ({ returnedAt }) => dayOf(returnedAt) },
]

const columns = columnsFor('Ihr Anteil (EUR)')

const operatorColumns: CsvColumns<PayoutRow> = [
  { title: 'Firma', cell: ({ companyName }) => csvText(companyName) },
  ...columnsFor('Anteil des Anbieters (EUR)'),
  { title: 'Fehlertext', cell: ({ errorMessage }) => csvText(errorMessage ?? '') },
  { title: 'Transfer', cell: ({ stripeTransferId }) => csvText(stripeTransferId ?? '') },
  { title: 'SEPA-Datei', cell: ({ sepaFileId }) => csvText(sepaFileId ?? '') },
  { title: 'Lauf', cell: ({ runId }) => csvText(runId) },
]
