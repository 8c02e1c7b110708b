import { sql } from 'kysely'
import type { Database } from '#src/platform/server/db.ts'

type RevenueChecks = {
  transactions: number
  entries: number
  oldestAt: Date | null
  newestAt: Date | null
  ledgerCents: number
  feeEntryCents: number
  vatEntryCents: number
  chargeCents: number
  chargeFeeCents: number
  refundCents: number
  netFeeCents: number
  subscriptionCents: number
  vatCents: number
  payments: number
  paymentCents: number
  paymentFeeCents: number
  refundedCents: number
  invoiceCents: number
}

/** Calculates the same amounts from ledger, summary rows and other tables, in one statement, so that all use the same snapshot. */
export async function readRevenueChecks(db: Database) {
  const { rows } = await sql<RevenueChecks>`
    select *
    from
      (select count(*) as transactions, min(occurred_at) as oldest_at, max(occurred_at) as newest_at from ledger_tx) as heads,
      (
        select
          coalesce(sum(entries), 0)::bigint as entries,
          coalesce(sum(cents), 0)::bigint as ledger_cents,
          coalesce(-sum(cents) filter (where account = 'fee_revenue'), 0)::bigint as fee_entry_cents,
          coalesce(-sum(cents) filter (where account = 'vat_payable'), 0)::bigint as vat_entry_cents
        from (select account, count(*) as entries, sum(amount_cents) as cents from ledger_entry group by account) as accounts
      ) as accounts,
      (
        select
          coalesce(sum(booking_cents) filter (where kind = 'charge'), 0) as charge_cents,
          coalesce(sum(fee_cents) filter (where kind = 'charge'), 0) as charge_fee_cents,
          coalesce(-sum(booking_cents) filter (where kind = 'refund'), 0) as refund_cents,
          coalesce(sum(fee_cents - vat_cents) filter (where kind <> 'subscription'), 0) as net_fee_cents,
          coalesce(sum(subscription_cents), 0) as subscription_cents,
          coalesce(sum(vat_cents), 0) as vat_cents
        from revenue_lines
      ) as kept,
      (
        select
          count(*) as payments,
          coalesce(sum(amount_cents), 0) as payment_cents,
          coalesce(sum(platform_fee_cents), 0) as payment_fee_cents
        from payment_transactions
      ) as payments,
      (
        select coalesce(sum(amount_cents - owed_cents), 0) as refunded_cents
        from refunds
        where status = 'succeeded' or returned_at is not null
      ) as refunded,
      (select coalesce(sum(amount_paid_cents), 0) as invoice_cents from subscription_invoices where posted_at is not null) as invoices`.execute(
    db,
  )
  const [books] = rows
  if (!books) throw new Error('the revenue check returned no row')
  return books
}
