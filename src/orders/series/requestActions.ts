import { holdAppointment } from '#src/orders/appointments/actions.ts'
import { companyOf } from '#src/orders/appointments/markActions.ts'
import { type Bought, readPurchase, writeBooking } from '#src/orders/bookings/purchaseActions.ts'
import { requireStranger } from '#src/orders/ordering/actions.ts'
import { markRequested } from '#src/orders/requests/store.ts'
import { berlinInstant } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Caller, CountCreated } from '#src/platform/server/calls/endpoint.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { announce } from '#src/platform/server/live.ts'
import { enqueueBothMails, enqueueEncryptedMail } from '#src/platform/server/mail/mail.ts'
import { readSettings } from '#src/platform/server/settings.ts'
import { type FreeSlot, seekSlot } from '#src/supply/calendars/actions.ts'
import { lockResources } from '#src/supply/calendars/occupancyStore.ts'
import { readLastDay, readRequestedDates } from '#src/supply/calendars/seriesActions.ts'
import { issuePage, openSeriesLink } from './linkActions.ts'
import { confirmSeriesMail, seriesRequestMails } from './mails.ts'
import {
  datesFar,
  datesOccupied,
  isTooSoon,
  payTimes,
  requestedDates,
  type SeriesForm,
  type SeriesQuestion,
  seriesDeadline,
  seriesForm,
  seriesProblems,
} from './rules.ts'
import {
  countRequested,
  findOffered,
  insertDate,
  insertSeries,
  lockAddress,
  lockSeries,
  markSeriesRequested,
  type Series,
} from './store.ts'
import { seriesLimits } from './texts.ts'

/**
 * Returns the dates that a series would have, each with its current availability. Throws calendarProblems.none, serviceProblems.unknown.
 */
export async function checkSeries(app: App, { weeks, count, date, time, ...work }: SeriesQuestion, caller: Caller) {
  return readRequestedDates(app, { work, wished: requestedDates({ date, time, weeks, count }) }, caller)
}

/**
 * Stores a request for a series. No time is held and the company is not asked before the address is confirmed: by the mailed link, or
 * because its owner is signed in (docs/spec.md#series). Returns whether it is confirmed. Throws seriesProblems, datesFar, datesOccupied, and
 * as readPurchase.
 */
export async function requestSeries(
  app: App,
  { form, caller, countCreated }: { form: SeriesForm; caller: Caller; countCreated: CountCreated },
) {
  await requireOffered(app, form)
  await requireStranger(app, form, caller)
  const isConfirmed = caller.session?.isConfirmed === true && caller.session.email === form.customerEmail
  await app.db.transaction().execute(async (tx) => {
    if (isConfirmed) await lockResources(tx, form.companyId)
    const series = await insertSeries(tx, {
      companyId: form.companyId,
      serviceId: form.serviceId,
      weeks: form.weeks,
      dates: form.dates.length,
      email: form.customerEmail,
      form: JSON.stringify(form),
      createdAt: app.now(),
    })
    await countCreated(tx)
    if (isConfirmed) return ask(app, tx, { series, form, callerHash: caller.hash() })
    await readTotal(tx, form)
    const taken = await listOccupied(app, tx, { form, callerHash: caller.hash() })
    if (taken.length > 0) throw datesOccupied(taken)
    const url = await issuePage(app, tx, series.id)
    await enqueueEncryptedMail(app, tx, confirmSeriesMail({ id: series.id, email: series.email, url }))
  })
  return { isConfirmed }
}

/** Requires a service with a binding price or by request, and no date after the last day for which the company takes bookings. */
async function requireOffered(app: App, form: SeriesForm) {
  if (!(await findOffered(app.db, form))) throw seriesProblems.notOffered()
  const lastDay = await readLastDay(app, form)
  const far = form.dates.filter(({ date }) => date > lastDay)
  if (far.length > 0) throw datesFar(far.map(slotOf), lastDay)
}

type Confirming = { token: string; dates: SeriesForm['dates'] | undefined; caller: Caller }

/**
 * Confirms the address of a request: all dates are held, or none. `dates`: the dates to keep, all by default. Idempotent. Throws as
 * openSeriesLink, seriesProblems, datesFar, datesOccupied, and as readPurchase.
 */
export async function confirmSeries(app: App, { token, dates, caller }: Confirming) {
  const found = await openSeriesLink(app, token)
  if (found.status !== 'unconfirmed') return
  const typed = seriesForm.parse(found.form)
  const form = { ...typed, dates: dates ? typed.dates.filter((one) => dates.some((kept) => isSame(kept, one))) : typed.dates }
  if (form.dates.length < seriesLimits.dates.min) throw seriesProblems.over()
  await requireOffered(app, form)
  await app.db.transaction().execute(async (tx) => {
    await lockResources(tx, found.companyId)
    const series = await lockSeries(tx, found.id)
    if (series?.status === 'unconfirmed') await ask(app, tx, { series, form, callerHash: caller.hash() })
  })
}

