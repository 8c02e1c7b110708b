import type { Transaction } from '#src/server/db.ts'
import type { LedgerEntry } from './rules.ts'
import { insertLedgerTransaction, insertPaymentTransaction, markTransactionRefunded } from './store.ts'

/**
 * Posts one balanced ledger transaction, unique by kind and reference; answers whether it was new. The database refuses entries that do
 * not sum to zero when the transaction commits.
 */
export const postLedger = (
  tx: Transaction,
  one: { kind: string; reference: string; bookingId: string | null; occurredAt: Date; entries: readonly LedgerEntry[] },
) => insertLedgerTransaction(tx, one)

/** Writes the payment transaction of a booking that was paid. Money in cents. */
export const recordTransaction = (
  tx: Transaction,
  one: { bookingId: string; companyId: string; paymentId: string; amountCents: number; platformFeeCents: number; createdAt: Date },
) => insertPaymentTransaction(tx, one)

/** Marks a booking's payment transaction as refunded in full. */
export const recordFullRefund = (tx: Transaction, bookingId: string) => markTransactionRefunded(tx, bookingId)
