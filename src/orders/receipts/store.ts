import { type SqlBool, sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { BoughtItem } from '#src/supply/services/pricing.ts'

/** Booking for its customer, with the company's contact, pending refunds, and whether the payment is disputed. */
export const findReceipt = (db: Database, id: string) =>
  db
    .selectFrom('bookings')
    .innerJoin('companies', 'companies.id', 'bookings.companyId')
    .leftJoin('services', (join) => join.onRef('services.id', '=', 'bookings.serviceId').on('services.hiddenAt', 'is', null))
    .select(sql<BoughtItem[]>`bought_items(bookings)`.as('items'))
    .select([
      'bookings.id',
      'bookings.serviceTitle',
      'bookings.bookingDate',
      'bookings.bookingTime',
      'bookings.location',
      'bookings.description',
      'bookings.amountCents',
      'bookings.refundedCents',
      'bookings.agreedWith',
      'bookings.bookingStatus',
      'bookings.paymentStatus',
      'bookings.paidAt',
      'bookings.customerKind',
      'bookings.earlyStartVersion',
      'bookings.customerName',
      'bookings.customerEmail',
      'bookings.customerPhone',
      'bookings.companyId',
      'services.id as serviceId',
      sql<boolean>`takes_bookings(companies)`.as('isBookable'),
      'companies.companyName',
      'companies.legalForm',
      'companies.location as companyLocation',
      'companies.email',
      'companies.contactPerson',
      'companies.phone',
      sql<Date | null>`(
        select requested_at
        from appointments
        where booking_id = bookings.id
      )`.as('requestedAt'),
      sql<string | null>`(
        select method
        from checkouts
        where booking_id = bookings.id and method is not null
        order by attempt desc
        limit 1
      )`.as('method'),
      sql<boolean>`exists (
        select
        from checkouts
        where booking_id = bookings.id and status = 'open' and processing_at is not null
      )`.as('isProcessing'),
      sql<boolean>`exists (
        select
        from series_dates
        where booking_id = bookings.id
      )`.as('inSeries'),
      sql<boolean>`bookings.parent_id is not null`.as('isSupplement'),
      sql<boolean>`exists (
        select
        from instalments
        where order_id = bookings.id
      )`.as('isInstalment'),
      sql<boolean>`exists (select from tips where tips.order_id = bookings.id)`.as('isTip'),
      sql<boolean>`(
        exists (select from work_steps where work_steps.booking_id = bookings.id)
        or exists (select from work_photos where work_photos.booking_id = bookings.id and work_photos.supplement_id is null)
      )`.as('hasWork'),
      sql<'none' | 'open' | 'ended'>`(
        select case when count(*) = 0 then 'none' when bool_or(status = 'open') then 'open' else 'ended' end
        from supplements
        where supplements.booking_id = bookings.id
      )`.as('supplements'),
      sql<number>`(
        select coalesce(sum(amount_cents), 0)::integer
        from refunds
        where booking_id = bookings.id and status = 'pending'
      )`.as('pendingCents'),
      sql<boolean>`exists (
        select 1
        from disputes
        where booking_id = bookings.id and status = 'open'
      )`.as('isDisputed'),
    ])
    .where('bookings.id', '=', id)
    .executeTakeFirst()

export const findServiceDay = (db: Database | Transaction, id: string) =>
  db.selectFrom('bookings').select('bookingDate').where('id', '=', id).executeTakeFirst()

/** Paid, or its payment authorized: only then may the holder of the key read the typed texts. */
const isKnown = sql<SqlBool>`(
  bookings.paid_at is not null
  or exists (
    select
    from appointments
    where booking_id = bookings.id and requested_at is not null
  )
)`

/** Finds a booking of an address once it is paid or requested: before that a stranger may have typed the address. */
export const findKnownOfAddress = (db: Database, { id, email }: { id: string; email: string }) =>
  db.selectFrom('bookings').select('id').where('id', '=', id).where('customerEmail', '=', email).where(isKnown).executeTakeFirst()

export const findCustomerAttachment = (db: Database, { bookingId, attachmentId }: { bookingId: string; attachmentId: string }) =>
  db
    .selectFrom('attachments')
    .innerJoin('bookings', 'bookings.id', 'attachments.bookingId')
    .select(['attachments.name', 'attachments.contentType', 'attachments.storageKey'])
    .where('attachments.id', '=', attachmentId)
    .where('attachments.bookingId', '=', bookingId)
    .where(isKnown)
    .executeTakeFirst()

/** Paid and requested bookings of an address by their number, the last 8 characters of the id. */
export const findKnownByNumber = (db: Transaction, { number, email }: { number: string; email: string }) =>
  db
    .selectFrom('bookingTexts')
    .innerJoin('bookings', 'bookings.id', 'bookingTexts.bookingId')
    .selectAll('bookings')
    // This condition makes the query use the index on the search text; the conditions below check the row itself.
    .where('bookingTexts.searchText', 'like', `%${`${email}\n${number}`.replace(/[\\%_]/g, '\\$&')}%`)
    .where('bookings.customerEmail', '=', email)
    .where(sql<boolean>`right(bookings.id::text, 8) = ${number}`)
    .where(isKnown)
    .execute()
