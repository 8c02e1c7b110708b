import { sql } from 'kysely'
import type { Cents } from '#src/platform/kit/money.ts'
import type { PaymentMethod } from '#src/platform/kit/settingOptions.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import { selfClosingKinds } from './reconciliation/rules.ts'
import type { DiscrepancyKind, LedgerEntry } from './rules.ts'

/**
 * `isHeld`: the money is only authorized, to be captured later; `methods`: those that the payment page offers; `attempt`: number of a later
 * attempt, after the first one brought no payment. Amount in cents.
 */
export type NewCheckout = {
  bookingId: string
  amountCents: number
  isHeld: boolean
  methods: PaymentMethod[]
  attempt?: number
  expiresAt: Date
}

/** Inserts a checkout before the PSP is called; a booking has one active attempt at a time. */
export const insertCheckout = (tx: Transaction, checkout: NewCheckout & { createdAt: Date }) =>
  tx.insertInto('checkouts').values(checkout).returningAll().executeTakeFirstOrThrow()

/** Checkout of a booking: its latest attempt, in any status. */
export const findCheckoutOfBooking = (db: Database | Transaction, bookingId: string) =>
  db.selectFrom('checkouts').selectAll().where('bookingId', '=', bookingId).orderBy('attempt', 'desc').executeTakeFirst()

export const findCheckoutBySession = (db: Database | Transaction, { sessionId, bookingId }: { sessionId: string; bookingId: string }) =>
  db.selectFrom('checkouts').selectAll().where('sessionId', '=', sessionId).where('bookingId', '=', bookingId).executeTakeFirst()

/** Table that stores a PSP session: checkouts of bookings, or of subscriptions (plans/checkoutStore.ts). */
type SessionTable = 'checkouts' | 'subscriptionCheckouts'

/** Stores the PSP's session on a checkout; the status changes only while it is `starting`. Returns the current status. */
export const attachSession = (
  db: Database | Transaction,
  table: SessionTable,
  { checkoutId, sessionId, url }: { checkoutId: string; sessionId: string; url: string | null },
) =>
  db
    .updateTable(table)
    .set({ sessionId, url, status: sql`case when status = 'starting' then 'open' else status end` })
    .where('id', '=', checkoutId)
    .where((where) => where.or([where('sessionId', 'is', null), where('sessionId', '=', sessionId)]))
    .returning('status')
    .executeTakeFirst()

type AttemptTable = 'checkouts' | 'refunds' | 'transferReversals'

/**
 * Increments the attempt, which gives the next call to the PSP its own idempotency key; no-op if another process has done so. `id`: of a
 * row whose call has failed for good under its key (PaymentsStuck), or moved no money.
 */
export const countAttempt = (db: Database, table: AttemptTable, { id, attempt }: { id: string; attempt: number }) =>
  db
    .updateTable(table)
    .set({ attempt: attempt + 1 })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .execute()

type NotedSession = { id: string; url: string | null; method: PaymentMethod | null }

/** Stores the session of a locked checkout after it was read; `isClosed`: no payment can come from the session any more. */
export const noteSession = (
  tx: Transaction,
  { checkoutId, session, isClosed, now }: { checkoutId: string; session: NotedSession; isClosed: boolean; now: Date },
) =>
  tx
    .updateTable('checkouts')
    .set({
      sessionId: session.id,
      url: session.url,
      ...(session.method === null ? {} : { method: session.method }),
      status: sql`case when status = 'starting' then 'open' else status end`,
      checkedAt: now,
      ...(isClosed ? { closedAt: now } : {}),
    })
    .where('id', '=', checkoutId)
    .where((where) => where.or([where('sessionId', 'is', null), where('sessionId', '=', session.id)]))
    .execute()

/** Finds and locks the checkout of a session: by the session's id, or, if its creation was interrupted, by its booking. */
export const lockCheckout = (tx: Transaction, { sessionId, bookingId }: { sessionId: string; bookingId: string | null }) =>
  tx
    .selectFrom('checkouts')
    .selectAll()
    .where((where) =>
      where.or([where('sessionId', '=', sessionId), where.and([where('sessionId', 'is', null), where('bookingId', '=', bookingId)])]),
    )
    .orderBy(sql`session_id is null`)
    .limit(1)
    .forUpdate()
    .executeTakeFirst()

