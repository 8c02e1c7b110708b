import { berlinDay } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { type FreeSlot, occupy, seekSlot } from '#src/supply/calendars/actions.ts'
import { lockResources } from '#src/supply/calendars/occupancyStore.ts'
import { insertAppointment, insertAppointmentEvent, listConfirmedFrom, markAppointment } from './store.ts'

/**
 * Adopts the bookings of a company in a transaction of its own: for a booking that was paid without an appointment while its company set up
 * a calendar.
 */
export const adoptLate = (app: App, { companyId }: { companyId: string }) =>
  app.db.transaction().execute(async (tx) => {
    await lockResources(tx, companyId)
    await adoptBookings(app, tx, companyId)
  })

/**
 * Creates an appointment for each booking that was confirmed before its company had a calendar: with people who work then, else with people
 * who are free outside their hours. If all are busy there is none, and the diary shows the booking without people (docs/spec.md#diary).
 */
export async function adoptBookings(app: App, tx: Transaction, companyId: string) {
  const now = app.now()
  for (const booking of await listConfirmedFrom(tx, { companyId, day: berlinDay(now) })) {
    const { id: bookingId } = booking
    const slot = await seekSeats(app, tx, { companyId, booking })
    if (!slot) continue
    const { startsAt, endsAt, parts } = slot
    // Policy that the customer was promised: free until a day before (docs/spec.md#cancellation-tiers). The company's current policy does
    // not count.
    const policy = 'kulant'
    await insertAppointment(tx, { bookingId, companyId, startsAt, endsAt, parts, mode: 'instant', policy, createdAt: now, updatedAt: now })
    await markAppointment(tx, { bookingId, status: 'agreed', deadlineAt: null, now })
    await occupy(tx, slot, { kind: 'booking', bookingId, now })
    await insertAppointmentEvent(tx, { bookingId, at: now, actor: 'system', act: 'adopted', after: JSON.stringify({ startsAt, endsAt }) })
  }
}

type Booked = { companyId: string; booking: Awaited<ReturnType<typeof listConfirmedFrom>>[number] }

async function seekSeats(app: App, tx: Transaction, { companyId, booking }: Booked): Promise<FreeSlot | undefined> {
  const { serviceId, bookingDate: date, bookingTime: time, location } = booking
  const quantity = booking.quantity === null ? undefined : booking.quantity / 100
  const wanted = { companyId, serviceId: serviceId ?? undefined, quantity, location, date, time: time.slice(0, 5), callerHash: '' }
  for (const anyHours of [false, true]) {
    const slot = await seekSlot(app, tx, { ...wanted, isAgreed: true, anyHours })
    if (slot && !('why' in slot)) return slot
  }
  return undefined
}
