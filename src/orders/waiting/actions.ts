import { lockAppointment } from '#src/orders/appointments/actions.ts'
import { customerMoveAt } from '#src/orders/appointments/moveRules.ts'
import { openWithKey } from '#src/orders/bookings/links/keyActions.ts'
import type { HeldKey } from '#src/orders/bookings/links/keyRules.ts'
import { lockBooking } from '#src/orders/bookings/store.ts'
import { berlinDay, laterDay } from '#src/platform/kit/dates.ts'
import type { App, Person } from '#src/platform/server/app.ts'
import type { Caller, CountCreated } from '#src/platform/server/calls/endpoint.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { enqueueEncryptedMail } from '#src/platform/server/mail/mail.ts'
import { readFreeSlots } from '#src/supply/calendars/actions.ts'
import { clockTime } from '#src/supply/calendars/clockTime.ts'
import { type DayPart, isAtPart } from '#src/supply/calendars/dayParts.ts'
import { canNeverFit } from '#src/supply/calendars/fitTexts.ts'
import { deleteCarts, lockResources, takeCart } from '#src/supply/calendars/occupancyStore.ts'
import { calendarLimits } from '#src/supply/calendars/rules.ts'
import { issuePage, openWaitingLink } from './linkActions.ts'
import { confirmWaitingMail } from './mails.ts'
import { type HeldWaitingKey, holderOf, type WaitingForm, waitingLimits, waitingProblems } from './rules.ts'
import {
  countLive,
  deleteOfAddress,
  type Entry,
  findBookable,
  findEntryOfBooking,
  insertEntry,
  listForExport,
  lockAddress,
  lockEntry,
  markOver,
  markWaiting,
} from './store.ts'

type Joining = { form: WaitingForm; caller: Caller; countCreated: CountCreated }

/**
 * Adds an address to the waiting list. Double opt-in: until its owner confirms, by the mailed link or by being signed in, only the mail
 * that asks for it is sent. Only confirmed entries count, so strangers cannot exhaust an address's quota. Returns whether the entry is
 * confirmed. Throws waitingProblems.closed, neverFits, tooMany, full.
 */
export async function joinWaitingList(app: App, { form, caller, countCreated }: Joining) {
  const { companyId, serviceId = null, customerEmail: email } = form
  if (!(await findBookable(app.db, { companyId, serviceId }))) throw waitingProblems.closed()
  await requireLongEnough(app, { form, caller })
  const isConfirmed = caller.session?.isConfirmed === true && caller.session.email === email
  await app.db.transaction().execute(async (tx) => {
    const now = app.now()
    if (isConfirmed) await requireRoom(app, tx, { email, companyId })
    const entry = await insertEntry(tx, {
      companyId,
      serviceId,
      quantity: form.quantity ?? null,
      postcode: /\b\d{5}\b/.exec(form.location ?? '')?.[0] ?? '',
      email,
      firstDay: form.firstDay,
      lastDay: form.lastDay,
      dayPart: form.part ?? null,
      status: isConfirmed ? 'waiting' : 'awaiting',
      queuedAt: now,
      createdAt: now,
    })
    if (entry) await countCreated(tx)
    if (entry && !isConfirmed)
      await enqueueEncryptedMail(app, tx, confirmWaitingMail({ id: entry.id, email, url: await issuePage(app, tx, entry.id) }))
    else if (entry) await issuePage(app, tx, entry.id)
  })
  return { isConfirmed }
}

/** Refuses a service for which none of the company's days is long enough. */
async function requireLongEnough(app: App, { form, caller }: { form: WaitingForm; caller: Caller }) {
  const { companyId, serviceId, quantity, location, firstDay, lastDay } = form
  const days = Math.round((Date.parse(lastDay) - Date.parse(firstDay)) / 86_400_000) + 1
  const asked = {
    companyId,
    serviceId,
    quantity,
    location,
    from: firstDay,
    days: Math.min(Math.max(1, days), calendarLimits.daysRequested),
  }
  const { days: shown } = await readFreeSlots(app, asked, caller)
  if (canNeverFit(shown)) throw waitingProblems.neverFits()
}

async function requireRoom(app: App, tx: Transaction, { email, companyId }: { email: string; companyId: string }) {
  await lockAddress(tx, email)
  const { ofAddress, atCompany } = await countLive(tx, { email, companyId })
  if (ofAddress >= waitingLimits.perAddress) throw waitingProblems.tooMany()
  if (atCompany >= waitingLimits.perCompany * app.config.LIMITS_FACTOR) throw waitingProblems.full()
}

/**
 * Adds a booking to the waiting list for an earlier time, optionally at a part of the day. Throws as openWithKey,
 * waitingProblems.notMovable, tooMany, full.
 */
export async function waitForEarlier(app: App, key: HeldKey, dayPart: DayPart | null) {
  const bookingId = await openWithKey(app, key)
  await app.db.transaction().execute(async (tx) => {
    const appointment = await lockAppointment(tx, bookingId)
    const booking = await lockBooking(tx, bookingId)
    const now = app.now()
    if (!appointment || !booking || customerMoveAt(appointment, now) !== 'free') throw waitingProblems.notMovable()
    const { companyId, serviceId, customerEmail: email, bookingDate: lastDay } = booking
    const known = await findEntryOfBooking(tx, bookingId)
    if (known?.status === 'waiting' || known?.status === 'offered') return
    await requireRoom(app, tx, { email, companyId })
    const wish = { firstDay: berlinDay(now), lastDay, dayPart }
    await insertEntry(tx, { companyId, serviceId, bookingId, email, ...wish, status: 'waiting', queuedAt: now, createdAt: now })
  })
  return readEntry(app, { booking: key })
}

