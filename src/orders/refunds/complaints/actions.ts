import { readPendingRefunds } from '#src/money/payments/refundActions.ts'
import { lockAppointment } from '#src/orders/appointments/actions.ts'
import { companyOf } from '#src/orders/appointments/markActions.ts'
import { answeredMail, decidedMails, escalatedMails, reportedMails, settledCompanyMail } from '#src/orders/bookings/complaints/mails.ts'
import {
  type ComplaintReason,
  type ComplaintRequest,
  companyDeadline,
  complaintProblems,
  customerDeadline,
  isOpenComplaint,
  reportableUntil,
} from '#src/orders/bookings/complaints/rules.ts'
import {
  type Complaint,
  findOpenComplaint,
  insertComplaint,
  listComplaintsOf,
  markComplaint,
} from '#src/orders/bookings/complaints/store.ts'
import { issueBookingLinks } from '#src/orders/bookings/links/actions.ts'
import { openWithKey } from '#src/orders/bookings/links/keyActions.ts'
import type { HeldKey } from '#src/orders/bookings/links/keyRules.ts'
import { bookingProblems } from '#src/orders/bookings/rules.ts'
import { lockBooking } from '#src/orders/bookings/store.ts'
import { readReceipt } from '#src/orders/receipts/actions.ts'
import type { App } from '#src/platform/server/app.ts'
import { recordAudit } from '#src/platform/server/audit.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { announce } from '#src/platform/server/live.ts'
import { enqueueBothMails, enqueueEncryptedMail, enqueueMail } from '#src/platform/server/mail/mail.ts'
import { refundBookingIn } from '../actions.ts'
import { isSharePaidOut } from '../cancelActions.ts'
import { refundableCents } from '../rules.ts'
import { type RefundChoice, refundCentsOf } from './rules.ts'
import { findBookingOf, listOverdue } from './store.ts'

type LockedBooking = NonNullable<Awaited<ReturnType<typeof lockBooking>>>
type Report = { key: HeldKey; reason: ComplaintReason; words: string; request?: ComplaintRequest | undefined }

/**
 * Reports a customer's complaint about a service; the booking is not paid out until it is closed (docs/spec.md#complaints). Returns the
 * receipt. Throws as openWithKey, and complaintProblems.
 */
export async function reportComplaint(app: App, { key, reason, words, request }: Report) {
  const bookingId = await openWithKey(app, key)
  await app.db.transaction().execute(async (tx) => {
    const appointment = await lockAppointment(tx, bookingId)
    const booking = await lockBooking(tx, bookingId)
    if (!booking) throw bookingProblems.notFound()
    const complaints = await listComplaintsOf(tx, bookingId)
    if (complaints.some(({ status }) => isOpenComplaint(status))) throw complaintProblems.alreadyOpen()
    const now = app.now()
    const leftCents = refundableCents(booking, await readPendingRefunds(tx, bookingId))
    if (!reportableUntil({ booking, leftCents, appointment, complaints }, now)) throw complaintProblems.notNow()
    const { companyId } = booking
    const row = { bookingId, companyId, reason, words, request: request ?? null, reportedAt: now, deadlineAt: companyDeadline(now) }
    const complaint = await insertComplaint(tx, row)
    await announce(tx, { companyId, kind: 'booking', id: bookingId })
    await enqueueBothMails(app, tx, reportedMails(await factsFor(app, tx, { booking, complaint })))
  })
  return readReceipt(app, key)
}

type Answer = {
  companyId: string
  bookingId: string
  answer: string
  refund: RefundChoice
  amount?: number | undefined
  userId: string
  requestId: string
}

/**
 * Stores the company's only answer to a complaint, with a refund if it offers one; a full refund settles the complaint. Throws
 * bookingProblems.notFound, complaintProblems.over, refundProblems.
 */
export const answerComplaint = (app: App, { companyId, bookingId, answer, userId, requestId, ...choice }: Answer) =>
  app.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    if (booking?.companyId !== companyId) throw bookingProblems.notFound()
    const open = await findOpenComplaint(tx, bookingId)
    if (!open || open.answer !== null) throw complaintProblems.over()
    const refundCents = await refundFor(app, tx, { booking, choice, actor: `user:${userId}`, requestId })
    const isSettled = refundCents > 0 && refundableCents(booking, await readPendingRefunds(tx, bookingId)) === 0
    const complaint = await markComplaint(tx, open.id, { answer, answeredAt: app.now(), refundCents, ...afterAnswer(app, open, isSettled) })
    await announce(tx, { companyId, kind: 'booking', id: bookingId })
    const facts = await factsFor(app, tx, { booking, complaint })
    await enqueueEncryptedMail(app, tx, answeredMail({ ...facts, refundCents, isSettled }))
  })

/** After the escalation a late answer is stored, but the operator still decides. */
function afterAnswer(app: App, { status }: Complaint, isSettled: boolean) {
  if (isSettled) return { status: 'settled', deadlineAt: null, closedAt: app.now() } as const
  return status === 'escalated' ? {} : ({ status: 'answered', deadlineAt: customerDeadline(app.now()) } as const)
}

