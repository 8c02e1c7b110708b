import { type Insertable, sql } from 'kysely'
import type { Cents } from '#src/platform/kit/money.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { OwnInvoices } from '#src/platform/server/tables.d.ts'
import { daysOf, isNamed, listDocuments } from '../company/store.ts'
import { sumOfBilled } from './billedStore.ts'
import { hasOwnInvoice, isOpen, isServed, lastDay } from './store.ts'

type OpenQuestion = {
  companyId: string
  since: string | undefined
  ownSince: string
  today: string
  month: string | undefined
  search: string | undefined
  limit: number
}
export type OpenRow = {
  bookingId: string
  customerName: string
  customerKind: string
  serviceTitle: string
  serviceOn: string
  lastDay: string
  paidAt: Date
  grossCents: Cents
  isEdited: boolean
  heldAt: Date | null
  rules: string[] | null
}

/**
 * Lists bookings without an invoice, next due first: those covered by the mandate from `since` on, and those for which the company may
 * still upload its own.
 */
export async function listOpenInvoices(db: Database, { companyId, since, ownSince, today, month, search, limit }: OpenQuestion) {
  const { from, before } = month === undefined ? { from: null, before: null } : daysOf(month)
  const isWanted = search ? isNamed(search, sql`booking.customer_name`, sql`booking.service_title`) : sql`true`
  const { rows } = await sql<OpenRow & { total: number }>`
    select
      booking.id as booking_id,
      booking.customer_name,
      booking.customer_kind,
      booking.service_title,
      booking.booking_date::text as service_on,
      ${lastDay}::text as last_day,
      booking.paid_at,
      ${sumOfBilled('amount_cents')} - ${sumOfBilled('refunded_cents')} as gross_cents,
      coalesce(draft.edited_at is not null, false) as is_edited,
      draft.held_at,
      fault.rules,
      count(*) over () as total
    from bookings as booking
    left join invoice_drafts as draft on draft.booking_id = booking.id
    left join document_faults as fault on fault.company_id = booking.company_id and fault.subject = 'booking ' || booking.id
    where booking.company_id = ${companyId}
      and (
        booking.booking_date >= ${since ?? null}::date
        or ${lastDay} between ${ownSince}::date and ${today}::date
        or draft.held_at is not null
      )
      and (${from}::date is null or booking.booking_date >= ${from}::date and booking.booking_date < ${before}::date)
      and ${isWanted}
      and ${isServed}
      and ${isOpen}
      and ${hasOwnInvoice}
    order by booking.booking_date, booking.id
    limit ${limit}`.execute(db)
  return { rows: rows.map(({ total: _total, ...row }) => row), total: Number(rows[0]?.total ?? 0) }
}

/** Payment dates of the documents' bookings. */
export const listReceived = (db: Database, documentIds: readonly string[]) =>
  db
    .selectFrom('documents')
    .innerJoin('bookings', 'bookings.id', 'documents.bookingId')
    .select(['documents.id', 'bookings.paidAt'])
    .where('documents.id', 'in', documentIds.length > 0 ? [...documentIds] : [noDocument])
    .execute()
const noDocument = '00000000-0000-0000-0000-000000000000'

/** Lists the documents in the company's name of a booking and its supplements, newest first. */
export const listOfBooking = (db: Database, bookingId: string) =>
  listDocuments(db, { filter: { bookingId, issuer: 'company' }, sort: 'newest', limit: 50, offset: 0 })

/** Lists the files that a company uploaded for a booking, in order. */
export const listUploadedFiles = (db: Database | Transaction, bookingId: string) =>
  db
    .selectFrom('ownInvoices')
    .select(['id', 'name', 'contentType', 'bytes', 'storageKey', 'uploadedAt'])
    .where('bookingId', '=', bookingId)
    .orderBy('uploadedAt')
    .orderBy('id')
    .execute()

export const insertUploadedFile = (tx: Transaction, file: Insertable<OwnInvoices>) => tx.insertInto('ownInvoices').values(file).execute()

/** Returns those of the given storage keys that have a row. */
export const findKnownUploadedFiles = (db: Database, keys: string[]) =>
  db.selectFrom('ownInvoices').select('storageKey').where('storageKey', 'in', keys).execute()
