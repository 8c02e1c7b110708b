import { companyOf } from '#src/orders/appointments/markActions.ts'
import { findAppointment } from '#src/orders/appointments/store.ts'
import { listItems } from '#src/orders/bookings/itemStore.ts'
import { issueBookingLinks } from '#src/orders/bookings/links/actions.ts'
import { endOrder } from '#src/orders/bookings/orderActions.ts'
import { bookingProblems } from '#src/orders/bookings/rules.ts'
import { lockBooking } from '#src/orders/bookings/store.ts'
import { agreedCents } from '#src/orders/instalments/planActions.ts'
import { addDays, berlinInstant } from '#src/platform/kit/dates.ts'
import { centsOf } from '#src/platform/kit/money.ts'
import { invalidInput } from '#src/platform/kit/problems.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import { announce } from '#src/platform/server/live.ts'
import { enqueueEncryptedMail } from '#src/platform/server/mail/mail.ts'
import { hourUnit } from '#src/supply/services/pricing.ts'
import { proposedMail, withdrawnMail } from './mails.ts'
import { labelOf, roomFor, type SupplementInput, supplementItem, supplementProblems } from './rules.ts'
import {
  findSupplement,
  insertSupplement,
  type ListedSupplement,
  listSupplements,
  lockSupplement,
  markSupplement,
  sumSupplements,
} from './store.ts'
import { supplementLimits, supplementTexts } from './texts.ts'

type Job = Pick<
  NonNullable<Awaited<ReturnType<typeof lockBooking>>>,
  'id' | 'bookingStatus' | 'paymentStatus' | 'bookingDate' | 'amountCents' | 'refundedCents' | 'parentId'
>

/**
 * Proposes more work than agreed to the customer of a confirmed booking (docs/spec.md#supplements). The id comes from the browser: sent
 * again, it proposes nothing new. Throws bookingProblems.notFound, supplementProblems, invalidInput.
 */
export const proposeSupplement = (app: App, { id, companyId, bookingId, kind, title, quantity, price, reason }: SupplementInput) =>
  app.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    if (booking?.companyId !== companyId) throw bookingProblems.notFound()
    const before = await findSupplement(tx, id)
    if (before) {
      if (before.bookingId !== bookingId) throw supplementProblems.unknown()
      return
    }
    const now = app.now()
    if (!(await isOpenFor(tx, booking, now))) throw supplementProblems.notNow()
    const { takenCents, open } = await sumSupplements(tx, bookingId)
    if (open >= supplementLimits.open) throw supplementProblems.tooMany()
    const [first] = await listItems(tx, bookingId)
    const item = supplementItem({
      kind,
      title,
      quantity,
      unitCents: centsOf(price),
      unit: first?.unit === hourUnit ? null : (first?.unit ?? null),
    })
    const roomCents = roomFor({ priceCents: await agreedCents(tx, booking), takenCents })
    if (item.totalCents > roomCents) throw invalidInput({ price: [supplementTexts.tooMuch(roomCents)] })
    const answerBy = new Date(now.getTime() + supplementLimits.answerHours * 3_600_000)
    await insertSupplement(tx, { ...item, id, bookingId, companyId, kind, reason, proposedAt: now, answerBy })
    await announce(tx, { companyId, kind: 'booking', id: bookingId })
    const links = await issueBookingLinks(app, tx, booking)
    const company = await companyOf(tx, companyId)
    await enqueueEncryptedMail(app, tx, proposedMail({ booking, company, supplement: { id, item, reason }, answerBy, links }))
  })

/** True while a supplement of the booking may be proposed: paid, on, and not longer over than some days. */
async function isOpenFor(db: Database | Transaction, job: Job, now: Date) {
  const isPaid = job.paymentStatus === 'paid' || job.paymentStatus === 'completed'
  if (job.bookingStatus !== 'confirmed' || !isPaid || job.parentId !== null) return false
  const appointment = await findAppointment(db, job.id)
  if (appointment && appointment.status !== 'agreed' && appointment.status !== 'performed') return false
  const end = appointment?.endsAt ?? berlinInstant(addDays(job.bookingDate, 1), '00:00')
  return now.getTime() < end.getTime() + supplementLimits.daysAfterEnd * 86_400_000
}

/** Withdraws an open supplement. Throws supplementProblems. */
export const withdrawSupplement = (app: App, { id, companyId, bookingId }: { id: string; companyId: string; bookingId: string }) =>
  app.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    const supplement = await lockSupplement(tx, id)
    if (!booking || supplement?.companyId !== companyId || supplement.bookingId !== bookingId) throw supplementProblems.unknown()
    if (!(await markSupplement(tx, { id, from: ['open'], to: 'withdrawn', now: app.now() }))) throw supplementProblems.over()
    await endOrder(tx, supplement.orderId)
    await announce(tx, { companyId, kind: 'booking', id: bookingId })
    const links = await issueBookingLinks(app, tx, booking)
    const company = await companyOf(tx, companyId)
    await enqueueEncryptedMail(app, tx, withdrawnMail({ booking, company, supplement: { ...supplement, item: supplement }, links }))
  })

/** Supplement of a list as both sides see it. */
export function showSupplement({ quantity, receiptId, receiptName, receiptAt, ...supplement }: ListedSupplement) {
  const receipt = receiptId && receiptName && receiptAt ? { id: receiptId, name: receiptName, uploadedAt: receiptAt } : null
  return { ...supplement, quantity: quantity / 100, label: labelOf({ ...supplement, quantity }), receipt }
}

/** Supplements of a company's booking, and what may still be added now. */
export async function readSupplements(app: App, job: Job) {
  const [list, sums, [first]] = await Promise.all([
    listSupplements(app.db, job.id),
    sumSupplements(app.db, job.id),
    listItems(app.db, job.id),
  ])
  const isOpen = await isOpenFor(app.db, job, app.now())
  const priceCents = isOpen ? await agreedCents(app.db, job) : 0
  const isHourly = first?.unit === hourUnit
  return {
    list: list.map(showSupplement),
    roomCents: isOpen ? roomFor({ priceCents, takenCents: sums.takenCents }) : null,
    hourlyCents: isHourly ? first.unitCents : null,
    piecePriceCents: first?.unit && !isHourly ? first.unitCents : null,
    piece: first?.unit && !isHourly ? first.unit : null,
  }
}