type Resolution = { key: HeldKey } & ({ answer: 'accept' } | { answer: 'reject'; words: string })

/**
 * Settles a complaint on behalf of the customer, or rejects the company's answer, so that the operator decides. Returns the receipt.
 * Throws as openWithKey, and complaintProblems.over.
 */
export async function resolveComplaint(app: App, { key, ...said }: Resolution) {
  const bookingId = await openWithKey(app, key)
  await app.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    const open = await findOpenComplaint(tx, bookingId)
    if (!booking || !open) throw complaintProblems.over()
    await announce(tx, { companyId: booking.companyId, kind: 'booking', id: bookingId })
    if (said.answer === 'accept') return settle(app, tx, { booking, open })
    if (open.status !== 'answered') throw complaintProblems.over()
    return escalate(app, tx, { booking, open, because: 'rejected', rejection: said.words })
  })
  return readReceipt(app, key)
}

type Locked = { booking: LockedBooking; open: Complaint }

async function settle(app: App, tx: Transaction, { booking, open }: Locked) {
  const complaint = await markComplaint(tx, open.id, { status: 'settled', deadlineAt: null, closedAt: app.now() })
  await enqueueMail(tx, settledCompanyMail(await factsFor(app, tx, { booking, complaint })))
}

type Escalation = Locked & { because: 'companySilent' | 'customerSilent' | 'rejected'; rejection: string | null }

async function escalate(app: App, tx: Transaction, { booking, open, because, rejection }: Escalation) {
  const complaint = await markComplaint(tx, open.id, { status: 'escalated', deadlineAt: null, rejection, escalatedAt: app.now() })
  const facts = await factsFor(app, tx, { booking, complaint })
  const { operator, ...both } = escalatedMails({ ...facts, because, operatorEmail: app.config.adminEmail })
  await enqueueBothMails(app, tx, both)
  await enqueueMail(tx, operator)
}

/**
 * Escalates complaints that were not answered in time to the operator. Reads its work from the tables, so that none blocks a payout
 * unnoticed.
 */
export async function escalateComplaints(app: App) {
  for (const { bookingId } of await listOverdue(app.db, app.now()))
    await app.db.transaction().execute(async (tx) => {
      const booking = await lockBooking(tx, bookingId)
      const open = await findOpenComplaint(tx, bookingId)
      if (!booking || !open?.deadlineAt || open.deadlineAt > app.now()) return
      await announce(tx, { companyId: booking.companyId, kind: 'booking', id: bookingId })
      await escalate(app, tx, { booking, open, because: open.status === 'open' ? 'companySilent' : 'customerSilent', rejection: null })
    })
}

type Decision = {
  complaintId: string
  refund: RefundChoice
  amount?: number | undefined
  reason: string
  actor: string
  requestId: string
}

/** Decides an open complaint on behalf of the operator, with its refund. Throws complaintProblems, refundProblems. */
export const decideComplaint = (app: App, { complaintId, reason, actor, requestId, ...choice }: Decision) =>
  app.db.transaction().execute(async (tx) => {
    const found = await findBookingOf(tx, complaintId)
    if (!found) throw complaintProblems.unknown()
    const booking = await lockBooking(tx, found.bookingId)
    const open = await findOpenComplaint(tx, found.bookingId)
    if (!booking || open?.id !== complaintId) throw complaintProblems.over()
    const refundCents = await refundFor(app, tx, { booking, choice, actor, requestId })
    const now = app.now()
    const decided = { decision: choice.refund, decisionReason: reason, decidedCents: refundCents }
    const complaint = await markComplaint(tx, open.id, { status: 'decided', deadlineAt: null, closedAt: now, ...decided })
    const entry = { at: now, actor, action: 'complaints.decide', objectType: 'booking', objectId: booking.id, requestId }
    await recordAudit(tx, { ...entry, before: { complaint: open.status }, after: { complaint: 'decided', reason, refundCents } })
    await announce(tx, { companyId: booking.companyId, kind: 'booking', id: booking.id })
    await enqueueBothMails(app, tx, decidedMails({ ...(await factsFor(app, tx, { booking, complaint })), reason, refundCents }))
  })

type Refund = {
  booking: LockedBooking
  choice: { refund: RefundChoice; amount?: number | undefined }
  actor: string
  requestId: string
}

/** Orders the refund of an answer or decision; returns its amount in cents. */
async function refundFor(app: App, tx: Transaction, { booking, choice, ...order }: Refund) {
  if (choice.refund === 'none') return 0
  const wanted = { bookingId: booking.id, amountCents: refundCentsOf(choice), reason: 'Gemeldetes Problem', ...order }
  return (await refundBookingIn(app, tx, wanted)).amountCents
}

async function factsFor(app: App, tx: Transaction, { booking, complaint }: { booking: LockedBooking; complaint: Complaint }) {
  const [company, links] = [await companyOf(tx, booking.companyId), await issueBookingLinks(app, tx, booking)]
  return { complaint, booking, company, isPaidOut: await isSharePaidOut(tx, booking), publicUrl: app.config.publicUrl, links }
}
