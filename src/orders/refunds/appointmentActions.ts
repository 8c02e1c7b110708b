import { isDisputed } from '#src/money/payments/disputes/actions.ts'
import { readPendingRefunds } from '#src/money/payments/refundActions.ts'
import { changeAppointment, lockAppointment } from '#src/orders/appointments/actions.ts'
import { appointmentProblems, hoursTexts, type objectionDecisions, piecesTexts } from '#src/orders/appointments/actRules.ts'
import { decidedMails } from '#src/orders/appointments/mails.ts'
import { companyOf, lockToCallOff, markPerformed, type Worked } from '#src/orders/appointments/markActions.ts'
import { refundOfMissed } from '#src/orders/appointments/refundRules.ts'
import { insertAppointmentEvent, listMissedUntil, markAppointment } from '#src/orders/appointments/store.ts'
import { findHourly, findPieces } from '#src/orders/bookings/itemStore.ts'
import { issueBookingLinks } from '#src/orders/bookings/links/actions.ts'
import { lockBooking } from '#src/orders/bookings/store.ts'
import { demandOf, reducePlan } from '#src/orders/instalments/planActions.ts'
import type { Cents } from '#src/platform/kit/money.ts'
import { invalidInput } from '#src/platform/kit/problems.ts'
import type { Policy } from '#src/platform/kit/settingOptions.ts'
import type { App } from '#src/platform/server/app.ts'
import { recordAudit } from '#src/platform/server/audit.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { announce } from '#src/platform/server/live.ts'
import { enqueueBothMails } from '#src/platform/server/mail/mail.ts'
import { refundBookingIn } from './actions.ts'
import { cancelBookingIn } from './cancelActions.ts'
import { refundableCents } from './rules.ts'

type CallOff = { companyId: string; bookingId: string; reason: string; userId: string; requestId: string }

/** Cancels a booking on behalf of the company, with a full refund regardless of the policy. Throws as lockToCallOff, and cancelProblems. */
export const callOff = (app: App, { companyId, bookingId, reason, userId, requestId }: CallOff) =>
  app.db.transaction().execute(async (tx) => {
    await lockToCallOff(app, tx, { companyId, bookingId })
    await cancelBookingIn(app, tx, { bookingId, by: 'company', reason, actor: `user:${userId}`, requestId })
  })

type Work = { companyId: string; bookingId: string; userId: string; requestId: string } & Worked

/**
 * Marks the company's work as done. Work by the hour or the piece is billed up to the booked number, and the rest is refunded
 * (docs/spec.md#hours). Throws as markPerformed, and refundProblems.
 */
export const finishWork = (app: App, { userId, requestId, ...work }: Work) =>
  app.db.transaction().execute(async (tx) => {
    const { bookingId } = work
    const booking = await markPerformed(app, tx, work)
    const less = await unworked(tx, work)
    if (less) await giveBack(app, tx, { booking, cents: less.cents, reason: less.reason, actor: `user:${userId}`, requestId })
    await demandOf(app, tx, bookingId, { isDone: true })
  })

type GivenBack = { booking: Awaited<ReturnType<typeof markPerformed>>; cents: Cents; reason: string; actor: string; requestId: string }

/** Lowers a job's price: first what its customer still has to pay, then by refunds of the instalments and the booking that are paid. */
async function giveBack(app: App, tx: Transaction, { booking, cents, ...order }: GivenBack) {
  const { leftCents, paid } = await reducePlan(app, tx, { bookingId: booking.id, cents })
  let openCents = leftCents
  for (const bookingId of [...paid.flatMap(({ orderId }) => orderId ?? []), booking.id]) {
    const one = bookingId === booking.id ? booking : await lockBooking(tx, bookingId)
    const mayCents = one && !(await isDisputed(tx, bookingId)) ? refundableCents(one, await readPendingRefunds(tx, bookingId)) : 0
    const amountCents = Math.min(openCents, mayCents)
    if (amountCents > 0) await refundBookingIn(app, tx, { ...order, bookingId, amountCents })
    openCents -= Math.max(0, amountCents)
  }
}

