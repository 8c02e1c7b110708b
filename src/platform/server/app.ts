import type pg from 'pg'
import type { Feeds } from '#src/platform/ports/feeds.ts'
import type { Mail } from '#src/platform/ports/mail.ts'
import type { Payments } from '#src/platform/ports/payments.ts'
import type { Storage } from '#src/platform/ports/storage.ts'
import type { Config } from './config.ts'
import type { Replica } from './database/replica.ts'
import type { Database, Transaction } from './db.ts'
import type { Live } from './live.ts'
import type { Log } from './log.ts'

/** Dependencies of every action, passed as its first argument. Wired in main.ts and, over a cloned database, in tests/testApp.ts. */
export type App = {
  config: Config
  pool: pg.Pool
  db: Database
  /** Replica for public reads, if the database has one. */
  replica?: Replica
  log: Log
  payments: Payments
  mail: Mail
  feeds: Feeds
  storage: Storage
  hooks: Hooks
  live: Live
  /** Clock of the product: expiry rules compare with it, never with SQL now() (docs/spec.md#time). */
  now: () => Date
  /** Secure random bytes, passed in so that randomness has one source. */
  random: (bytes: number) => Buffer
}

/** Signed-in user, from the current rows of session and user. */
export type Session = { id: string; userId: string; email: string; isConfirmed: boolean; steppedUpAt: Date | null }
/** Operator's browser: past the password, or past both sign-in steps; `confirmedAt` is the time of the last mailed code. */
export type Admin = { id: string; state: 'password' | 'authenticated'; confirmedAt: Date | null }

/** Legal text as a file, ready to be sent. */
export type LegalFile = { title: string; name: string; content: Buffer }

/** A paid checkout, as reported to the slice that opened it. Money in cents. */
export type PaidCheckout = {
  checkoutId: string
  bookingId: string
  paymentId: string
  amountCents: number
  paidAt: Date
  /** Time until which the payer's bank returns the money without a reason; null for most methods. */
  returnableUntil: Date | null
  /** True if the money was under way for days, in which the company may have left. */
  wasUnderWay: boolean
}
/** Checkout that was completed with a method whose money arrives until a time at the latest, within this many days. */
export type ProcessingCheckout = { bookingId: string; method: string; until: Date; days: number }
/** Checkout whose amount is authorized on the card until a time. */
export type HeldCheckout = { bookingId: string; heldUntil: Date }
/** Checkout that ended without payment: it expired, the PSP did not open it, the paid amount does not match, or the payer's bank refused. */
export type EndedCheckout = { bookingId: string; reason: 'expired' | 'failed' | 'broken' | 'released' | 'refused' }
/** `owedCents`: the part that replaces the money of a returned refund, and does not reduce the booking again. */
export type SettledRefund = { bookingId: string; refundId: string; amountCents: number; owedCents: number; refundedAt: Date }
/** Refund that the PSP finally refused: none of its money moved. */
export type FailedRefund = { bookingId: string; refundId: string; failedAt: Date }

/** Refund that the customer's bank returned after it had succeeded. */
export type ReturnedRefund = { bookingId: string; refundId: string; amountCents: number }

/** Change of a disputed payment of a booking: its money was withdrawn, given back, or is lost. Money in cents. */
export type DisputeChange = {
  id: string
  stage: 'opened' | 'won' | 'lost'
  bookingId: string
  amountCents: number
  reason: string
  dueBy: Date | null
  at: Date
}

/** Bank account behind a company's connected account: its fingerprint at the PSP and its label for people. */
export type PayoutTarget = { companyId: string; target: string; label: string }

/** Ids from a webhook event or a query of the PSP; in every case the subscription behind them is read again. */
export type SubscriptionReference = { subscriptionId: string } | { invoiceId: string } | { sessionId: string }

/** Account whose data are exported or which is to be deleted; its address is confirmed. */
export type Person = { userId: string; email: string }

/**
 * Calls from a lower slice to an upper one: payments reports to bookings, src/platform/server identifies callers by accounts. Few and
 * named, filled by wiring.ts. onPaid, onHeld, onProcessing, onExpired, onRefunded, onDispute run inside the transaction that settles the checkout, the
 * refund or the dispute.
 */
