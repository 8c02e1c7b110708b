import { sql } from 'kysely'
import type { PlaceInSeries } from '#src/orders/appointments/states.ts'
import type { Database } from '#src/platform/server/db.ts'
import type { BoughtItem } from '#src/supply/services/pricing.ts'
import type { DetailedBooking } from './rules.ts'
import { requestStatus } from './store.ts'

/** Finds a booking with its company and its checkout: the paid one, else the newest. */
export const findBooking = (db: Database, id: string) =>
  db
    .selectFrom('bookings as b')
    .innerJoin('companies as company', 'company.id', 'b.companyId')
    .leftJoinLateral(
      (checkout) =>
        checkout
          .selectFrom('checkouts')
          .select(['sessionId', 'paymentId'])
          .whereRef('checkouts.bookingId', '=', 'b.id')
          .orderBy(sql`status = 'paid'`, 'desc')
          .orderBy('attempt', 'desc')
          .limit(1)
          .as('checkout'),
      (join) => join.onTrue(),
    )
    .select([
      sql<BoughtItem[]>`bought_items(b)`.as('items'),
      requestStatus.as('requestStatus'),
      sql<PlaceInSeries | null>`place_in_series(b)`.as('series'),
    ])
    .select([
      'b.id',
      'b.companyId',
      'b.serviceTitle',
      'b.customerName',
      'b.customerEmail',
      'b.customerPhone',
      'b.location',
      'b.description',
      'b.agreedWith',
      'b.bookingDate',
      sql<string>`left(b.booking_time::text, 5)`.as('bookingTime'),
      'b.amountCents',
      'b.refundedCents',
      'b.feeCents as platformFeeCents',
      'b.commissionBasisPoints',
      'b.bookingStatus',
      'b.paymentStatus',
      'b.expiresAt',
      'b.paidAt',
      'b.payableAt',
      'b.payoutProcessedAt',
      sql<boolean>`b.payout_processed_at is not null`.as('payoutProcessed'),
      'b.cancelledAt',
      'b.cancelReason',
      'b.insider',
      'b.parentId as jobId',
      'b.createdAt',
      'b.updatedAt',
      'company.companyName',
      'company.email',
      'company.contactPerson',
      'company.phone',
      'checkout.sessionId',
      'checkout.paymentId as stripePaymentIntentId',
    ])
    .where('b.id', '=', id)
    .executeTakeFirst()

/** Lists all refunds of a booking, including pending ones, newest first. */
export async function listRefunds(db: Database, bookingId: string) {
  const { rows } = await sql<DetailedBooking['refunds'][number] & { owedCents: number }>`
    select
      id,
      amount_cents,
      owed_cents,
      reason,
      case when returned_at is null then status else 'returned' end as status,
      requested_at,
      settled_at
    from refunds
    where booking_id = ${bookingId}
    order by id desc`.execute(db)
  return rows
}

/** Lists the payouts that contain the booking's share, newest first. */
export async function listPayoutsOf(db: Database, bookingId: string) {
  const { rows } = await sql<DetailedBooking['payouts'][number]>`
    select
      payouts.id,
      payouts.rail,
      payouts.status,
      item.amount_cents,
      payouts.stripe_transfer_id,
      payouts.processed_at,
      item.released_at is not null as is_released,
      payouts.created_at
    from payout_items as item
    join payouts on payouts.id = item.payout_id
    where item.booking_id = ${bookingId}
    order by payouts.id desc`.execute(db)
  return rows
}

/** Lists transfer reversals caused by this booking, newest first. */
export async function listReversalsOf(db: Database, bookingId: string) {
  const { rows } = await sql<DetailedBooking['reversals'][number]>`
    select amount_cents, status, requested_at
    from transfer_reversals
    where booking_id = ${bookingId}
    order by id desc`.execute(db)
  return rows
}

export async function listDisputesOf(db: Database, bookingId: string) {
  const { rows } = await sql<DetailedBooking['disputes'][number]>`
    select id, amount_cents, status, opened_at, due_by, closed_at
    from disputes
    where booking_id = ${bookingId}
    order by opened_at desc, id desc`.execute(db)
  return rows
}

/** Lists the ledger entries of a booking, in order of insertion. */
export async function listLedgerOf(db: Database, bookingId: string) {
  const { rows } = await sql<DetailedBooking['ledger'][number]>`
    select tx.kind, entry.account, entry.amount_cents, tx.occurred_at
    from ledger_tx as tx
    join ledger_entry as entry on entry.tx_id = tx.id
    where tx.booking_id = ${bookingId}
    order by tx.id, entry.id`.execute(db)
  return rows
}

/** Finds a file of a booking in any state. */
export const findAttachment = (db: Database, id: string) =>
  db
    .selectFrom('attachments')
    .select(['name', 'contentType', 'storageKey'])
    .where('id', '=', id)
    .where('bookingId', 'is not', null)
    .executeTakeFirst()
