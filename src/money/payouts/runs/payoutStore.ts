import { sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { PayoutError, PayoutRail } from './texts.ts'

type Db = Database | Transaction

/** Bookings of these payouts, released or not. */
export async function listBookingsOf(db: Db, payoutIds: readonly string[]) {
  const { rows } = await sql<{ payoutId: string; bookingId: string }>`
    select payout_id, booking_id
    from payout_items
    where payout_id = any(${payoutIds}::uuid[])`.execute(db)
  return rows
}

/** Payout whose status changed, with the data for its ledger entries and mail. */
export type ChangedPayout = {
  id: string
  companyId: string
  companyName: string
  email: string
  rail: PayoutRail
  companyAmountCents: number
  nettedCents: number
  bookings: number
  periodStart: string
  periodEnd: string
}

const changed = sql`
  returning
    payout.id,
    payout.company_id,
    company.company_name,
    company_mailbox(company) as email,
    payout.rail,
    payout.company_amount_cents,
    payout.netted_cents,
    payout.bookings,
    payout.period_start,
    payout.period_end`

/** Completes pending payouts, with the PSP's transfers; returns those it completed. */
export async function markCompleted(
  tx: Transaction,
  { payouts, now }: { payouts: readonly { id: string; transferId: string | null }[]; now: Date },
) {
  const { rows } = await sql<ChangedPayout>`
    update payouts as payout
    set status = 'completed', processed_at = ${now}, stripe_transfer_id = done.transfer_id, leased_until = null
    from
      unnest(
        ${payouts.map(({ id }) => id)}::uuid[],
        ${payouts.map(({ transferId }) => transferId)}::text[]
      ) as done (id, transfer_id),
      companies as company
    where payout.id = done.id
      and payout.status = 'pending'
      and company.id = payout.company_id
    ${changed}`.execute(tx)
  return rows
}

export type FailedPayout = { id: string; code: PayoutError; message: string }

/** Fails pending payouts; returns those it failed. */
export async function markFailed(tx: Transaction, { payouts, now }: { payouts: readonly FailedPayout[]; now: Date }) {
  const { rows } = await sql<ChangedPayout & { errorCode: PayoutError }>`
    update payouts as payout
    set
      status = 'failed',
      processed_at = ${now},
      error_code = failed.code,
      error_message = failed.message,
      leased_until = null
    from
      unnest(
        ${payouts.map(({ id }) => id)}::uuid[],
        ${payouts.map(({ code }) => code)}::text[],
        ${payouts.map(({ message }) => message)}::text[]
      ) as failed (id, code, message),
      companies as company
    where payout.id = failed.id
      and payout.status = 'pending'
      and company.id = payout.company_id
    ${changed}, payout.error_code`.execute(tx)
  return rows
}

/** Fails a completed payout whose money was returned; undefined if it was not completed. */
export async function markReturned(tx: Transaction, { id, message, now }: { id: string; message: string; now: Date }) {
  const { rows } = await sql<ChangedPayout>`
    update payouts as payout
    set status = 'failed', returned_at = ${now}, error_code = 'returned', error_message = ${message}
    from companies as company
    where payout.id = ${id}
      and payout.status = 'completed'
      and company.id = payout.company_id
    ${changed}`.execute(tx)
  return rows[0]
}

/** Releases the items of failed payouts: the next run may pay their bookings. */
export const releaseItems = (tx: Transaction, { payoutIds, now }: { payoutIds: readonly string[]; now: Date }) =>
  sql`
    update payout_items
    set released_at = ${now}
    where payout_id = any(${payoutIds}::uuid[])
      and released_at is null`.execute(tx)

export type Transferable = {
  id: string
  companyId: string
  runId: string
  accountId: string
  netCents: number
  attempt: number
  /** Time of the first call to the PSP whose outcome is not stored yet; null before it. */
  askedAt: Date | null
}
type Lease = { now: Date; until: Date; limit: number }

/** Leases payouts to this caller: those to be sent, and those whose transfer has an unknown outcome. */
export async function leaseTransfers(db: Database, { now, until, limit }: Lease) {
  const { rows } = await sql<Transferable>`
    with next as (
      select id, sent_at
      from payouts
      where status = 'pending'
        and rail = 'transfer'
        and (leased_until is null or leased_until <= ${now})
      order by leased_until nulls first, id
      limit ${limit}
      for update skip locked
    )
    update payouts as payout
    set leased_until = ${until}, sent_at = coalesce(payout.sent_at, ${now})
    from next
    where payout.id = next.id
    returning
      payout.id,
      payout.company_id,
      payout.run_id,
      payout.account_id,
      payout.company_amount_cents - payout.netted_cents as net_cents,
      payout.attempt,
      next.sent_at as asked_at`.execute(db)
  return rows
}

/** Increments the attempt, which gives the next one its own idempotency key; no-op if another process has done so. */
export const countTransferAttempt = (db: Database, { id, attempt }: { id: string; attempt: number }) =>
  db
    .updateTable('payouts')
    .set({ attempt: attempt + 1 })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'pending')
    .execute()

/** Marks a payout as never sent: the PSP rejected the API key of the first call. */
export const resetSending = (db: Database, id: string) =>
  db.updateTable('payouts').set({ sentAt: null }).where('id', '=', id).where('status', '=', 'pending').execute()

/** Shortens leases, so that transfers with an unknown outcome are soon checked by any process. */
export const shortenLeases = (db: Database, { ids, until }: { ids: readonly string[]; until: Date }) =>
  sql`
    update payouts
    set leased_until = ${until}
    where id = any(${ids}::uuid[])
      and status = 'pending'`.execute(db)

export const findPayout = (db: Db, id: string) =>
  db
    .selectFrom('payouts')
    .select(['id', 'companyId', 'rail', 'status', 'companyAmountCents', 'nettedCents', 'stripeTransferId', 'sepaFileId'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Payouts of a run by status, rail and error. */
export async function countRun(db: Db, runId: string) {
  const { rows } = await sql<{ status: string; rail: string; errorCode: PayoutError | null; payouts: number; netCents: number }>`
    select status, rail, error_code, count(*) as payouts, sum(company_amount_cents - netted_cents) as net_cents
    from payouts
    where run_id = ${runId}
    group by status, rail, error_code`.execute(db)
  return rows
}

/** Companies that a run skipped, by cause. */
export async function countSkips(db: Db, runId: string) {
  const { rows } = await sql<{ cause: string; companies: number; amountCents: number }>`
    select cause, count(*) as companies, sum(amount_cents) as amount_cents
    from payout_skips
    where run_id = ${runId}
    group by cause
    order by cause`.execute(db)
  return rows
}

export const findRun = (db: Db, id: string) =>
  db
    .selectFrom('payoutRuns')
    .select(['id', 'trigger', 'takes', 'startedAt', 'claimedAt', 'finishedAt'])
    .where('id', '=', id)
    .executeTakeFirst()
