import { type Insertable, sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { Bookings } from '#src/platform/server/tables.d.ts'
import type { BoughtItem } from '#src/supply/services/pricing.ts'

/** Inserts a pending booking; undefined if the same request already has one that waits for payment. */
export const insertBooking = (tx: Transaction, booking: Insertable<Bookings>) =>
  tx
    .insertInto('bookings')
    .values(booking)
    .onConflict((conflict) => conflict.column('requestHash').where('bookingStatus', '=', 'pending').doNothing())
    .returning(['id', 'serviceTitle', 'bookingDate', 'bookingTime', 'customerEmail'])
    .executeTakeFirst()

export const findPendingByRequest = (db: Database | Transaction, requestHash: string) =>
  db
    .selectFrom('bookings')
    .select(['id', 'serviceTitle', 'bookingDate', 'bookingTime', 'customerEmail', 'expiresAt'])
    .where('requestHash', '=', requestHash)
    .where('bookingStatus', '=', 'pending')
    .executeTakeFirst()

/** Number of paid bookings that an address cancelled since a moment. */
export async function countCalledOff(db: Database, { customerEmail, since }: { customerEmail: string; since: Date }) {
  const { count } = await db
    .selectFrom('bookings')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('customerEmail', '=', customerEmail)
    .where('cancelledBy', '=', 'customer')
    .where('paidAt', 'is not', null)
    .where('updatedAt', '>', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Facts that show how new a company is: number of its bookings that were ever paid, and the moment of its registration. */
export async function readStanding(tx: Transaction, companyId: string) {
  const { paid, createdAt } = await tx
    .selectFrom('companies')
    .select('createdAt')
    .select((query) =>
      query
        .selectFrom('bookings')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('bookings.companyId', '=', 'companies.id')
        .where('paidAt', 'is not', null)
        .where('parentId', 'is', null)
        .as('paid'),
    )
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  return { paid: Number(paid), createdAt }
}

/** Company id of a booking. */
export const findCompanyOf = (db: Database, id: string) =>
  db.selectFrom('bookings').select('companyId').where('id', '=', id).executeTakeFirst()

/**
 * Locks a booking against other settlements. FOR NO KEY UPDATE, not FOR UPDATE, avoids a deadlock: a transaction that updates a checkout
 * twice takes a key share lock on its booking and only then waits for the company's resources, which the holder of this lock may have.
 */
export const lockBooking = (tx: Transaction, id: string) =>
  tx.selectFrom('bookings').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

type Paid = {
  id: string
  bookingStatus: 'confirmed' | 'cancelled'
  feeCents: number
  commissionBasisPoints: number
  vatBasisPoints: number
  payableAt: Date
  payoutHoldDays: number
  returnableUntil: Date | null
  now: Date
}

/** Marks a booking as paid. Only the first caller gets its row. The fee is written here and never recomputed from later rates. */
export const markPaid = (tx: Transaction, { id, now, ...paid }: Paid) =>
  tx
    .updateTable('bookings')
    .set({ ...paid, paymentStatus: 'paid', paidAt: now, updatedAt: now })
    .where('id', '=', id)
    .where('paymentStatus', 'in', ['pending', 'failed'])
    .returning('id')
    .executeTakeFirst()

/** Cancels an unpaid booking; undefined if it is no longer pending. */
export const markExpired = (tx: Transaction, { id, now }: { id: string; now: Date }) =>
  tx
    .updateTable('bookings')
    .set({ bookingStatus: 'cancelled', paymentStatus: 'failed', updatedAt: now })
    .where('id', '=', id)
    .where('bookingStatus', '=', 'pending')
    .where('paymentStatus', '=', 'pending')
    .returning('id')
    .executeTakeFirst()

/** Adds a refund to a paid booking; a full refund sets the payment's status to refunded. */
export const markRefunded = (tx: Transaction, refund: { id: string; amountCents: number; feeCents: number; now: Date }) =>
  tx
    .updateTable('bookings')
    .set({
      refundedCents: sql`refunded_cents + ${refund.amountCents}`,
      feeCents: refund.feeCents,
      paymentStatus: sql`case when refunded_cents + ${refund.amountCents} = amount_cents then 'refunded' else payment_status end`,
      updatedAt: refund.now,
    })
    .where('id', '=', refund.id)
    .where('paymentStatus', 'in', ['paid', 'completed'])
    .returning(['id', 'paymentStatus'])
    .executeTakeFirst()

/** Columns of a booking that decide which times fit it. */
export const findBookingTimes = (db: Database, id: string) =>
  db.selectFrom('bookings').select(['companyId', 'serviceId', 'location']).where('id', '=', id).executeTakeFirst()

/** Moves a booking to another day and time, with a new due day of its share; null while it is unpaid. */
export const moveBooking = (
  tx: Transaction,
  { id, now, ...times }: { id: string; bookingDate: string; bookingTime: string; payableAt: Date | null; now: Date },
) =>
  tx
    .updateTable('bookings')
    .set({ ...times, updatedAt: now })
    .where('id', '=', id)
    .execute()

/** Stores the consent to an early start that a customer gave with a move. */
export const markEarlyStart = (tx: Transaction, { id, earlyStartVersion }: { id: string; earlyStartVersion: string }) =>
  tx.updateTable('bookings').set({ earlyStartVersion }).where('id', '=', id).execute()

/** Locks bookings against refunds and other payouts, always in the same order. */
export const lockBookings = (tx: Transaction, ids: readonly string[]) =>
  sql`
    select id
    from bookings
    where id = any(${ids}::uuid[])
    order by id
    for no key update`.execute(tx)

/** Marks bookings as paid out; one that was refunded in full in the meantime stays refunded. */
export const markPaidOut = (tx: Transaction, { ids, now }: { ids: readonly string[]; now: Date }) =>
  sql`
    update bookings
    set
      payment_status = case payment_status when 'paid' then 'completed' else payment_status end,
      payout_processed_at = ${now},
      updated_at = ${now}
    where id = any(${ids}::uuid[])
      and payment_status in ('paid', 'refunded')
      and payout_processed_at is null`.execute(tx)

/** Reverts `markPaidOut` after the bank returned the payout. */
export const markOwedAgain = (tx: Transaction, { ids, now }: { ids: readonly string[]; now: Date }) =>
  sql`
    update bookings
    set
      payment_status = case payment_status when 'completed' then 'paid' else payment_status end,
      payout_processed_at = null,
      updated_at = ${now}
    where id = any(${ids}::uuid[])
      and payout_processed_at is not null`.execute(tx)

/**
 * Bookings of an address, for the data export of its owner. Only paid ones: their mail reached the address, while an unpaid request may
 * contain data that a stranger typed about another person. The company's contact person is another person, too, so only its name is
 * exported.
 */
export const listBookingsForExport = (db: Database, customerEmail: string) =>
  db
    .selectFrom('bookings')
    .innerJoin('companies', 'companies.id', 'bookings.companyId')
    .leftJoin('billingAddresses', 'billingAddresses.bookingId', 'bookings.id')
    .select([
      'bookings.id',
      'companies.companyName',
      'bookings.serviceTitle',
      'bookings.bookingDate',
      'bookings.bookingTime',
      'bookings.location',
      'bookings.description',
      'bookings.customerName',
      'bookings.customerEmail',
      'bookings.customerPhone',
      'bookings.agreedWith',
      'bookings.amountCents',
      'bookings.refundedCents',
      'bookings.bookingStatus',
      'bookings.paymentStatus',
      'bookings.createdAt',
      'bookings.paidAt',
    ])
    .select(sql<BoughtItem[]>`bought_items(bookings)`.as('items'))
    .select(sql<object | null>`to_jsonb(billing_addresses) - 'booking_id' - 'updated_at'`.as('billingAddress'))
    .where('bookings.customerEmail', '=', customerEmail)
    .where('bookings.paidAt', 'is not', null)
    .orderBy('bookings.createdAt')
    .execute()
