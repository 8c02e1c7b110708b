import { type SqlBool, sql } from 'kysely'
import { standingStatuses } from '#src/money/payments/bookingStates.ts'
import { addDays } from '#src/platform/kit/dates.ts'
import type { Cents } from '#src/platform/kit/money.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import { spreadDays } from '#src/supply/calendars/parts.ts'
import type { GrossLine } from '../taxes.ts'
import type { DraftLine } from './lines.ts'

type Db = Database | Transaction

/** Condition: an invoice or correction that is not cancelled. */
export const isStanding = sql<SqlBool>`not exists (
  select
  from documents as later
  where later.corrects_id = document.id and later.is_cancellation
)`

/** Condition: a ledger entry of a booking that no valid customer document covers. */
export const isUncovered = sql<SqlBool>`not exists (
  select
  from document_covers as cover
  where cover.ledger_tx_id = fact.tx_id and cover.side = 'customer' and cover.released_by is null
)`

/**
 * Condition: a job, or a supplement that is not billed with its job: paid after the invoice, or of a job that was refunded in full before
 * (docs/spec.md#supplements).
 */
export const hasOwnInvoice = sql<boolean>`(
  booking.parent_id is null or booking.id not in (select billed_bookings(booking.parent_id))
)`

/** Last Berlin day of a booking's work: that of its end if it continues on following days, else the booked day. */
export const lastDay = sql<string>`coalesce(
  (
    select (appointments.ends_at at time zone 'Europe/Berlin')::date
    from appointments
    where appointments.booking_id = booking.id and appointments.parts is not null
  ),
  booking.booking_date
)`

/** Condition: the job has deposit and instalments. */
export const hasPlan = sql<boolean>`exists (
  select
  from payment_plans
  where payment_plans.booking_id = booking.id
)`

/** Condition: the next invoice does not wait for the company's confirmation. */
export const isReleased = sql<SqlBool>`not exists (
  select
  from invoice_drafts as draft
  where draft.booking_id = booking.id and draft.held_at is not null
)`

/** Condition: the booking's document has broken no rule since a moment. */
export const isDueAgain = (checkedBefore: Date) => sql<SqlBool>`not exists (
  select
  from document_faults as fault
  where fault.company_id = booking.company_id and fault.subject = 'booking ' || booking.id and fault.checked_at > ${checkedBefore}
)`

/** Condition for an invoice: paid, not cancelled, not fully refunded, appointment neither missed nor contested. */
export const isServed = sql<boolean>`(
  booking.booking_status = any(${standingStatuses})
  and booking.payment_status in ('paid', 'completed')
  and not exists (
    select
    from appointments as appointment
    where appointment.booking_id = booking.id and appointment.status not in ('agreed', 'performed')
  )
)`

/** Condition: neither the operator nor the company has issued an invoice for the booking. */
export const isOpen = sql<boolean>`(
  not exists (
    select
    from documents as document
    where document.booking_id = booking.id and document.kind = 'customerInvoice' and ${isStanding}
  )
  and not exists (
    select
    from own_invoices
    where own_invoices.booking_id = booking.id
  )
)`

/** `isWhole`: all bookings. False: only those with a service, payment or ledger entry in the last days, which is much cheaper. */
type Question = { checkedBefore: Date; limit: number; isWhole: boolean }
/** `before`: day before which services are due; `paidBefore`: moment before which businesses paid. */
type DueQuestion = Question & { before: string; paidBefore: Date }

/** Days that the run of each minute looks back; the hourly run covers everything. */
const recentDays = 3

/** Booking whose documents are to be issued. */
export type DueDocument = { id: string; companyId: string }

/**
 * Lists bookings whose invoice is due under a valid mandate, oldest service first: served before a day, or paid by a business. Bookings
 * with deposit and instalments (`listPlanned`), and those that broke a rule after `checkedBefore` are left out.
 */
export async function listDueInvoices(db: Database, { before, paidBefore, checkedBefore, limit, isWhole }: DueQuestion) {
  const paidSince = new Date(paidBefore.getTime() - recentDays * 86_400_000)
  const isRecent = sql`(
    booking.booking_date between ${addDays(before, -recentDays - spreadDays)}::date and ${before}::date
      and ${lastDay} between ${addDays(before, -recentDays)}::date and ${before}::date
    or booking.paid_at >= ${paidSince}
  )`
  const { rows } = await sql<DueDocument>`
    select booking.id, booking.company_id
    from invoice_mandates as mandate
    join bookings as booking on booking.company_id = mandate.company_id
    where mandate.revoked_at is null
      and booking.booking_date >= (mandate.accepted_at at time zone 'Europe/Berlin')::date
      and ${isWhole ? sql`true` : isRecent}
      and (booking.booking_date < ${before}::date and ${lastDay} < ${before}::date or (booking.customer_kind = 'business' and booking.paid_at <= ${paidBefore}))
      and ${isServed}
      and ${isOpen}
      and ${hasOwnInvoice}
      and not ${hasPlan}
      and ${isReleased}
      and ${isDueAgain(checkedBefore)}
    order by booking.booking_date, booking.id
    limit ${limit}`.execute(db)
  return rows
}