export type Hooks = {
  onPaid: { booking: (app: App, tx: Transaction, paid: PaidCheckout) => Promise<void> }
  /** Returns whether the authorization is needed; otherwise it is released. */
  onHeld: { booking: (app: App, tx: Transaction, held: HeldCheckout) => Promise<boolean> }
  /** The money is under way: the booking waits for it. */
  onProcessing: { booking: (app: App, tx: Transaction, processing: ProcessingCheckout) => Promise<void> }
  onExpired: { booking: (app: App, tx: Transaction, ended: EndedCheckout) => Promise<void> }
  onRefunded: { booking: (app: App, tx: Transaction, refund: SettledRefund) => Promise<void> }
  onRefundFailed: { booking: (app: App, tx: Transaction, refund: FailedRefund) => Promise<void> }
  onRefundReturned: { booking: (app: App, tx: Transaction, refund: ReturnedRefund) => Promise<void> }
  onDispute: { booking: (app: App, tx: Transaction, change: DisputeChange) => Promise<void> }
  /** Outside any transaction: money of a transfer was returned, by us or by the PSP. Throws PaymentsUnavailable to be retried. */
  onTransferChanged: (app: App, transferId: string) => Promise<void>
  /** Outside any transaction: the slice reads the current state from the PSP and applies it. Throws PaymentsUnavailable to be retried. */
  onSubscriptionChanged: (app: App, hint: SubscriptionReference) => Promise<void>
  /** Outside any transaction: the payment of a subscription's invoice came back. Throws PaymentsUnavailable to be retried. */
  onPaymentReturned: (app: App, returned: { invoiceId: string; amountCents: number }) => Promise<void>
  onPayoutAccountChanged: (app: App, accountId: string) => Promise<void>
  /** A connected account can be paid, but its bank account is not confirmed by the owner. In the caller's transaction. */
  onPayoutTargetSeen: (app: App, tx: Transaction, seen: PayoutTarget) => Promise<void>
  /** Session of a request's cookies; undefined without one. */
  findSession: (app: App, cookies: string) => Promise<Session | undefined>
  /** Throws the refusal of companies unless this person owns this company. `companyId` comes unchecked from the request. */
  requireOwnCompany: (app: App, claim: { userId: string; companyId: string }) => Promise<void>
  findAdmin: (app: App, cookies: string) => Promise<Admin | undefined>
  /** Bookings of payouts: locked before the payouts are, marked as paid out, or due again because the money was returned. */
  payoutBookings: {
    lock: (tx: Transaction, ids: readonly string[]) => Promise<unknown>
    markPaidOut: (tx: Transaction, paid: { ids: readonly string[]; now: Date }) => Promise<unknown>
    markOwedAgain: (tx: Transaction, owed: { ids: readonly string[]; now: Date }) => Promise<unknown>
  }
  /** A company has a calendar now: earlier bookings occupy their times in it. */
  onCalendarOpened: (app: App, tx: Transaction, companyId: string) => Promise<void>
  /** In the transaction that confirms a paid booking: returns whether the booking now owns the quote that it accepts, if any. */
  claimQuote: (app: App, tx: Transaction, paid: { bookingId: string; now: Date }) => Promise<boolean>
  /** Creates a secret page of the quote request behind a company's quote, for a mail to its customer. */
  issueQuotePage: (app: App, tx: Transaction, quoteId: string) => Promise<string>
  /** Current legal texts by their names, for the files of a mail. */
  readLegalFiles: (app: App, names: readonly string[]) => Promise<LegalFile[]>
  /** Data that a slice stores about the person, ready for JSON, by the name of its part in the export. */
  exportPerson: Record<string, (app: App, person: Person) => Promise<unknown>>
  /** In the transaction that deletes the account: throws a problem if the account must stay, else cleans up the slice's own rows. */
  mayDeleteAccount: Record<string, (app: App, tx: Transaction, person: Person) => Promise<void>>
}
