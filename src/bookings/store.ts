import { type Insertable, sql } from 'kysely'
import type { Database, Transaction } from '#src/server/db.ts'
import type { Bookings } from '#src/server/tables.d.ts'
import type { BoughtItem } from '#src/services/pricing.ts'

/** A pending booking; undefined when the same request already waits for its payment. */
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

/** How many paid bookings an address called off since a moment. */
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

/** How new a company is: how many of its bookings were ever paid, and when it was entered. */
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
        .as('paid'),
    )
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  return { paid: Number(paid), createdAt }
}

/** The company of a booking. */
export const findCompanyOf = (db: Database, id: string) =>
  db.selectFrom('bookings').select('companyId').where('id', '=', id).executeTakeFirst()

/**
 * A booking with its company, locked against other settlements. Not its key: whoever updates a checkout twice in one transaction shares the
 * key of its booking from then on, and only afterwards waits for the company's times, which the holder of this lock has.
 */
export const lockBooking = (tx: Transaction, id: string) =>
  tx.selectFrom('bookings').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** One winner: only the first to mark a booking as paid gets its row. The fee is written here and never recomputed from today's rates. */
export const markPaid = (
  tx: Transaction,
  paid: {
    id: string
    status: 'confirmed' | 'cancelled'
    feeCents: number
    commissionBasisPoints: number
    vatBasisPoints: number
    payableAt: Date
    payoutHoldDays: number
    now: Date
  },
) =>
  tx
    .updateTable('bookings')
    .set({
      bookingStatus: paid.status,
      paymentStatus: 'paid',
      feeCents: paid.feeCents,
      commissionBasisPoints: paid.commissionBasisPoints,
      vatBasisPoints: paid.vatBasisPoints,
      payableAt: paid.payableAt,
      payoutHoldDays: paid.payoutHoldDays,
      paidAt: paid.now,
      updatedAt: paid.now,
    })
    .where('id', '=', paid.id)
    .where('paymentStatus', 'in', ['pending', 'failed'])
    .returning('id')
    .executeTakeFirst()

/** Cancels a booking nobody paid; undefined when it is not pending any more. */
export const markExpired = (tx: Transaction, { id, now }: { id: string; now: Date }) =>
  tx
    .updateTable('bookings')
    .set({ bookingStatus: 'cancelled', paymentStatus: 'failed', updatedAt: now })
    .where('id', '=', id)
    .where('bookingStatus', '=', 'pending')
    .where('paymentStatus', '=', 'pending')
    .returning('id')
    .executeTakeFirst()

/** Adds a refund to a paid booking; the whole amount back makes it refunded. */
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

/** What decides on the times of a booking. */
export const findBookingTimes = (db: Database, id: string) =>
  db.selectFrom('bookings').select(['companyId', 'serviceId', 'location']).where('id', '=', id).executeTakeFirst()

/** Gives a booking another day and time, and its share another day on which it is due; null while it is not paid. */
export const moveBooking = (
  tx: Transaction,
  { id, now, ...times }: { id: string; bookingDate: string; bookingTime: string; payableAt: Date | null; now: Date },
) =>
  tx
    .updateTable('bookings')
    .set({ ...times, updatedAt: now })
    .where('id', '=', id)
    .execute()

/** Notes that the customer asks for an early start since a move. */
export const markEarlyStart = (tx: Transaction, { id, earlyStartVersion }: { id: string; earlyStartVersion: string }) =>
  tx.updateTable('bookings').set({ earlyStartVersion }).where('id', '=', id).execute()

/** Locks bookings against refunds and other payouts, in one order. */
export const lockBookings = (tx: Transaction, ids: readonly string[]) =>
  sql`
    select id
    from bookings
    where id = any(${ids}::uuid[])
    order by id
    for no key update`.execute(tx)

/** Marks bookings as paid out; one that was refunded in full meanwhile stays refunded. */
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

/** Undoes `markPaidOut`, because the bank returned the money. */
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
 * The bookings of an address, for the data export of its owner. Paid ones only: their mail reached the address, while an unpaid request may
 * contain what a stranger typed about somebody else. Of the company only its name: the contact person is another person.
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
