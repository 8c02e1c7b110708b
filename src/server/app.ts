import type pg from 'pg'
import type { Mail } from '#src/ports/mail.ts'
import type { Payments } from '#src/ports/payments.ts'
import type { Storage } from '#src/ports/storage.ts'
import type { Config } from './config.ts'
import type { Database, Transaction } from './db.ts'
import type { Live } from './live.ts'
import type { Log } from './log.ts'

/** Everything a verb may need, passed as its first argument. Wired in main.ts and, over a cloned database, in tests/world.ts. */
export type App = {
  config: Config
  pool: pg.Pool
  db: Database
  log: Log
  payments: Payments
  mail: Mail
  storage: Storage
  hooks: Hooks
  live: Live
  /** The product's clock: rules of expiry compare with it, never with SQL now() (docs/spec.md#time). */
  now: () => Date
  /** Secure random bytes, passed in so that chance has one source. */
  random: (bytes: number) => Buffer
}

/** Somebody who is signed in, as the session's row and the person's say at this moment. */
export type Session = { id: string; userId: string; email: string; isConfirmed: boolean; steppedUpAt: Date | null }
/** The operator's browser: past the password, or past both gates; `confirmedAt` is when it last entered a mailed code. */
export type Admin = { id: string; state: 'password' | 'authenticated'; confirmedAt: Date | null }

/** A legal text that stands at the end of a mail. */
export type EnclosedText = { title: string; lines: readonly { text: string; isTitle?: true }[] }

/** A paid checkout, as the slice that opened it hears of it. Money in cents. */
export type PaidCheckout = { checkoutId: string; bookingId: string; paymentId: string; amountCents: number; paidAt: Date }
/** A checkout that ended without its payment: nobody paid in time, the PSP did not open it, or what was paid does not match. */
export type EndedCheckout = { bookingId: string; reason: 'expired' | 'failed' | 'broken' }
export type SettledRefund = { bookingId: string; refundId: string; amountCents: number; refundedAt: Date }

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

/** What an event or a look at the PSP named; whatever it was, the subscription behind it is read anew. */
export type SubscriptionHint = { subscriptionId: string } | { invoiceId: string } | { sessionId: string }

/** The account whose data are exported or that wants to be deleted; its address is confirmed. */
export type Person = { userId: string; email: string }

/**
 * Needs that point up the ladder: payments tells bookings what became of their money, the machine asks accounts who is calling. Few and
 * named, filled by wiring.ts. onPaid, onExpired, onRefunded, onDispute run inside
 * the transaction that settles the checkout, the refund or the dispute.
 */
export type Hooks = {
  onPaid: { booking: (app: App, tx: Transaction, paid: PaidCheckout) => Promise<void> }
  onExpired: { booking: (app: App, tx: Transaction, ended: EndedCheckout) => Promise<void> }
  onRefunded: { booking: (app: App, tx: Transaction, refund: SettledRefund) => Promise<void> }
  onDispute: { booking: (app: App, tx: Transaction, change: DisputeChange) => Promise<void> }
  /** Outside any transaction: money of a transfer came back, by us or by itself. Throws PaymentsUnavailable to be asked again. */
  onTransferChanged: (app: App, transferId: string) => Promise<void>
  /** Outside any transaction: the slice fetches the truth itself and applies it. Throws PaymentsUnavailable to be asked again. */
  onSubscriptionChanged: (app: App, hint: SubscriptionHint) => Promise<void>
  onPayoutAccountChanged: (app: App, accountId: string) => Promise<void>
  /** Who the cookies of a request prove to be signed in; undefined for everybody else. */
  findSession: (app: App, cookies: string) => Promise<Session | undefined>
  /** Throws the refusal of companies unless this person owns this company, as an id that somebody typed. */
  requireOwnCompany: (app: App, claim: { userId: string; companyId: string }) => Promise<void>
  findAdmin: (app: App, cookies: string) => Promise<Admin | undefined>
  /** Legal texts by their names, as they stand now: what a mail encloses. */
  readLegalTexts: (app: App, names: readonly string[]) => Promise<EnclosedText[]>
  /** By the name its part has in the export: what a slice keeps about the person, ready for JSON. */
  exportPerson: Record<string, (app: App, person: Person) => Promise<unknown>>
  /** In the transaction that deletes the account: throws a problem where it must stay, tidies up what hangs on it. */
  mayDeleteAccount: Record<string, (app: App, tx: Transaction, person: Person) => Promise<void>>
}
