import { openWithKey } from '#src/orders/bookings/links/keyActions.ts'
import { isWithdrawalExempt, withdrawalDeadline } from '#src/orders/bookings/withdrawalRules.ts'
import { berlinDay, berlinInstant } from '#src/platform/kit/dates.ts'
import { centsOf } from '#src/platform/kit/money.ts'
import type { App, Person } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { clockTime } from '#src/supply/calendars/clockTime.ts'
import { findCompanyForBooking } from '#src/supply/companies/store.ts'
import { openSeriesLink } from './linkActions.ts'
import { dateStatusOf, type HeldSeriesKey, payTimes, seriesForm, seriesProblems } from './rules.ts'
import { type DateRow, findDate, findOffered, findSeries, listDates, listForExport, listOfCompany, type Series } from './store.ts'

/** Returns the series that a key opens. Throws as openSeriesLink, as openWithKey, and seriesProblems.notFound for a single booking. */
export async function openSeries(app: App, key: HeldSeriesKey) {
  if ('token' in key) return openSeriesLink(app, key.token)
  const date = await findDate(app.db, await openWithKey(app, key.booking))
  const series = date && (await findSeries(app.db, date.seriesId))
  if (!series) throw seriesProblems.notFound()
  return series
}

/** Returns the view of a series for its customer. Throws as openSeries. */
export async function readSeries(app: App, key: HeldSeriesKey) {
  const series = await openSeries(app, key)
  const company = await findCompanyForBooking(app.db, series.companyId)
  const rows = await listDates(app.db, [series.id])
  const { status, weeks, companyId, serviceId, deadlineAt, endReason } = series
  const isConsumer = rows[0]?.customerKind === 'consumer' && company !== undefined && !isWithdrawalExempt(company.category)
  return {
    ...{ status, weeks, companyId, serviceId, until: deadlineAt, reason: endReason, companyName: company?.companyName ?? '' },
    ...(status === 'unconfirmed' ? await readTyped(app, series) : readDates(app, series, rows)),
    consentUntil: isConsumer ? withdrawalDeadline(berlinDay(app.now())) : null,
  }
}

/** View before the address is confirmed: the requested dates without personal data. */
async function readTyped(app: App, series: Series) {
  const { dates, amount, serviceId, companyId } = seriesForm.parse(series.form)
  const service = await findOffered(app.db, { companyId, serviceId })
  return {
    serviceTitle: service?.title ?? '',
    amountCents: centsOf(amount),
    dates: dates.map((start) => ({
      ...start,
      ...payTimes(berlinInstant(start.date, start.time)),
      bookingId: null,
      status: 'open' as const,
    })),
  }
}

function readDates(app: App, series: Series, rows: readonly DateRow[]) {
  const [first] = rows
  return {
    serviceTitle: first?.serviceTitle ?? '',
    amountCents: first?.amountCents ?? 0,
    dates: rows.map((row) => showDate(app, series, row)),
  }
}

function showDate(app: App, { status }: Series, { bookingId, startsAt, dueAt, until, ...row }: DateRow) {
  const kept = { seriesStatus: status, bookingStatus: row.bookingStatus, hasLapsed: row.status === 'lapsed', dueAt }
  const at = { date: berlinDay(startsAt), time: clockTime(startsAt.getTime()) }
  return { ...at, bookingId, dueAt, until, status: dateStatusOf(kept, app.now()) }
}

/** Returns the series of a booking for the operator; null for a booking that is no date of a series. */
export async function readWholeSeries(app: App, tx: Transaction, bookingId: string) {
  const date = await findDate(tx, bookingId)
  const series = date && (await findSeries(tx, date.seriesId))
  if (!series) return null
  const { dates } = readDates(app, series, await listDates(tx, [series.id]))
  return { status: series.status, weeks: series.weeks, until: series.deadlineAt, reason: series.endReason, dates }
}

/**
 * Returns the company's series that wait for its answer or have unpaid dates, or the one named by id in any state. Throws
 * seriesProblems.notFound.
 */
export async function readCompanySeries(app: App, { companyId, seriesId }: { companyId: string; seriesId?: string | undefined }) {
  const series = seriesId
    ? [await findCompanySeries(app, { companyId, seriesId })]
    : await listOfCompany(app.db, { companyId, limit: maxSeries })
  if (series.length === 0) return { rows: [] }
  const dates = await listDates(
    app.db,
    series.map(({ id }) => id),
  )
  return {
    rows: series.map((one) => {
      const own = dates.filter(({ seriesId }) => seriesId === one.id)
      const [first] = own
      return {
        ...{ id: one.id, status: one.status, weeks: one.weeks, until: one.deadlineAt, reason: one.endReason },
        ...{ customerName: first?.customerName ?? '', location: first?.location ?? '', description: first?.description ?? '' },
        ...readDates(app, one, own),
      }
    }),
  }
}
const maxSeries = 50

async function findCompanySeries(app: App, { companyId, seriesId }: { companyId: string; seriesId: string }) {
  const series = await findSeries(app.db, seriesId)
  if (series?.companyId !== companyId || series.status === 'unconfirmed') throw seriesProblems.notFound()
  return series
}

/** Series of a person, for the export of personal data. */
export const exportSeries = (app: App, { email }: Person) => listForExport(app.db, email)