type Start = SeriesForm['dates'][number]
const isSame = (one: Start, other: Start) => one.date === other.date && one.time === other.time
const slotOf = ({ date, time }: Start) => `${date} ${time}`

type Asking = { series: Series; form: SeriesForm; callerHash: string }

/** Holds every date and asks the company, or throws. The calling function has locked the company's resources. */
async function ask(app: App, tx: Transaction, { series, form, callerHash }: Asking) {
  const now = app.now()
  const { companyId, email } = series
  await lockAddress(tx, email)
  const { ofAddress, atCompany } = await countRequested(tx, { email, companyId })
  if (ofAddress >= seriesLimits.perAddress) throw seriesProblems.tooMany()
  if (atCompany >= seriesLimits.perCompany * app.config.LIMITS_FACTOR) throw seriesProblems.full()
  const [first] = form.dates
  if (!first || isTooSoon(berlinInstant(first.date, first.time), now)) throw seriesProblems.tooSoon()
  const purchase = await readTotal(tx, form)
  const { answerHours } = (await readSettings(tx)).appointments
  const deadlineAt = seriesDeadline({ startsAt: berlinInstant(first.date, first.time), answerHours }, now)
  if (!(await markSeriesRequested(tx, { id: series.id, dates: form.dates.length, deadlineAt, now }))) throw seriesProblems.over()
  const taken: string[] = []
  for (const [index, start] of form.dates.entries()) {
    const slot = await seekDate(app, tx, { form, start, callerHash })
    if (!slot) taken.push(slotOf(start))
    else if (taken.length === 0) await placeDate(app, tx, { series, form, purchase, slot, start, position: index + 1 })
  }
  if (taken.length > 0) throw datesOccupied(taken)
  await announce(tx, { companyId, kind: 'booking', id: series.id })
  const facts = { series: { ...series, dates: form.dates.length }, form, company: await companyOf(tx, companyId), items: purchase.items }
  const bought = { serviceTitle: purchase.serviceTitle, amountCents: purchase.totalCents, until: deadlineAt }
  const url = await issuePage(app, tx, series.id)
  await enqueueBothMails(app, tx, seriesRequestMails({ ...facts, ...bought, url, publicUrl: app.config.publicUrl }))
}

/** Price of each date at current prices; it does not depend on the day. */
async function readTotal(tx: Transaction, form: SeriesForm) {
  const [{ date, time } = { date: '', time: '' }] = form.dates
  return readPurchase(tx, { request: { ...form, date, time }, company: await companyOf(tx, form.companyId) })
}

type Seeking = { form: SeriesForm; start: Start; callerHash: string }

/** Slot of a date if it is free. A series is always by request, even for services that are otherwise booked at once. */
async function seekDate(app: App, tx: Transaction, { form, start, callerHash }: Seeking) {
  const { companyId, serviceId, quantity, location } = form
  const slot = await seekSlot(app, tx, { companyId, serviceId, quantity, location, ...start, callerHash })
  return slot && !('why' in slot) ? { ...slot, bookingMode: 'request' as const } : undefined
}

async function listOccupied(app: App, tx: Transaction, { form, callerHash }: Omit<Seeking, 'start'>) {
  const taken: string[] = []
  for (const start of form.dates) {
    if (!(await seekDate(app, tx, { form, start, callerHash }))) taken.push(slotOf(start))
  }
  return taken
}

type Placing = { series: Series; form: SeriesForm; purchase: Bought; slot: FreeSlot; start: Start; position: number }

/** Creates one date: a pending booking whose time is reserved for the series, not for a visitor's browser. */
async function placeDate(app: App, tx: Transaction, { series, form, purchase, slot, start, position }: Placing) {
  const now = app.now()
  const { dueAt, until } = payTimes(slot.startsAt)
  const requestHash = `series:${series.id}:${position}`
  const inserted = await writeBooking(tx, { request: { ...form, ...start }, purchase, requestHash, expiresAt: until, now })
  if (!inserted) throw new Error(`date ${position} of series ${series.id} exists`)
  const bookingId = inserted.id
  await holdAppointment(tx, { slot: { ...slot, occupancy: { ...slot.occupancy, callerHash: null } }, bookingId, kind: 'request', now })
  await markRequested(tx, { bookingId, now })
  await insertDate(tx, { bookingId, seriesId: series.id, position, dueAt, until })
}