/** Lists bookings whose valid invoice no longer matches the state at `until`: money was refunded, or the appointment did not take place. */
export async function listChanged(db: Database, { until, checkedBefore, limit, isWhole }: Question & { until: Date }) {
  // An entry may concern any day, so the filter uses the time of insertion (database clock), which its UUIDv7 contains.
  const isRecent = sql`booking.id in (
    select unnest(array[changed.id, changed.parent_id])
    from ledger_tx as head
    join bookings as changed on changed.id = head.booking_id
    where head.id >= (
        select uuidv7(make_interval(days => ${0 - recentDays}))
      )
      and head.kind <> 'charge'
  )`
  const { rows } = await sql<DueDocument>`
    select booking.id, booking.company_id
    from documents as document
    join bookings as booking on booking.id = document.booking_id
    where document.kind = 'customerInvoice'
      and ${isWhole ? sql`true` : isRecent}
      and ${isStanding}
      and (
        exists (
          select
          from ledger_tx as head
          join revenue_lines as fact on fact.tx_id = head.id
          where head.booking_id in (select billed_bookings(booking.id)) and head.occurred_at <= ${until} and ${isUncovered}
        )
        or (booking.refunded_cents < booking.amount_cents and booking.updated_at <= ${until} and ${hasEnded})
      )
      and ${isDueAgain(checkedBefore)}
    order by booking.id
    limit ${limit}`.execute(db)
  return rows
}

/** Lists the one booking. */
export const listNamed = (db: Database, id: string): Promise<DueDocument[]> =>
  db.selectFrom('bookings').select(['id', 'companyId']).where('id', '=', id).execute()

/** Condition: cancelled or missed, with no refund pending. Money that the company keeps is then not the price of a service. */
export const hasEnded = sql<boolean>`(
  (
    booking.booking_status = 'cancelled'
    or exists (
      select
      from appointments as appointment
      where appointment.booking_id = booking.id and appointment.status = 'missed'
    )
  )
  and not exists (
    select
    from refunds
    where refunds.booking_id = booking.id and refunds.status = 'pending'
  )
)`

export type MoneyFact = { id: string; bookingId: string; kind: string; cents: Cents; onDay: string; isCovered: boolean }

/** Lists payments and refunds of a booking and of the supplements billed with it, in order. */
export async function listMoneyFacts(db: Db, bookingId: string) {
  const { rows } = await sql<MoneyFact>`
    select fact.tx_id as id, head.booking_id, fact.kind, fact.booking_cents as cents, fact.on_day::text as on_day, not ${isUncovered} as is_covered
    from ledger_tx as head
    join revenue_lines as fact on fact.tx_id = head.id
    where head.booking_id in (select billed_bookings(${bookingId}))
    order by head.occurred_at, head.id`.execute(db)
  return rows
}

/** Lists the valid documents of a booking, the invoice first. */
export const listStanding = (db: Db, bookingId: string) =>
  db
    .selectFrom('documents as document')
    .select(['document.id', 'document.number', 'document.kind'])
    .where('document.bookingId', '=', bookingId)
    .where('document.isCancellation', '=', false)
    .where(isStanding)
    .orderBy(sql`document.kind = 'customerInvoice'`, 'desc')
    .orderBy('document.id')
    .execute()

/** Finds the newest cancelled invoice of a booking. */
export const findCancelled = (db: Db, bookingId: string) =>
  db
    .selectFrom('documents as document')
    .select(['document.number', 'document.issuedOn'])
    .where('document.bookingId', '=', bookingId)
    .where('document.kind', '=', 'customerInvoice')
    .where(({ not }) => not(isStanding))
    .orderBy('document.id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Stores the issued lines, on which later corrections are based. */
export const storeIssuedLines = (tx: Transaction, one: { bookingId: string; companyId: string; lines: readonly GrossLine[] }) => {
  const issuedLines = JSON.stringify(one.lines)
  return tx
    .insertInto('invoiceDrafts')
    .values({ bookingId: one.bookingId, companyId: one.companyId, issuedLines })
    .onConflict((conflict) => conflict.column('bookingId').doUpdateSet({ issuedLines }))
    .execute()
}

/** Stores the company's changes to a draft and releases it, if it was held. */
export const saveDraft = (tx: Transaction, { isReverse, now, ...one }: SavedDraft) => {
  const [lines, editedAt, reverseConfirmedAt] = [JSON.stringify(one.lines), now, isReverse ? now : null]
  const released = { heldAt: null, remindedAt: null, remindedAgainAt: null }
  return tx
    .insertInto('invoiceDrafts')
    .values({ bookingId: one.bookingId, companyId: one.companyId, lines, editedAt, reverseConfirmedAt })
    .onConflict((conflict) => conflict.column('bookingId').doUpdateSet({ lines, editedAt, reverseConfirmedAt, ...released }))
    .execute()
}
type SavedDraft = { bookingId: string; companyId: string; lines: readonly DraftLine[]; isReverse: boolean; now: Date }

/** Copies the company's encrypted tax number, valid from the given day, to a document. */
export const encryptTaxNumber = (tx: Transaction, one: { documentId: string; companyId: string; validFrom: string }) =>
  sql`
    insert into document_seals (document_id, company_id, sealed)
    select ${one.documentId}, company_id, sealed
    from tax_profiles
    where company_id = ${one.companyId} and valid_from = ${one.validFrom} and sealed is not null`.execute(tx)

/** Copies the encrypted tax number of the original to its correction. */
export const copyEncrypted = (tx: Transaction, { from, to }: { from: string; to: string }) =>
  sql`
    insert into document_seals (document_id, company_id, sealed)
    select ${to}, company_id, sealed
    from document_seals
    where document_id = ${from}`.execute(tx)

/** Deletes faults of bookings that no longer need a document: cancelled, or invoiced by now. */
export const deleteOldFaults = (db: Database) =>
  sql`
    delete from document_faults as fault
    using bookings as booking
    where booking.id = case when fault.subject like 'booking %' then substr(fault.subject, 9)::uuid end
      and not (${isServed} and ${isOpen})`.execute(db)