/** Marks a checkout as paid; returns its row to the first caller only. */
export const markCheckoutPaid = (tx: Transaction, { id, paymentId, now }: { id: string; paymentId: string; now: Date }) =>
  tx
    .updateTable('checkouts')
    .set({ status: 'paid', paymentId, settledAt: now })
    .where('id', '=', id)
    .where('status', '!=', 'paid')
    .returning('id')
    .executeTakeFirst()

/** Marks a checkout as authorized; its session needs no more lookups as an unpaid one. Undefined if it was marked before. */
export const markCheckoutAuthorised = (
  tx: Transaction,
  { id, paymentId, heldUntil, now }: { id: string; paymentId: string; heldUntil: Date; now: Date },
) =>
  tx
    .updateTable('checkouts')
    .set({ status: 'authorised', paymentId, heldUntil, closedAt: now })
    .where('id', '=', id)
    .where('isHeld', '=', true)
    .where('status', 'in', ['starting', 'open'])
    .returning('id')
    .executeTakeFirst()

/** Sets the amount in cents to be captured of a booking's authorization. */
export const setCapture = (tx: Transaction, { bookingId, amountCents }: { bookingId: string; amountCents: number }) =>
  tx
    .updateTable('checkouts')
    .set({ captureCents: amountCents })
    .where('bookingId', '=', bookingId)
    .where('status', '=', 'authorised')
    .execute()

/** Marks an authorization as released; undefined if it was marked before. */
export const markCheckoutReleased = (tx: Transaction, { id, now }: { id: string; now: Date }) =>
  tx
    .updateTable('checkouts')
    .set({ status: 'released', settledAt: now, closedAt: now })
    .where('id', '=', id)
    .where('status', '=', 'authorised')
    .returning('id')
    .executeTakeFirst()

/** Authorizations that were not looked up since `before`, longest unchecked first. */
export const listAuthorised = (db: Database, { before, limit }: { before: Date; limit: number }) =>
  db
    .selectFrom('checkouts')
    .select(['id', 'sessionId', 'expiresAt'])
    .where('status', '=', 'authorised')
    .where((where) => where.or([where('checkedAt', 'is', null), where('checkedAt', '<', before)]))
    .orderBy(sql`checked_at nulls first`)
    .limit(limit)
    .execute()

/** Ends an unpaid checkout; undefined if it had ended before. */
export const markCheckoutEnded = (
  tx: Transaction,
  { id, status, now }: { id: string; status: 'expired' | 'failed' | 'broken'; now: Date },
) =>
  tx
    .updateTable('checkouts')
    .set({ status, settledAt: now })
    .where('id', '=', id)
    .where('status', 'in', ['starting', 'open'])
    .returning('id')
    .executeTakeFirst()

/**
 * Sessions that may still be paid, regardless of the checkout's status here, longest unchecked first. Skips sessions checked since `notSince`, and
 * sessions in processing (`listProcessing`).
 */
export const listUnclosedSessions = (db: Database, table: SessionTable, { notSince, limit }: { notSince: Date; limit: number }) =>
  db
    .selectFrom(table)
    .select(['id', 'sessionId', 'expiresAt'])
    .where('closedAt', 'is', null)
    .where('sessionId', 'is not', null)
    .$if(table === 'checkouts', (query) => query.where(sql<boolean>`processing_at is null`))
    .where((where) => where.or([where('checkedAt', 'is', null), where('checkedAt', '<', notSince)]))
    .orderBy(sql`checked_at nulls first`)
    .limit(limit)
    .execute()

/** Stores the time at which a checkout was looked up at the PSP; `isClosed`: no payment can come from its session any more. */
export const markChecked = (
  db: Database | Transaction,
  table: SessionTable,
  { id, isClosed, now }: { id: string; isClosed: boolean; now: Date },
) =>
  db
    .updateTable(table)
    .set({ checkedAt: now, ...(isClosed ? { closedAt: now } : {}) })
    .where('id', '=', id)
    .execute()

/** Expired checkouts whose creation was interrupted. */
export const listAbandonedCheckouts = (db: Database, { now, limit }: { now: Date; limit: number }) =>
  db
    .selectFrom('checkouts')
    .select(['id', 'bookingId'])
    .where('status', '=', 'starting')
    .where('expiresAt', '<=', now)
    .limit(limit)
    .execute()

