import { type SqlBool, sql } from 'kysely'
import { addDays } from '#src/platform/kit/dates.ts'
import type { Database } from '#src/platform/server/db.ts'
import { type DueDocument, hasEnded, isDueAgain, isOpen, isReleased, isServed, isStanding, isUncovered, lastDay } from './store.ts'

/** Condition: nothing is left to be paid of the job's deposit and instalments. */
export const isSettled = sql<boolean>`not exists (
  select
  from instalments as open_part
  where open_part.booking_id = booking.id and open_part.status in ('planned', 'due')
)`

/** Condition: money of the deposit or an instalment that arrived before the work was over, without an advance invoice. */
const isAdvanceMissing = sql<SqlBool>`exists (
  select
  from ledger_tx as head
  join revenue_lines as fact on fact.tx_id = head.id
  where head.kind = 'charge'
    and (
      head.booking_id = booking.id
      or head.booking_id in (select instalments.order_id from instalments where instalments.booking_id = booking.id and instalments.status = 'paid')
    )
    and fact.on_day <= ${lastDay}
    and ${isUncovered}
)`

/** Condition: an advance invoice stands although its job was called off, or its deposit refunded in full. */
const isAdvanceWrong = sql<SqlBool>`(
  (${hasEnded} or booking.payment_status = 'refunded')
  and exists (
    select
    from documents as document
    where document.booking_id = booking.id and document.kind = 'customerAdvance' and ${isStanding}
  )
)`

type Question = { before: string; finalDays: number; checkedBefore: Date; limit: number }

/**
 * Lists jobs with deposit and instalments under a valid mandate that need a document: an advance invoice, the final invoice once the work
 * is over before the day and paid, or long over; or whose advance invoices have to be cancelled. Oldest service first.
 */
export async function listPlanned(db: Database, { before, finalDays, checkedBefore, limit }: Question) {
  const { rows } = await sql<DueDocument>`
    select booking.id, booking.company_id
    from payment_plans as plan
    join bookings as booking on booking.id = plan.booking_id
    join invoice_mandates as mandate on mandate.company_id = booking.company_id and mandate.revoked_at is null
    where booking.paid_at is not null
      and booking.booking_date >= (mandate.accepted_at at time zone 'Europe/Berlin')::date
      and (
        ${isAdvanceWrong}
        or ${isServed} and ${isOpen} and (
          ${isAdvanceMissing}
          or ${lastDay} < ${before}::date and (${isSettled} or ${lastDay} < ${addDays(before, -finalDays)}::date)
        )
      )
      and ${isReleased}
      and ${isDueAgain(checkedBefore)}
    order by booking.booking_date, booking.id
    limit ${limit}`.execute(db)
  return rows
}
