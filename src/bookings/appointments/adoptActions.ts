import { type FreeSlot, occupy, seekSlot } from '#src/calendars/actions.ts'
import { lockResources } from '#src/calendars/occupancyStore.ts'
import { berlinDay } from '#src/kit/dates.ts'
import type { App } from '#src/server/app.ts'
import type { Transaction } from '#src/server/db.ts'
import { insertAppointment, insertAppointmentEvent, listConfirmedFrom, markAppointment } from './store.ts'

/** The same for a booking that was paid without an appointment, although its company has a calendar by now. */
export const adoptLate = (app: App, { companyId }: { companyId: string }) =>
  app.db.transaction().execute(async (tx) => {
    await lockResources(tx, companyId)
    await adoptBookings(app, tx, companyId)
  })

/**
 * Gives an appointment to each booking that was confirmed before its company had a calendar: of people who work then, else of people who are
 * free outside their hours. Beside another job there is none: the booking is shown without people (docs/spec.md#diary).
 */
export async function adoptBookings(app: App, tx: Transaction, companyId: string) {
  const now = app.now()
  for (const booking of await listConfirmedFrom(tx, { companyId, day: berlinDay(now) })) {
    const { id: bookingId } = booking
    const slot = await seekSeats(app, tx, { companyId, booking })
    if (!slot) continue
    const { startsAt, endsAt } = slot
    // What its customer was promised, whatever the company's policy is by now: free until a day before (docs/spec.md#cancellation-tiers).
    const policy = 'kulant'
    await insertAppointment(tx, { bookingId, companyId, startsAt, endsAt, mode: 'instant', policy, createdAt: now, updatedAt: now })
    await markAppointment(tx, { bookingId, status: 'agreed', deadlineAt: null, now })
    await occupy(tx, slot, { kind: 'booking', bookingId, now })
    await insertAppointmentEvent(tx, { bookingId, at: now, actor: 'system', act: 'adopted', after: JSON.stringify({ startsAt, endsAt }) })
  }
}

type Booked = { companyId: string; booking: Awaited<ReturnType<typeof listConfirmedFrom>>[number] }

async function seekSeats(app: App, tx: Transaction, { companyId, booking }: Booked): Promise<FreeSlot | undefined> {
  const { serviceId, bookingDate: date, bookingTime: time, location } = booking
  const wanted = { companyId, serviceId: serviceId ?? undefined, location, date, time: time.slice(0, 5), callerHash: '' }
  for (const anyHours of [false, true]) {
    const slot = await seekSlot(app, tx, { ...wanted, isAgreed: true, anyHours })
    if (slot && !('why' in slot)) return slot
  }
  return undefined
}
