import { sql } from 'kysely'
import type { Cents } from '#src/platform/kit/money.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { PayoutRail } from '../runs/texts.ts'

/** SQL condition on movement `moved`: the PSP's transfer of a payout that this database does not have. */
const isForgotten = sql`
  moved.matched_at is null
  and moved.kind = 'transfer'
  and pg_input_is_valid(moved.own_id, 'uuid')
  and not exists (
    select
    from payouts
    where id = case when pg_input_is_valid(moved.own_id, 'uuid') then moved.own_id::uuid end
  )`

/**
 * True while no payout may be sent: after a restore that is not reconciled, or while the PSP has a transfer of a payout that this database
 * does not have, as after a restore that was not noted. The next run could pay the same bookings again.
 */
export async function arePayoutsHeld(db: Database | Transaction) {
  const { rows } = await sql<{ isHeld: boolean }>`
    select
      exists (select from restores where reconciled_at is null)
      or exists (select from psp_transactions as moved where ${isForgotten}) as is_held`.execute(db)
  return rows[0]?.isHeld !== false
}

/** Time at which the PSP's newest known movement was read; undefined if none is known. */
export async function findLastReading(db: Database) {
  const newest = await db.selectFrom('pspTransactions').select('readAt').orderBy('createdAt', 'desc').limit(1).executeTakeFirst()
  return newest?.readAt
}

/** Transfers of payouts that this database does not have, oldest first. */
export async function listForgottenTransfers(db: Database) {
  const { rows } = await sql<{ payoutId: string; transferId: string; amountCents: Cents }>`
    select moved.own_id as payout_id, moved.transfer_id, -moved.amount_cents as amount_cents
    from psp_transactions as moved
    where ${isForgotten} and moved.transfer_id is not null
    order by moved.created_at, moved.id`.execute(db)
  return rows
}

export const findCompanyOfAccount = (db: Database, accountId: string) =>
  db
    .selectFrom('payoutAccounts')
    .innerJoin('companies', 'companies.id', 'payoutAccounts.companyId')
    .select(['companies.id', 'companies.companyName'])
    .where('payoutAccounts.accountId', '=', accountId)
    .executeTakeFirst()

/** All companies with their encrypted bank details. */
export const listBanks = (db: Database) =>
  db
    .selectFrom('bankDetails')
    .innerJoin('companies', 'companies.id', 'bankDetails.companyId')
    .select(['companies.id', 'companies.companyName', 'bankDetails.sealed'])
    .execute()

export const listKnownPayouts = async (db: Database, ids: readonly string[]) => {
  const known = await db.selectFrom('payouts').select('id').where('id', 'in', ids).execute()
  return new Set(known.map(({ id }) => id))
}

export type ForgottenPayout = {
  id: string
  companyId: string
  rail: PayoutRail
  accountId: string | null
  transferId: string | null
  amountCents: Cents
  /** Day and time of the payment. */
  paidOn: string
  paidAt: Date
}

/** Inserts a completed payout without bookings, in a run of its own. Returns false if it is known. */
export async function insertForgottenPayout(tx: Transaction, { transferId, amountCents, paidOn, paidAt, ...payout }: ForgottenPayout) {
  const { rows } = await sql<{ id: string }>`
    with run as (
      insert into payout_runs (trigger, takes, rhythms, started_at, claimed_at, finished_at)
      select 'restore', 'past', '{weekly,daily}', ${paidAt}, ${paidAt}, ${paidAt}
      where not exists (select from payouts where id = ${payout.id})
      returning id
    )
    insert into payouts (
      id, company_id, run_id, rail, account_id, period_start, period_end, bookings, amount_cents, platform_fee_cents, company_amount_cents,
      netted_cents, status, stripe_transfer_id, sent_at, processed_at, created_at
    )
    select
      ${payout.id}, ${payout.companyId}, run.id, ${payout.rail}, ${payout.accountId}, ${paidOn}::date, ${paidOn}::date, 0, ${amountCents},
      0, ${amountCents}, 0, 'completed', ${transferId}, ${paidAt}, ${paidAt}, ${paidAt}
    from run
    returning id`.execute(tx)
  return rows.length > 0
}

/** Makes every pending transfer look as if it had been started: it is looked up at the PSP before it is sent. */
export const markTransfersStarted = (tx: Transaction, now: Date) =>
  sql`
    update payouts
    set sent_at = ${now}
    where status = 'pending' and rail = 'transfer'`.execute(tx)
