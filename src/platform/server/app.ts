import type pg from 'pg'
import type { Feeds } from '#src/platform/ports/feeds.ts'
import type { Mail } from '#src/platform/ports/mail.ts'
import type { Payments } from '#src/platform/ports/payments.ts'
import type { Storage } from '#src/platform/ports/storage.ts'
import type { Config } from './config.ts'
import type { Replicas } from './database/replicas.ts'
import type { Database, Transaction } from './db.ts'
import type { Live } from './live.ts'
import type { Log } from './log.ts'

/** Everything a verb may need, passed as its first argument. Wired in main.ts and, over a cloned database, in tests/world.ts. */
export type App = {
  config: Config
  pool: pg.Pool
  db: Database
  /** Where public reads go, if the database has replicas. */
  replicas?: Replicas
  log: Log
  payments: Payments
  mail: Mail
  feeds: Feeds
  storage: Storage
  hooks: Hooks
  live: Live
  /** The product's clock: rules of expiry compare with it, never with SQL now() (docs/spec.md#time). */
  now: () => Date
  /** Secure random bytes, passed in so that chance has one source. */
  random: (bytes: number) => Buffer
}

/** A signed-in user, as the rows of the session and of the user say at this moment. */
export type Session = { id: string; userId: string; email: string; isConfirmed: boolean; steppedUpAt: Date | null }
/** The operator's browser: past the password, or past both gates; `confirmedAt` is when it last entered a mailed code. */
export type Admin = { id: string; state: 'password' | 'authenticated'; confirmedAt: Date | null }

/** A legal text as a file, ready to be sent. */
export type LegalPaper = { title: string; name: string; content: Buffer }

/** A paid checkout, as reported to the slice that opened it. Money in cents. */
export type PaidCheckout = { checkoutId: string; bookingId: string; paymentId: string; amountCents: number; paidAt: Date }
/** A checkout whose card promised the money until a moment. */
export type HeldCheckout = { bookingId: string; heldUntil: Date }
/** A checkout that ended without payment: nobody paid in time, the PSP did not open it, or the paid amount does not match. */
export type EndedCheckout = { bookingId: string; reason: 'expired' | 'failed' | 'broken' | 'released' }
/** `owedCents`: the part that pays what came back of an earlier refund, and does not reduce the booking again. */
export type SettledRefund = { bookingId: string; refundId: string; amountCents: number; owedCents: number; refundedAt: Date }
/** A refund that the customer's bank sent back after it had succeeded. */
export type ReturnedRefund = { bookingId: string; refundId: string; amountCents: number }

/** What happened to a disputed payment of a booking: its money was taken, given back, or is lost. Money in cents. */
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

/** What a webhook event or a query of the PSP named; in every case the subscription behind it is read again. */
export type SubscriptionHint = { subscriptionId: string } | { invoiceId: string } | { sessionId: string }

/** The account whose data are exported or which is to be deleted; its address is confirmed. */
export type Person = { userId: string; email: string }

/**
 * Calls from an upper slice to a lower one: payments reports to bookings, src/platform/server asks accounts who is calling. Few and named, filled by
 * wiring.ts. onPaid, onHeld, onExpired, onRefunded, onDispute run inside the transaction that settles the checkout, the refund or the dispute.
 */
export type Hooks = {
  onPaid: { booking: (app: App, tx: Transaction, paid: PaidCheckout) => Promise<void> }
  /** Answers whether the promise is wanted; otherwise it is let go. */
  onHeld: { booking: (app: App, tx: Transaction, held: HeldCheckout) => Promise<boolean> }
  onExpired: { booking: (app: App, tx: Transaction, ended: EndedCheckout) => Promise<void> }
  onRefunded: { booking: (app: App, tx: Transaction, refund: SettledRefund) => Promise<void> }
  onRefundReturned: { booking: (app: App, tx: Transaction, refund: ReturnedRefund) => Promise<void> }
  onDispute: { booking: (app: App, tx: Transaction, change: DisputeChange) => Promise<void> }
  /**
   * Outside any transaction: money of a transfer came back, reversed by us or without us. Throws PaymentsUnavailable to be called
   * again.
   */
  onTransferChanged: (app: App, transferId: string) => Promise<void>
  /**
   * Outside any transaction: the slice reads the current state from the PSP and applies it. Throws PaymentsUnavailable to be called again.
   */
  onSubscriptionChanged: (app: App, hint: SubscriptionHint) => Promise<void>
  onPayoutAccountChanged: (app: App, accountId: string) => Promise<void>
  /** A connected account can be paid, but its bank account is not confirmed by the owner. In the caller's transaction. */
  onPayoutTargetSeen: (app: App, tx: Transaction, seen: PayoutTarget) => Promise<void>
  /** The session that the cookies of a request prove; undefined without one. */
  findSession: (app: App, cookies: string) => Promise<Session | undefined>
  /** Throws the refusal of companies unless this person owns this company. `companyId` comes unchecked from the request. */
  requireOwnCompany: (app: App, claim: { userId: string; companyId: string }) => Promise<void>
  findAdmin: (app: App, cookies: string) => Promise<Admin | undefined>
  /** Bookings of payouts: locked before the payouts are, marked as paid out, or as owed again because the money came back. */
  payoutBookings: {
    lock: (tx: Transaction, ids: readonly string[]) => Promise<unknown>
    markPaidOut: (tx: Transaction, paid: { ids: readonly string[]; now: Date }) => Promise<unknown>
    markOwedAgain: (tx: Transaction, owed: { ids: readonly string[]; now: Date }) => Promise<unknown>
  }
  /** A company has a calendar now: what was booked before takes its times. */
  onCalendarOpened: (app: App, tx: Transaction, companyId: string) => Promise<void>
  /** In the transaction that confirms a paid booking: whether the offer that it takes, if it takes one, is its own now. */
  takeOffer: (app: App, tx: Transaction, paid: { bookingId: string; now: Date }) => Promise<boolean>
  /** A new secret page of the request for offers that a company was asked by, for a mail to its customer. */
  issueQuotePage: (app: App, tx: Transaction, quoteId: string) => Promise<string>
  /** Legal texts by their names, as they stand now: what a mail encloses. */
  readLegalPapers: (app: App, names: readonly string[]) => Promise<LegalPaper[]>
  /** What a slice stores about the person, ready for JSON, by the name of its part in the export. */
  exportPerson: Record<string, (app: App, person: Person) => Promise<unknown>>
  /** In the transaction that deletes the account: throws a problem if the account must stay, else cleans up the slice's own rows. */
  mayDeleteAccount: Record<string, (app: App, tx: Transaction, person: Person) => Promise<void>>
}
