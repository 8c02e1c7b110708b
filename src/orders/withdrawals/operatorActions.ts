import { cancelProblems } from '#src/orders/bookings/cancelRules.ts'
import { withdrawalDeadline } from '#src/orders/bookings/withdrawalRules.ts'
import { refundBookingIn } from '#src/orders/refunds/actions.ts'
import { cancelBookingIn } from '#src/orders/refunds/cancelActions.ts'
import { refundProblems } from '#src/orders/refunds/rules.ts'
import { berlinDay } from '#src/platform/kit/dates.ts'
import { centsOfEuros } from '#src/platform/kit/money.ts'
import { Problem } from '#src/platform/kit/problems.ts'
import type { App } from '#src/platform/server/app.ts'
import { recordAudit } from '#src/platform/server/audit.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { enqueueMail } from '#src/platform/server/mail/mail.ts'
import { type ListRequest, readListPage } from '#src/platform/server/pages.ts'
import type { DecisionRequest, WithdrawalList } from './listRules.ts'
import { decisionMail } from './mails.ts'
import { bookingNumbersIn, isCause, withdrawalProblems } from './rules.ts'
import {
  type BookingRow,
  countWithdrawals,
  findDeclaredBooking,
  findWithdrawal,
  listCandidates,
  listWithdrawals,
  markAssigned,
  markDecided,
  type WithdrawalRow,
} from './store.ts'

/** Returns one page of all declarations, and the number that match. */
export const readWithdrawals = (app: App, params: ListRequest<WithdrawalList>) =>
  readListPage(app.db, params, { list: async (db, part) => (await listWithdrawals(db, part)).map(showWithdrawal), count: countWithdrawals })

/** Returns a declaration with its booking, or with possible ones. Throws withdrawalProblems.unknown. */
export async function readWithdrawal(app: App, id: string) {
  const row = await findWithdrawal(app.db, id)
  if (!row) throw withdrawalProblems.unknown()
  const booking = row.bookingId ? await findDeclaredBooking(app.db, row.bookingId) : undefined
  const numbers = bookingNumbersIn(row.contract)
  const candidates = booking ? [] : await listCandidates(app.db, { email: row.email, numbers })
  return { ...showWithdrawal(row), booking: booking ? showBooking(booking) : null, candidates: candidates.map(showBooking) }
}

const showWithdrawal = (row: WithdrawalRow) => ({ ...row, cause: isCause(row.cause) ? row.cause : null })

const showBooking = (row: BookingRow) => ({
  ...row,
  bookingTime: row.bookingTime.slice(0, 5),
  hasEarlyStart: row.earlyStartVersion !== null,
  deadline: row.paidAt ? withdrawalDeadline(berlinDay(row.paidAt)) : null,
})

type Assignment = { withdrawalId: string; bookingId: string; actor: string; requestId: string }

/** Assigns a booking to an open declaration that has none. Throws withdrawalProblems. */
export const assignWithdrawal = (app: App, { withdrawalId: id, bookingId, actor, requestId }: Assignment) =>
  app.db.transaction().execute(async (tx) => {
    if (!(await findDeclaredBooking(tx, bookingId))) throw withdrawalProblems.bookingUnknown()
    if (!(await findWithdrawal(tx, id))) throw withdrawalProblems.unknown()
    if (!(await markAssigned(tx, { id, bookingId }))) throw withdrawalProblems.assigned()
    const entry = { at: app.now(), actor, action: 'withdrawals.assign', objectType: 'withdrawal', objectId: id, requestId }
    await recordAudit(tx, { ...entry, before: { bookingId: null }, after: { bookingId } })
  })

type Order = DecisionRequest & { actor: string; requestId: string }

/**
 * Decides an open declaration on behalf of the operator, once. If accepted, its booking is cancelled and everything left is refunded; with
 * an amount, or if it is cancelled already, it is only refunded. Throws withdrawalProblems, cancelProblems for a dispute, and
 * refundProblems for the amount.
 */
export const decideWithdrawal = (app: App, order: Order) =>
  app.db.transaction().execute(async (tx) => {
    const { withdrawalId: id, decision, reason, amount, actor, requestId } = order
    const seen = await findWithdrawal(tx, id)
    if (!seen) throw withdrawalProblems.unknown()
    if (seen.status !== 'open') throw withdrawalProblems.decided()
    const bookingId = seen.bookingId ?? order.bookingId ?? null
    if (bookingId && !(await findDeclaredBooking(tx, bookingId))) throw withdrawalProblems.bookingUnknown()
    const status = decision === 'accept' ? 'accepted' : 'rejected'
    // Lock order: the booking before the declaration.
    const refundCents =
      decision === 'accept' && bookingId
        ? await endContract(app, tx, {
            bookingId,
            amountCents: amount === undefined ? undefined : centsOfEuros(amount),
            reason,
            actor,
            requestId,
          })
        : null
    const decided = await markDecided(tx, { id, status, bookingId, reason, refundCents, at: app.now() })
    if (!decided) throw withdrawalProblems.decided()
    const entry = { at: app.now(), actor, action: `withdrawals.${decision}`, objectType: 'withdrawal', objectId: id, requestId }
    await recordAudit(tx, {
      ...entry,
      before: { status: seen.status, cause: seen.cause },
      after: { status, bookingId, reason, refundCents },
    })
    await enqueueMail(tx, decisionMail({ withdrawal: decided, reason, refundCents }))
    return { refundCents }
  })

type Ending = { bookingId: string; amountCents: number | undefined; reason: string; actor: string; requestId: string }

/** Cancels and refunds. Returns the refund in cents; null if nothing was paid. Refusals are thrown before anything is written. */
async function endContract(app: App, tx: Transaction, { amountCents, ...ending }: Ending): Promise<number | null> {
  if (amountCents !== undefined) return (await refundBookingIn(app, tx, { ...ending, amountCents })).amountCents
  try {
    const { refundCents } = await cancelBookingIn(app, tx, { ...ending, by: 'withdrawal' })
    return refundCents ?? null
  } catch (error) {
    if (!isRefusal(error, cancelProblems.alreadyCancelled())) throw error
  }
  try {
    return (await refundBookingIn(app, tx, ending)).amountCents
  } catch (error) {
    if (isRefusal(error, refundProblems.nothingLeft())) return 0
    if (isRefusal(error, refundProblems.bookingUnknown())) return null
    throw error
  }
}

const isRefusal = (error: unknown, ...problems: Problem[]) => error instanceof Problem && problems.some(({ code }) => code === error.code)