/** Price in cents of the booked hours or pieces that were not worked; undefined if all were. Throws invalidInput for more than the booked. */
async function unworked(tx: Transaction, { bookingId, hours, pieces }: Worked & { bookingId: string }) {
  if (hours !== undefined) {
    const booked = await findHourly(tx, bookingId)
    if (!booked) throw invalidInput({ hours: [hoursTexts.none] })
    if (hours > booked.hours) throw invalidInput({ hours: [hoursTexts.atMost(booked.hours)] })
    return { cents: Math.round((booked.hours - hours) * booked.unitCents), reason: 'Weniger Stunden als gebucht' }
  }
  if (pieces === undefined) return undefined
  const booked = await findPieces(tx, bookingId)
  if (!booked) throw invalidInput({ pieces: [piecesTexts.none] })
  if (pieces > booked.pieces) throw invalidInput({ pieces: [piecesTexts.atMost(booked.pieces)] })
  return { cents: (booked.pieces - pieces) * booked.unitCents, reason: `Weniger ${booked.piece} als gebucht` }
}

/** Refunds missed appointments by their policy once the period of objection has ended without one. Reads its work from the tables. */
export async function settleMissed(app: App) {
  for (const { bookingId } of await listMissedUntil(app.db, app.now()))
    await app.db.transaction().execute(async (tx) => {
      const appointment = await lockAppointment(tx, bookingId)
      const isDue = appointment?.status === 'missed' && appointment.deadlineAt !== null && appointment.deadlineAt <= app.now()
      // An open dispute is decided first; the next run checks again.
      if (!isDue || (await isDisputed(tx, bookingId))) return
      await markAppointment(tx, { bookingId, status: 'missed', deadlineAt: null, now: app.now() })
      await insertAppointmentEvent(tx, { bookingId, at: app.now(), actor: 'system', act: 'settled' })
      const order = { bookingId, policy: appointment.policy, actor: 'system', requestId: `missed:${bookingId}` }
      await refundMissed(app, tx, order)
    })
}

type Missed = { bookingId: string; policy: Policy; actor: string; requestId: string }

async function refundMissed(app: App, tx: Transaction, { policy, ...order }: Missed) {
  const booking = await lockBooking(tx, order.bookingId)
  const leftCents = booking ? refundableCents(booking, await readPendingRefunds(tx, order.bookingId)) : 0
  const amountCents = refundOfMissed(policy, leftCents)?.refundCents ?? 0
  if (amountCents > 0) await refundBookingIn(app, tx, { ...order, amountCents, reason: 'Nicht angetroffen' })
}

type Decision = { bookingId: string; decision: (typeof objectionDecisions)[number]; reason: string; actor: string; requestId: string }

/**
 * Decides an objection on behalf of the operator: service done, customer absent, or customer right with a full refund. Throws
 * appointmentProblems.over, cancelProblems, refundProblems.
 */
export const decideObjection = (app: App, { decision, ...order }: Decision) =>
  app.db.transaction().execute(async (tx) => {
    const { bookingId, reason, actor, requestId } = order
    const appointment = await lockAppointment(tx, bookingId)
    const booking = await lockBooking(tx, bookingId)
    if (!booking || appointment?.status !== 'contested') throw appointmentProblems.over()
    if (decision === 'cancelled') return void (await cancelBookingIn(app, tx, { ...order, by: 'operator' }))
    const now = app.now()
    await changeAppointment(tx, { appointment, to: decision, actor: 'operator', act: 'decided', detail: { reason }, now })
    if (decision === 'missed') await refundMissed(app, tx, { bookingId, policy: appointment.policy, actor, requestId })
    const entry = { at: now, actor, action: 'appointments.decide', objectType: 'booking', objectId: bookingId, requestId }
    await recordAudit(tx, { ...entry, before: { appointment: 'contested' }, after: { appointment: decision, reason } })
    await announce(tx, { companyId: booking.companyId, kind: 'booking', id: bookingId })
    const links = await issueBookingLinks(app, tx, booking)
    await enqueueBothMails(app, tx, decidedMails({ booking, company: await companyOf(tx, booking.companyId), decision, reason, links }))
  })