/** Records a settled payment of a booking. Amounts in cents. */
export const insertPaymentTransaction = (
  tx: Transaction,
  one: { bookingId: string; companyId: string; paymentId: string; amountCents: number; platformFeeCents: number; createdAt: Date },
) => tx.insertInto('paymentTransactions').values(one).execute()

export const markTransactionRefunded = (tx: Transaction, bookingId: string) =>
  tx.updateTable('paymentTransactions').set({ status: 'refunded' }).where('bookingId', '=', bookingId).execute()

/** Stores an event; returns true if it needs processing: it is new, or was redelivered before it was processed. */
export const insertEvent = async (
  tx: Transaction,
  event: { id: string; type: string; objectType: string; objectId: string; receivedAt: Date },
) => {
  const { rows } = await sql<{ isOpen: boolean }>`
    insert into payment_events as known (id, type, object_type, object_id, received_at)
    values (${event.id}, ${event.type}, ${event.objectType}, ${event.objectId}, ${event.receivedAt})
    on conflict (id) do update
    set id = excluded.id
    returning known.processed_at is null as is_open`.execute(tx)
  return rows[0]?.isOpen ?? false
}

/** Marks the events of an object as processed that had arrived before its state was fetched. */
export const markEventsProcessed = (db: Database, { objectId, fetchedAt, now }: { objectId: string; fetchedAt: Date; now: Date }) =>
  db
    .updateTable('paymentEvents')
    .set({ processedAt: now })
    .where('objectId', '=', objectId)
    .where('processedAt', 'is', null)
    .where('receivedAt', '<=', fetchedAt)
    .execute()

/** Inserts a discrepancy; undefined if it is known. */
export const insertDiscrepancy = (
  tx: Transaction,
  one: { kind: string; reference: string; bookingId: string | null; amountCents: Cents; details: string; foundAt: Date },
) =>
  tx
    .insertInto('reconciliationBreaks')
    .values(one)
    // A discrepancy that closed by itself may be reopened; one that the operator closed may not.
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'reference'])
        .doUpdateSet({ closedAt: null, mailedAt: null })
        .where('reconciliationBreaks.kind', 'in', [...selfClosingKinds])
        .where('reconciliationBreaks.closedAt', 'is not', null)
        .where('reconciliationBreaks.closedBy', 'is', null),
    )
    .returning('id')
    .executeTakeFirst()

/** Claims the open discrepancies that were not mailed yet for one mail; returns none if one was mailed since `quietSince`. */
export async function claimUnmailedDiscrepancies(tx: Transaction, { now, quietSince }: { now: Date; quietSince: Date }) {
  const { rows } = await sql<{ kind: DiscrepancyKind; reference: string; amountCents: Cents }>`
    with
      claimed as (
        update reconciliation_breaks
        set mailed_at = ${now}
        where mailed_at is null and closed_at is null and not exists (
          select
          from reconciliation_breaks
          where mailed_at > ${quietSince}
        )
        returning kind, reference, amount_cents, found_at, id
      )
    select kind, reference, amount_cents
    from claimed
    order by found_at, id`.execute(tx)
  return rows
}

/** Marks all open discrepancies as mailed: the operator has them as a list. */
export const markDiscrepanciesListed = (tx: Transaction, now: Date) =>
  tx.updateTable('reconciliationBreaks').set({ mailedAt: now }).where('mailedAt', 'is', null).where('closedAt', 'is', null).execute()

/** Inserts a ledger transaction with its entries; no-op if kind and reference are known. Returns true if it was new. */
export async function insertLedgerTransaction(
  tx: Transaction,
  one: { kind: string; reference: string; bookingId: string | null; occurredAt: Date; entries: readonly LedgerEntry[] },
) {
  const { entries, ...head } = one
  const inserted = await tx
    .insertInto('ledgerTx')
    .values(head)
    .onConflict((conflict) => conflict.columns(['kind', 'reference']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return false
  await tx
    .insertInto('ledgerEntry')
    .values(
      entries.map(({ account, amountCents, companyId }) => ({ txId: inserted.id, account, amountCents, companyId: companyId ?? null })),
    )
    .execute()
  return true
}
