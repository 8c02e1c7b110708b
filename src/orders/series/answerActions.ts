import { free } from '#src/orders/appointments/actions.ts'
import { companyOf } from '#src/orders/appointments/markActions.ts'
import { findAppointment, insertAppointmentEvent } from '#src/orders/appointments/store.ts'
import { markCancelled } from '#src/orders/bookings/cancelStore.ts'
import { lockBooking, markExpired } from '#src/orders/bookings/store.ts'
import { withdrawnReason } from '#src/orders/requests/rules.ts'
import { berlinDay, formatDate } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import { announce } from '#src/platform/server/live.ts'
import { enqueueEncryptedMail, enqueueMail } from '#src/platform/server/mail/mail.ts'
import { lockResources } from '#src/supply/calendars/occupancyStore.ts'
import { openSeries } from './actions.ts'
import { issuePage } from './linkActions.ts'
import { acceptedMail, declinedMail, endedCompanyMail, endedCustomerMail, lapsedMails } from './mails.ts'
import { type HeldSeriesKey, type SeriesAnswer, seriesProblems } from './rules.ts'
import { listDates, listPending, lockSeries, markAccepted, markOver, type Series } from './store.ts'

/** Locks the company's resources and then its series. Throws seriesProblems.notFound. */
async function lockCompanySeries(tx: Transaction, { companyId, seriesId }: { companyId: string; seriesId: string }) {
  await lockResources(tx, companyId)
  const series = await lockSeries(tx, seriesId)
  if (series?.companyId !== companyId) throw seriesProblems.notFound()
  return series
}

/**
 * Applies the company's answer to all dates of a series together; only the first of several answers counts. Throws seriesProblems.notFound,
 * over.
 */
export const answerSeries = (app: App, answer: SeriesAnswer) =>
  app.db.transaction().execute(async (tx) => {
    const series = await lockCompanySeries(tx, answer)
    const now = app.now()
    if (series.status !== 'requested' || !series.deadlineAt || series.deadlineAt <= now) throw seriesProblems.over()
    if (answer.answer === 'accept') return accept(app, tx, series)
    const { reason } = answer
    await endDates(app, tx, { series, to: 'declined', by: 'company', reason })
    await markOver(tx, { id: series.id, status: 'declined', by: 'company', reason, now })
    await enqueueEncryptedMail(app, tx, declinedMail({ ...(await factsOf(app, tx, series)), reason }))
  })

async function accept(app: App, tx: Transaction, series: Series) {
  await markAccepted(tx, series.id)
  const event = { at: app.now(), actor: 'company' as const, act: 'accepted' }
  for (const { id: bookingId } of await listPending(tx, series.id)) await insertAppointmentEvent(tx, { bookingId, ...event })
  await announce(tx, { companyId: series.companyId, kind: 'booking', id: series.id })
  await enqueueEncryptedMail(app, tx, acceptedMail(await factsOf(app, tx, series)))
}

/** Facts for mails about a series: its current dates, and the URL of its page. */
export async function factsOf(app: App, tx: Transaction, series: Series) {
  const [company, dates, url] = [
    await companyOf(tx, series.companyId),
    await listDates(tx, [series.id]),
    await issuePage(app, tx, series.id),
  ]
  return { series, company, dates, url, publicUrl: app.config.publicUrl }
}

type Ending = {
  series: Series
  to: 'declined' | 'withdrawn' | 'cancelled'
  by: 'customer' | 'company'
  reason: string
  bookingId?: string | undefined
}

/**
 * Ends the unpaid dates of a series, or one of them: their times become free, and open payment pages are closed. Returns their bookings.
 */
async function endDates(app: App, tx: Transaction, { series, to, by, reason, bookingId: only }: Ending) {
  const now = app.now()
  const ended: string[] = []
  for (const { id } of await listPending(tx, series.id)) {
    const booking = only === undefined || only === id ? await lockBooking(tx, id) : undefined
    const appointment = booking?.bookingStatus === 'pending' ? await findAppointment(tx, id) : undefined
    if (!appointment) continue
    await free(tx, { appointment, to, actor: by, act: to, now })
    await markCancelled(tx, { id, paymentStatus: 'failed', by, reason, now })
    await enqueue(tx, { name: 'bookings.withdraw', payload: { bookingId: id }, key: `withdraw:${id}` })
    ended.push(id)
  }
  await announce(tx, { companyId: series.companyId, kind: 'booking', id: series.id })
  return ended
}

