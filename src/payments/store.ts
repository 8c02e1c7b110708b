import { sql } from 'kysely'
import type { Cents } from '#src/kit/money.ts'
import type { Database, Transaction } from '#src/server/db.ts'
import { selfClosingKinds } from './reconciliation/rules.ts'
import type { BreakKind, LedgerEntry } from './rules.ts'

/** `isHeld`: the card only promises the money; `attempt`: of a booking whose first one brought none. */
export type NewCheckout = { bookingId: string; amountCents: number; isHeld: boolean; attempt?: number; expiresAt: Date }

/** A checkout's row before the PSP is called; a booking has one attempt at a time. */
export const insertCheckout = (tx: Transaction, checkout: NewCheckout & { createdAt: Date }) =>
  tx.insertInto('checkouts').values(checkout).returningAll().executeTakeFirstOrThrow()

export const findCheckoutOfBooking = (db: Database | Transaction, bookingId: string) =>
  db.selectFrom('checkouts').selectAll().where('bookingId', '=', bookingId).orderBy('attempt', 'desc').executeTakeFirst()

export const findCheckoutBySession = (db: Database | Transaction, { sessionId, bookingId }: { sessionId: string; bookingId: string }) =>
  db.selectFrom('checkouts').selectAll().where('sessionId', '=', sessionId).where('bookingId', '=', bookingId).executeTakeFirst()

/** Where a session of the PSP is kept: with the checkout of a booking, or with that of a subscription (plans/checkoutStore.ts). */
type SessionTable = 'checkouts' | 'subscriptionCheckouts'

/** Notes the PSP's session on a checkout; the status changes only while it is starting. Answers the status it has now. */
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

/** The same for a locked checkout after its session was read; `isClosed`: no payment can come from the session any more. */
export const noteSession = (
  tx: Transaction,
  { checkoutId, session, isClosed, now }: { checkoutId: string; session: { id: string; url: string | null }; isClosed: boolean; now: Date },
) =>
  tx
    .updateTable('checkouts')
    .set({
      sessionId: session.id,
      url: session.url,
      status: sql`case when status = 'starting' then 'open' else status end`,
      checkedAt: now,
      ...(isClosed ? { closedAt: now } : {}),
    })
    .where('id', '=', checkoutId)
    .where((where) => where.or([where('sessionId', 'is', null), where('sessionId', '=', session.id)]))
    .execute()

/** The checkout of a session, locked: by the session's id, or, when its creation was cut off, by the booking it was opened for. */
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

/** One winner: only the first to mark a checkout as paid gets its row. */
export const markCheckoutPaid = (tx: Transaction, { id, paymentId, now }: { id: string; paymentId: string; now: Date }) =>
  tx
    .updateTable('checkouts')
    .set({ status: 'paid', paymentId, settledAt: now })
    .where('id', '=', id)
    .where('status', '!=', 'paid')
    .returning('id')
    .executeTakeFirst()

/** Notes that a card promised the money, which nobody has to look for at the session any more; undefined unless that is news. */
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

/** Notes that a promise of money was let go; undefined unless that is news. */
export const markCheckoutReleased = (tx: Transaction, { id, now }: { id: string; now: Date }) =>
  tx
    .updateTable('checkouts')
    .set({ status: 'released', settledAt: now, closedAt: now })
    .where('id', '=', id)
    .where('status', '=', 'authorised')
    .returning('id')
    .executeTakeFirst()

/** Promises of money that were not looked up since a moment, longest unchecked first. */
export const listAuthorised = (db: Database, { before, limit }: { before: Date; limit: number }) =>
  db
    .selectFrom('checkouts')
    .select(['id', 'sessionId', 'expiresAt'])
    .where('status', '=', 'authorised')
    .where((where) => where.or([where('checkedAt', 'is', null), where('checkedAt', '<', before)]))
    .orderBy(sql`checked_at nulls first`)
    .limit(limit)
    .execute()

/** Ends a checkout that nobody paid; undefined when it had ended already. */
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
 * Sessions that may still bring money, whatever the status of the checkout here, longest unchecked first. Only those not checked since
 * `notSince`.
 */
export const listUnclosedSessions = (db: Database, table: SessionTable, { notSince, limit }: { notSince: Date; limit: number }) =>
  db
    .selectFrom(table)
    .select(['id', 'sessionId', 'expiresAt'])
    .where('closedAt', 'is', null)
    .where('sessionId', 'is not', null)
    .where((where) => where.or([where('checkedAt', 'is', null), where('checkedAt', '<', notSince)]))
    .orderBy(sql`checked_at nulls first`)
    .limit(limit)
    .execute()

/** Notes that the PSP was asked about a checkout, and whether anything can still come of its session. */
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

/** Checkouts whose creation was cut off and whose time is over. */
export const listAbandonedCheckouts = (db: Database, { now, limit }: { now: Date; limit: number }) =>
  db
    .selectFrom('checkouts')
    .select(['id', 'bookingId'])
    .where('status', '=', 'starting')
    .where('expiresAt', '<=', now)
    .limit(limit)
    .execute()

export const insertPaymentTransaction = (
  tx: Transaction,
  one: { bookingId: string; companyId: string; paymentId: string; amountCents: number; platformFeeCents: number; createdAt: Date },
) => tx.insertInto('paymentTransactions').values(one).execute()

export const markTransactionRefunded = (tx: Transaction, bookingId: string) =>
  tx.updateTable('paymentTransactions').set({ status: 'refunded' }).where('bookingId', '=', bookingId).execute()

/** Remembers an event; answers whether there is work to do: it is new, or it came again before it was processed. */
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

/** The events of an object that had arrived before its truth was fetched. */
export const markEventsProcessed = (db: Database, { objectId, fetchedAt, now }: { objectId: string; fetchedAt: Date; now: Date }) =>
  db
    .updateTable('paymentEvents')
    .set({ processedAt: now })
    .where('objectId', '=', objectId)
    .where('processedAt', 'is', null)
    .where('receivedAt', '<=', fetchedAt)
    .execute()

/** Records what does not match, once; undefined when it was known. */
export const insertBreak = (
  tx: Transaction,
  one: { kind: string; reference: string; bookingId: string | null; amountCents: Cents; details: string; foundAt: Date },
) =>
  tx
    .insertInto('reconciliationBreaks')
    .values(one)
    // A break that closed by itself may come back; one that somebody closed does not.
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

/** Discrepancies that are still open and not mailed, claimed for one mail; none while one was mailed since `quietSince`. */
export async function claimUnmailedBreaks(tx: Transaction, { now, quietSince }: { now: Date; quietSince: Date }) {
  const { rows } = await sql<{ kind: BreakKind; reference: string; amountCents: Cents }>`
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

/** A ledger transaction with its entries; nothing happens when kind and reference are known. Answers whether it was new. */
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
