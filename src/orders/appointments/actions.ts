import type { Cents } from '#src/platform/kit/money.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { withdrawMails } from '#src/platform/server/mail/mail.ts'
import { type FreeSlot, occupy, seekSlot } from '#src/supply/calendars/actions.ts'
import { deleteOccupancies, deleteProposed, lockResources, markOccupancies } from '#src/supply/calendars/occupancyStore.ts'
import { minutesOfSpans } from '#src/supply/calendars/parts.ts'
import { endProposal } from './proposalStore.ts'
import { reminderKey, reminderOccasions } from './reminderRules.ts'
import { type AppointmentStatus, endedStatuses } from './states.ts'
import { findAppointment, insertAppointment, insertAppointmentEvent, markAppointment, markRetained, markTerm, readLocked } from './store.ts'

type Hold = { slot: FreeSlot; bookingId: string; kind: 'checkout' | 'request'; now: Date }

/**
 * Reserves a free time for a pending booking, which waits for its payment or, if the company is asked before any payment, for its answer.
 */
export async function holdAppointment(tx: Transaction, { slot, bookingId, kind, now }: Hold) {
  const { bookingMode: mode, policy, startsAt, endsAt, parts, occupancy } = slot
  const { companyId } = occupancy
  await insertAppointment(tx, { bookingId, companyId, startsAt, endsAt, parts, mode, policy, createdAt: now, updatedAt: now })
  await occupy(tx, slot, { kind, bookingId, now })
  const act = kind === 'checkout' ? 'ordered' : 'requested'
  await insertAppointmentEvent(tx, { bookingId, at: now, actor: 'customer', act, after: JSON.stringify({ startsAt, endsAt }) })
}

/**
 * Returns the appointment of a booking after locking its company's resources and its row; undefined for a booking without an appointment.
 * Call it before locking the booking: every writer of times uses this order.
 */
export async function lockAppointment(tx: Transaction, bookingId: string) {
  const appointment = await findAppointment(tx, bookingId)
  if (!appointment) return undefined
  await lockResources(tx, appointment.companyId)
  return readLocked(tx, bookingId)
}
export type Appointment = NonNullable<Awaited<ReturnType<typeof lockAppointment>>>

/** Cancels an appointment for good; `retainedCents` of its price stays with the company. */
export async function cancelAppointment(
  tx: Transaction,
  { retainedCents, ...cancelled }: Pick<Change, 'appointment' | 'actor' | 'now'> & { retainedCents: Cents },
) {
  await free(tx, { ...cancelled, to: 'cancelled', act: 'cancelled' })
  if (retainedCents > 0) await markRetained(tx, { bookingId: cancelled.appointment.bookingId, retainedCents })
}

type Change = {
  appointment: Appointment
  to: AppointmentStatus
  actor: 'customer' | 'company' | 'operator' | 'system'
  act: string
  now: Date
  /** Deadline of the side that has to act next. */
  deadlineAt?: Date
  detail?: object
}

/**
 * Changes an appointment's state along its graph, and logs the act. Ends an open proposal to move it, because only an agreed appointment
 * can be moved.
 */
export async function changeAppointment(tx: Transaction, { appointment, to, actor, act, now, deadlineAt, detail }: Change) {
  const { bookingId, status } = appointment
  await markAppointment(tx, { bookingId, status: to, deadlineAt: deadlineAt ?? null, now })
  if (status === 'agreed') await withdrawReminders(tx, appointment)
  if (await endProposal(tx, { bookingId, status: 'lapsed', now })) await deleteProposed(tx, bookingId)
  await insertAppointmentEvent(tx, {
    bookingId,
    at: now,
    actor,
    act,
    before: JSON.stringify({ status }),
    after: JSON.stringify({ status: to, ...detail }),
  })
}

/** Withdraws reminders that are still in the queue of mails: their time is no longer valid. */
export const withdrawReminders = (tx: Transaction, appointment: Pick<Appointment, 'bookingId' | 'startsAt'>) =>
  withdrawMails(
    tx,
    reminderOccasions.map((occasion) => reminderKey(appointment, occasion)),
  )

/** Makes a held appointment agreed once it is paid. */
export async function agree(tx: Transaction, appointment: Appointment, now: Date) {
  await changeAppointment(tx, { appointment, to: 'agreed', actor: 'system', act: 'paid', now })
  await markOccupancies(tx, { bookingId: appointment.bookingId, kind: 'booking' })
}

/** Ends an appointment that does not take place, and frees its time. Does nothing if it has ended already. */
export async function free(tx: Transaction, { appointment, to, actor, act, now }: Change) {
  await deleteOccupancies(tx, appointment.bookingId)
  if (endedStatuses.includes(appointment.status)) return
  await changeAppointment(tx, { appointment, to, actor, act, now })
}

type Late = { appointment: Appointment; booking: { serviceId: string | null; bookingDate: string; bookingTime: string; location: string } }

/** Length and continuity of a sold appointment, which stay as they were sold; undefined continuity: as the service has it now. */
export const lengthOf = ({ startsAt, endsAt, parts }: Pick<Appointment, 'startsAt' | 'endsAt' | 'parts'>) => ({
  minutes: minutesOfSpans(parts ?? [{ from: startsAt.getTime(), to: endsAt.getTime() }]),
  isSpread: parts ? true : undefined,
})

/** True if a released time could be taken again for a late payment. Its parts may be others, if the company's hours changed. */
export async function occupyAgain(app: App, tx: Transaction, { appointment, booking }: Late) {
  const { bookingId, companyId } = appointment
  const { serviceId, bookingDate: date, bookingTime: time, location } = booking
  const work = { companyId, serviceId: serviceId ?? undefined, location, ...lengthOf(appointment) }
  const wanted = { ...work, date, time, callerHash: '', isAgreed: true as const }
  const slot = await seekSlot(app, tx, wanted)
  if (!slot || 'why' in slot) return false
  await occupy(tx, slot, { kind: 'booking', bookingId, now: app.now() })
  await markTerm(tx, { bookingId, ...slot })
  return true
}
