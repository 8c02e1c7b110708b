import { occupy, seekSlot } from '#src/calendars/actions.ts'
import { berlinDay } from '#src/kit/dates.ts'
import type { App } from '#src/server/app.ts'
import type { Transaction } from '#src/server/db.ts'
import { insertAppointment, insertAppointmentEvent, listConfirmedFrom, markAppointment } from './store.ts'

/**
 * What was booked before a company had a calendar takes its times, where they are free: outside the hours or beside another booking it stays
 * what it was, agreed between company and customer.
 */
export async function adoptBookings(app: App, tx: Transaction, companyId: string) {
  const now = app.now()
  for (const booking of await listConfirmedFrom(tx, { companyId, day: berlinDay(now) })) {
    const { id: bookingId, serviceId, bookingDate: date, bookingTime: time, location } = booking
    const wanted = {
      companyId,
      serviceId: serviceId ?? undefined,
      location,
      date,
      time: time.slice(0, 5),
      callerHash: '',
      isAgreed: true as const,
    }
    const slot = await seekSlot(app, tx, wanted)
    if (!slot || 'why' in slot) continue
    const { startsAt, endsAt, policy } = slot
    await insertAppointment(tx, { bookingId, companyId, startsAt, endsAt, mode: 'instant', policy, createdAt: now, updatedAt: now })
    await markAppointment(tx, { bookingId, status: 'agreed', deadlineAt: null, now })
    await occupy(tx, slot, { kind: 'booking', bookingId, now })
    await insertAppointmentEvent(tx, { bookingId, at: now, actor: 'system', act: 'adopted', after: JSON.stringify({ startsAt, endsAt }) })
  }
}