/**
 * Ends a running series, or one date of it, by an act of either side; paid dates stay. Throws seriesProblems.over if there is nothing to
 * end.
 */
async function endRunning(app: App, tx: Transaction, { bookingId, ...ending }: Omit<Ending, 'to'>) {
  const { series, by, reason } = ending
  const ended = await endDates(app, tx, { ...ending, to: 'cancelled', bookingId })
  if (ended.length === 0) throw seriesProblems.over()
  const isWhole = bookingId === undefined
  if (isWhole) await markOver(tx, { id: series.id, status: 'ended', by, reason, now: app.now() })
  const facts = { ...(await factsOf(app, tx, series)), ended, isWhole }
  if (by === 'customer') await enqueueMail(tx, endedCompanyMail(facts))
  else await enqueueEncryptedMail(app, tx, endedCustomerMail({ ...facts, reason }))
}

/** Withdraws a customer's request, ends a running series, or drops one unpaid date. Throws as openSeries, seriesProblems.over. */
export async function endCustomerSeries(app: App, { key, bookingId }: { key: HeldSeriesKey; bookingId: string | undefined }) {
  const found = await openSeries(app, key)
  await app.db.transaction().execute(async (tx) => {
    await lockResources(tx, found.companyId)
    const series = await lockSeries(tx, found.id)
    if (series?.status === 'accepted')
      return endRunning(app, tx, { series, by: 'customer', reason: bookingId ? skippedReason : endedReason, bookingId })
    if (series?.status !== 'requested' || bookingId !== undefined) throw seriesProblems.over()
    const ended = await endDates(app, tx, { series, to: 'withdrawn', by: 'customer', reason: withdrawnReason })
    await markOver(tx, { id: series.id, status: 'withdrawn', by: 'customer', reason: withdrawnReason, now: app.now() })
    await enqueueMail(tx, endedCompanyMail({ ...(await factsOf(app, tx, series)), ended, isWhole: true }))
  })
}
const endedReason = 'Serie beendet'
const skippedReason = 'Termin der Serie ausgelassen'

/** Ends a running series for its company, or one unpaid date of it. Throws seriesProblems.notFound, over. */
export const endCompanySeries = (
  app: App,
  { bookingId, reason, ...own }: { companyId: string; seriesId: string; reason: string; bookingId?: string | undefined },
) =>
  app.db.transaction().execute(async (tx) => {
    const series = await lockCompanySeries(tx, own)
    if (series.status !== 'accepted') throw seriesProblems.over()
    await endRunning(app, tx, { series, by: 'company', reason, bookingId })
  })

/** Ends a request that was not answered in time; does nothing if it was answered in the meantime. */
export const lapseSeries = (app: App, { id, companyId }: { id: string; companyId: string }) =>
  app.db.transaction().execute(async (tx) => {
    await lockResources(tx, companyId)
    const series = await lockSeries(tx, id)
    const now = app.now()
    if (series?.status !== 'requested' || !series.deadlineAt || series.deadlineAt > now) return
    for (const { id: bookingId } of await listPending(tx, id)) await lapseDate(tx, { bookingId, now })
    await markOver(tx, {
      id,
      status: 'lapsed',
      by: 'system',
      reason: `Keine Antwort bis ${formatDate(berlinDay(now))}`,
      now,
    })
    await announce(tx, { companyId, kind: 'booking', id })
    const { secret, open } = lapsedMails(await factsOf(app, tx, series))
    await enqueueEncryptedMail(app, tx, secret)
    await enqueueMail(tx, open)
  })

/** Frees one date that was not paid or not answered. Returns its booking, undefined if it was paid or ended in the meantime. */
export async function lapseDate(tx: Transaction, { bookingId, now }: { bookingId: string; now: Date }) {
  const booking = await lockBooking(tx, bookingId)
  const appointment = booking?.bookingStatus === 'pending' ? await findAppointment(tx, bookingId) : undefined
  if (!booking || !appointment) return undefined
  await free(tx, { appointment, to: 'lapsed', actor: 'system', act: 'lapsed', now })
  await markExpired(tx, { id: bookingId, now })
  return booking
}