/** Returns the entry that a key opens; undefined for a booking that never waited. Throws as openWaitingLink, as openWithKey. */
async function openEntry(app: App, key: HeldWaitingKey) {
  if ('booking' in key) return findEntryOfBooking(app.db, await openWithKey(app, key.booking))
  return openWaitingLink(app, key.token)
}

/** Returns the view of an entry, with the time that is held for it. */
export async function readEntry(app: App, key: HeldWaitingKey) {
  const entry = await openEntry(app, key)
  if (!entry) return { entry: null }
  const offer = offerOf(entry, app.now())
  const next = offer || entry.status === 'awaiting' || entry.bookingId ? [] : await readNext(app, entry)
  return { entry: { ...entry, part: entry.dayPart, offer, next, isMissed: !offer && entry.offers > 0 } }
}

function offerOf({ status, offeredStart, offeredUntil }: Entry, now: Date) {
  if (status !== 'offered' || !offeredStart || !offeredUntil || offeredUntil <= now) return null
  return { date: berlinDay(offeredStart), time: clockTime(offeredStart.getTime()), until: offeredUntil }
}

/** Next free times for every visitor; empty if the company or its service is gone. */
async function readNext(app: App, entry: Entry) {
  const bookable = await findBookable(app.db, entry)
  if (!bookable) return []
  const from = laterDay(entry.firstDay, berlinDay(app.now()))
  const { days } = await readFreeSlots(
    app,
    { ...workOfEntry(entry), from, days: calendarLimits.daysRequested },
    { hash: () => holderOf(entry.id), ip: '', requestId: '' },
  )
  return days
    .flatMap(({ day, times }) => times.filter((time) => isAtPart(entry.dayPart, time)).map((time) => `${day} ${time}`))
    .slice(0, calendarLimits.alternatives)
}

/** Parameters of a query for free times for an entry without a booking. */
export const workOfEntry = ({ companyId, serviceId, quantity, postcode }: Entry) => ({
  companyId,
  serviceId: serviceId ?? undefined,
  quantity: quantity ?? undefined,
  location: postcode || undefined,
})

/** Confirms the address of an entry, which joins the queue. Throws waitingProblems.linkUnknown, over, tooMany, full. */
export async function confirmEntry(app: App, token: string) {
  const found = await openEntry(app, { token })
  await app.db.transaction().execute(async (tx) => {
    if (found) await lockAddress(tx, found.email)
    const entry = found && (await lockEntry(tx, found.id))
    if (!entry || isOver(entry)) throw waitingProblems.over()
    if (entry.status !== 'awaiting') return
    await requireRoom(app, tx, entry)
    await markWaiting(tx, { id: entry.id, now: app.now() })
  })
}

const isOver = ({ status }: Entry) => status === 'taken' || status === 'left' || status === 'ended'

/** Ends an entry and frees the time that is held for it. Throws waitingProblems.linkUnknown, as openWithKey. */
export async function leaveWaitingList(app: App, key: HeldWaitingKey) {
  const found = await openEntry(app, key)
  if (!found) return
  await app.db.transaction().execute(async (tx) => {
    const now = app.now()
    await lockResources(tx, found.companyId)
    const entry = await lockEntry(tx, found.id)
    if (!entry || isOver(entry)) return
    await markOver(tx, { id: entry.id, status: 'left', now })
    await deleteCarts(tx, { companyId: entry.companyId, callerHash: holderOf(entry.id), now })
  })
}

/**
 * Transfers the time that is held for an entry to the visitor's browser, which can then book it or move to it. Idempotent. Returns the
 * time. Throws waitingProblems.linkUnknown, over, notHeld, as openWithKey.
 */
export async function takeHold(app: App, key: HeldWaitingKey, caller: Caller) {
  const found = await openEntry(app, key)
  if (!found) throw waitingProblems.notHeld()
  return app.db.transaction().execute(async (tx) => {
    const now = app.now()
    const { companyId } = found
    await lockResources(tx, companyId)
    const entry = await lockEntry(tx, found.id)
    if (!entry?.offeredStart) throw waitingProblems.notHeld()
    if (entry.status !== 'offered' && entry.status !== 'taken') throw waitingProblems.over()
    const [startsAt, callerHash] = [entry.offeredStart, caller.hash()]
    if (!(await takeCart(tx, { companyId, from: holderOf(entry.id), callerHash, startsAt, now }))) throw waitingProblems.notHeld()
    if (entry.status === 'offered') await markOver(tx, { id: entry.id, status: 'taken', now })
    return { date: berlinDay(startsAt), time: clockTime(startsAt.getTime()) }
  })
}

/** Entries of a person, for the export of personal data. */
export const exportWaiting = (app: App, { email }: Person) => listForExport(app.db, email)

/** Deletes the entries of a deleted account's address, so that it gets no more mails. */
export const deleteWaiting = async (_app: App, tx: Transaction, { email }: Person) => {
  await deleteOfAddress(tx, email)
}
