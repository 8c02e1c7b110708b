import { workOf } from '#src/orders/appointments/moveActions.ts'
import { customerMoveAt } from '#src/orders/appointments/moveRules.ts'
import { findOpenProposal } from '#src/orders/appointments/proposalStore.ts'
import { findAppointment } from '#src/orders/appointments/store.ts'
import { bookingPageUrl, issueBookingToken } from '#src/orders/bookings/links/actions.ts'
import { findBookingTimes } from '#src/orders/bookings/store.ts'
import { addDays, berlinDay, berlinInstant } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import { enqueueEncryptedMail } from '#src/platform/server/mail/mail.ts'
import { findEarliestSlot } from '#src/supply/calendars/actions.ts'
import { deleteCarts, insertOccupancy, lockResources } from '#src/supply/calendars/occupancyStore.ts'
import { workOfEntry } from './actions.ts'
import { issuePage } from './linkActions.ts'
import { heldMail } from './mails.ts'
import { holderOf, isHoldTime, waitingLimits, waitingRetention } from './rules.ts'
import {
  claimDue,
  deleteOld,
  type Entry,
  endPast,
  findBookable,
  findEntry,
  listUnanswered,
  lockEntry,
  markOffered,
  markOver,
  markWaiting,
} from './store.ts'

/**
 * Processes the waiting list: entries with an unanswered hold return to the end of the queue, and during the day free times are held for
 * the longest waiting entries. All are found from rows, so an outage loses none.
 */
export async function holdFreeTimes(app: App) {
  const now = app.now()
  for (const unanswered of await listUnanswered(app.db, now)) await putBack(app, unanswered)
  await endPast(app.db, { today: berlinDay(now), now })
  if (!isHoldTime(now)) return
  for (const next of await claimDue(app.db, { most: waitingLimits.perMinute, now })) await offer(app, next)
}

type DueEntry = { id: string; companyId: string }

const putBack = (app: App, { id, companyId }: DueEntry) =>
  app.db.transaction().execute(async (tx) => {
    const now = app.now()
    await lockResources(tx, companyId)
    const entry = await lockEntry(tx, id)
    if (entry?.status !== 'offered' || !entry.offeredUntil || entry.offeredUntil > now) return
    await deleteCarts(tx, { companyId, callerHash: holderOf(id), now })
    if (entry.offers >= waitingLimits.offers) await markOver(tx, { id, status: 'ended', now })
    else await markWaiting(tx, { id, now })
  })

/**
 * Holds the earliest time for an entry and mails its customer, in one transaction. A read without locks comes first, so companies without
 * free times are never locked.
 */
async function offer(app: App, { id, companyId }: DueEntry) {
  const found = await findEntry(app.db, id)
  if (found?.status !== 'waiting' || !(await mayBeFree(app, found))) return
  await app.db.transaction().execute(async (tx) => {
    const now = app.now()
    await lockResources(tx, companyId)
    const entry = await lockEntry(tx, id)
    if (entry?.status !== 'waiting') return
    const callerHash = holderOf(id)
    await deleteCarts(tx, { companyId, callerHash, now })
    const wish = await slotQueryOf(app, tx, entry)
    const slot = wish && (await findEarliestSlot(app, tx, wish))
    if (!slot) return
    const until = new Date(now.getTime() + waitingLimits.heldMinutes * 60_000)
    if (!(await insertOccupancy(tx, { ...slot.occupancy, kind: 'cart', until, now }))) return
    await markOffered(tx, { id, start: slot.startsAt, until })
    const url = await pageOf(app, tx, entry)
    await enqueueEncryptedMail(app, tx, heldMail({ entry, startsAt: slot.startsAt, until, url }))
  })
}

/** True if a time seems free. Ends an entry whose booking can no longer be moved. */
async function mayBeFree(app: App, entry: Entry) {
  const wish = await slotQueryOf(app, app.db, entry)
  if (wish) return (await findEarliestSlot(app, app.db, wish)) !== undefined
  if (wish === null)
    await app.db.transaction().execute(async (tx) => {
      const locked = await lockEntry(tx, entry.id)
      if (locked?.status === 'waiting') await markOver(tx, { id: entry.id, status: 'ended', now: app.now() })
    })
  return false
}

/** Query for the time that an entry needs; undefined: not possible now, null: never again. */
async function slotQueryOf(app: App, db: Database | Transaction, entry: Entry) {
  const { companyId, serviceId, bookingId, firstDay, lastDay } = entry
  const now = app.now()
  const when = {
    firstDay,
    from: new Date(now.getTime() + waitingLimits.aheadHours * 3_600_000),
    callerHash: holderOf(entry.id),
    part: entry.dayPart,
  }
  if (bookingId === null) {
    const bookable = await findBookable(db, { companyId, serviceId })
    return bookable && { ...workOfEntry(entry), ...when, lastDay, before: undefined }
  }
  const [appointment, booking] = [await findAppointment(db, bookingId), await findBookingTimes(db, bookingId)]
  if (!appointment || !booking || customerMoveAt(appointment, now) !== 'free') return null
  if (await findOpenProposal(db, bookingId)) return undefined
  return { ...workOf(appointment, booking), ...when, lastDay: berlinDay(appointment.startsAt), before: appointment.startsAt }
}

/** URL for the mail: the booking's own page, or the entry's. */
async function pageOf(app: App, tx: Transaction, { id, bookingId, lastDay }: Entry) {
  if (bookingId === null) return issuePage(app, tx, id)
  return bookingPageUrl(app, await issueBookingToken(app, tx, { id: bookingId, bookingDate: lastDay }))
}

/** Deletes entries after their retention time. */
export async function purgeEntries(app: App) {
  const start = (days: number) => berlinInstant(addDays(berlinDay(app.now()), -days), '00:00')
  await deleteOld(app.db, { endedUntil: start(waitingRetention.endedDays), unconfirmedUntil: start(waitingRetention.unconfirmedDays) })
}
