import { type SqlBool, sql } from 'kysely'
import type { AppointmentStatus } from '#src/orders/appointments/states.ts'
import type { SupplementKind } from '#src/orders/supplements/texts.ts'
import type { Cents } from '#src/platform/kit/money.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { BoughtItem } from '#src/supply/services/pricing.ts'
import type { GrossLine } from '../taxes.ts'
import type { DraftLine } from './lines.ts'
import { isSettled } from './plannedStore.ts'
import { hasEnded, hasOwnInvoice, hasPlan, isOpen, isServed, lastDay } from './store.ts'

/** Sum of a booking and the supplements billed with it, in cents. */
export const sumOfBilled = (column: 'amount_cents' | 'refunded_cents') => sql<Cents>`(
  select sum(${sql.ref(`part.${column}`)})::integer
  from bookings as part
  where part.id in (select billed_bookings(booking.id))
)`

/** Condition: the booking pays an instalment, which is no work of its own. */
const isInstalment = sql<SqlBool>`exists (
  select
  from instalments
  where instalments.order_id = part.id
)`

/** Sum of the work of a booking and the supplements billed with it, in cents: with a plan as agreed, else as paid. */
const sumOfAgreed = sql<Cents>`(
  select sum(coalesce(plan.total_cents, part.amount_cents))::integer
  from bookings as part
  left join payment_plans as plan on plan.booking_id = part.id
  where part.id in (select billed_bookings(booking.id)) and not ${isInstalment}
)`

/** Finds a booking with all data that its invoice needs, as of now. */
export const findBilled = (db: Database | Transaction, id: string) =>
  db
    .selectFrom('bookings as booking')
    .innerJoin('companies', 'companies.id', 'booking.companyId')
    .leftJoin('invoiceMandates as mandate', (join) =>
      join.onRef('mandate.companyId', '=', 'booking.companyId').on('mandate.revokedAt', 'is', null),
    )
    .leftJoin('invoiceDrafts as draft', 'draft.bookingId', 'booking.id')
    .select([
      'booking.id',
      'booking.companyId',
      'booking.serviceTitle',
      'booking.customerName',
      'booking.customerEmail',
      'booking.customerKind',
      'booking.bookingDate',
      sql<string>`${lastDay}::text`.as('lastDay'),
      'booking.location',
      'booking.paidAt',
      'companies.category',
      'mandate.acceptedAt',
      'draft.editedAt',
      'draft.heldAt',
      'draft.reverseConfirmedAt',
    ])
    .select([
      sql<BoughtItem[]>`bought_items(booking)`.as('items'),
      sql<DraftLine[] | null>`draft.lines`.as('draftLines'),
      sql<GrossLine[] | null>`draft.issued_lines`.as('issuedLines'),
      isServed.as('isServed'),
      isOpen.as('isOpen'),
      hasOwnInvoice.as('hasOwnInvoice'),
      sumOfAgreed.as('amountCents'),
      sumOfBilled('amount_cents').as('chargedCents'),
      hasPlan.as('hasPlan'),
      isSettled.as('isSettled'),
      sumOfBilled('refunded_cents').as('refundedCents'),
      sql<BilledPart[]>`(
        select coalesce(
          jsonb_agg(
            jsonb_build_object(
              'items', bought_items(part),
              'kind', coalesce(
                (select kind from supplements where supplements.order_id = part.id),
                (select 'tip' from tips where tips.order_id = part.id)
              ),
              'paidOn', (part.paid_at at time zone 'Europe/Berlin')::date
            )
            order by part.paid_at, part.id
          ),
          '[]'
        )
        from bookings as part
        where part.id in (select billed_bookings(booking.id)) and part.parent_id = booking.id and not ${isInstalment}
      )`.as('parts'),
      hasEnded.as('hasEnded'),
      sql<AppointmentStatus | null>`(
        select status
        from appointments
        where booking_id = booking.id
      )`.as('appointmentStatus'),
    ])
    .where('booking.id', '=', id)
    .executeTakeFirst()
/** Supplement or tip that is billed with its job. */
export type BilledPart = { items: BoughtItem[]; kind: SupplementKind | 'tip'; paidOn: string }
export type BilledBooking = NonNullable<Awaited<ReturnType<typeof findBilled>>>
