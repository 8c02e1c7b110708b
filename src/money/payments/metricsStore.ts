import { sql } from 'kysely'

type Figure = { label: string; value: number }

/** State of payments: checkouts under way, webhook events without their effect, and discrepancies from the PSP. */
export const paymentGauges = [
  {
    name: 'payments',
    help: 'Checkouts that are not closed, by status: open at the PSP, authorized, and settled ones to be checked once more',
    label: 'status',
    query: sql<Figure>`
      select status as label, count(*)::integer as value
      from checkouts
      where closed_at is null and session_id is not null
      group by status`,
  },
  {
    name: 'payment_events_open',
    help: 'Webhook events that have no effect yet',
    label: 'type',
    query: sql<Figure>`
      select type as label, count(*)::integer as value
      from payment_events
      where processed_at is null
      group by type`,
  },
  {
    name: 'payment_discrepancies',
    help: 'Open discrepancies between our books and the PSP by kind',
    label: 'kind',
    query: sql<Figure>`
      select kind as label, count(*)::integer as value
      from reconciliation_breaks
      where closed_at is null
      group by kind`,
  },
]
