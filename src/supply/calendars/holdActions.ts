import { addDays, berlinInstant } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Caller } from '#src/platform/server/calls/endpoint.ts'
import { networkHash } from '#src/platform/server/calls/network.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import { findCompanyForBooking } from '#src/supply/companies/store.ts'
import { findFreeSlot } from './actions.ts'
import { countCarts, countUnpaid, deleteCarts, deleteCartsOfNetwork, findCart, insertOccupancy, lockResources } from './occupancyStore.ts'
import { calendarLimits, calendarProblems, type HoldRequest, slotRefusal } from './rules.ts'
import { freeDays } from './slots.ts'
import { readDays, readTimes } from './workActions.ts'

/** Refuses companies that take no bookings: not listed, suspended or without a live plan. Throws calendarProblems.notBookable. */
export async function requireBookable(db: Database | Transaction, companyId: string) {
  const company = await findCompanyForBooking(db, companyId)
  if (!company?.takesBookings) throw calendarProblems.notBookable()
}

/**
 * Holds a free time for a browser during checkout (docs/spec.md#hold). Ends earlier holds of the browser, or of its network, at this
 * company; an earlier hold of the same time keeps its later expiry. Returns the expiry, and the company's cancellation policy. Throws
 * slotRefusal, calendarProblems.none, notBookable, manyHeld.
 */
export const holdSlot = (app: App, request: HoldRequest, caller: Caller) =>
  app.db.transaction().execute(async (tx) => {
    const { companyId } = request
    await requireBookable(tx, companyId)
    await lockResources(tx, companyId)
    const startsAt = berlinInstant(request.date, request.time)
    const by = { companyId, callerHash: caller.hash(), networkHash: networkHash(app, caller) }
    const held = await findCart(tx, { ...by, startsAt })
    await deleteCartsOfNetwork(tx, { ...by, startsAt, most: calendarLimits.heldByNetwork * app.config.LIMITS_FACTOR })
    const slot = await findFreeSlot(app, tx, { ...request, ...by })
    if (!slot) throw calendarProblems.none()
    await leaveEnough(app, tx, { ...request, callerHash: by.callerHash })
    const now = app.now()
    const until = new Date(Math.max(now.getTime() + calendarLimits.holdMinutes * 60_000, held?.until?.getTime() ?? 0))
    const isHeld = await insertOccupancy(tx, { ...slot.occupancy, kind: 'cart', until, now })
    if (!isHeld) throw slotRefusal('taken', [])
    return { until, policy: slot.policy }
  })

/** Refuses a hold that would leave less than half of a day's times to others. Throws calendarProblems.manyHeld. */
async function leaveEnough(app: App, tx: Transaction, request: HoldRequest & { callerHash: string }) {
  const now = app.now()
  const { companyId, date } = request
  const carts = await countCarts(tx, { companyId, from: berlinInstant(date, '00:00'), to: berlinInstant(addDays(date, 1), '00:00'), now })
  if (carts === 0) return
  const { rule } = await readTimes(tx, request)
  const { calendar, place } = await readDays(tx, rule, { ...request, firstDay: date, days: 1, now })
  if (!calendar) return
  const [day] = freeDays(calendar, rule, { now: now.getTime(), firstDay: date, days: 1, place })
  const all = carts + countApart(day?.starts ?? [], rule.minutes * 60_000)
  const most = Math.ceil(all * calendarLimits.heldShareOfDay) * app.config.LIMITS_FACTOR
  if (carts + 1 > most) throw calendarProblems.manyHeld()
}

/** Number of starts (ascending) that do not overlap each other. */
export function countApart(starts: readonly number[], lengthMs: number) {
  let count = 0
  let free = Number.NEGATIVE_INFINITY
  for (const start of starts) {
    if (start < free) continue
    count += 1
    free = start + lengthMs
  }
  return count
}

/** Limits the unpaid orders of a network at a company. Call it under `lockResources`. Throws calendarProblems.manyUnpaid. */
export async function limitUnpaid(app: App, tx: Transaction, of: { companyId: string; networkHash: string }) {
  if ((await countUnpaid(tx, of)) >= calendarLimits.unpaidByNetwork * app.config.LIMITS_FACTOR) throw calendarProblems.manyUnpaid()
}

/** Frees the times that a browser holds at a company. */
export const releaseSlot = (app: App, { companyId }: { companyId: string }, caller: Caller) =>
  app.db.transaction().execute((tx) => deleteCarts(tx, { companyId, callerHash: caller.hash(), now: app.now() }))
