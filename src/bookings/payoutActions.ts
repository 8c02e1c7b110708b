import type { Transaction } from '#src/server/db.ts'
import { lockBookings, markOwedAgain, markPaidOut } from './store.ts'

/** Locks the bookings of payouts before anything about those payouts is changed: the one order of locks, bookings first. */
export const lockForPayout = (tx: Transaction, ids: readonly string[]) => lockBookings(tx, ids)

/** The company has its share of these bookings. */
export const completePaid = (tx: Transaction, paid: { ids: readonly string[]; now: Date }) => markPaidOut(tx, paid)

/** The share of these bookings came back: they are ready for payout again. */
export const reopenPaid = (tx: Transaction, returned: { ids: readonly string[]; now: Date }) => markOwedAgain(tx, returned)
