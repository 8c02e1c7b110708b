import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Rng } from '../rng.ts'
import type { System } from './system.ts'

/** Interval, and number of payments and refunds moved each time: each becomes a document, which costs the chaos test throughput. */
const everyMs = 2_000
const atATime = 4

/**
 * Lets time pass: moves payments and refunds to earlier months, and makes both servers invoice at once the months that are over and due
 * customers' invoices; dates of series come near, or expire unpaid, and companies miss their deadlines.
 */
export function openTimeActor({ system, rng }: { system: System; rng: Rng }) {
  let isRunning = false
  let isSettling = false
  let work: Promise<void> = Promise.resolve()

  async function query(...statements: (readonly [string, unknown[]?])[]) {
    const client = new pg.Client({ connectionString: system.database.url, connectionTimeoutMillis: 5_000 })
    client.on('error', () => {})
    await client.connect()
    try {
      for (const [statement, values] of statements) await client.query(statement, values)
    } finally {
      await client.end().catch(() => {})
    }
  }

  const endMonths = () =>
    query(
      ['begin'],
      // The ledger refuses changes, so the triggers are disabled.
      ['set local session_replication_role = replica'],
      [movedBack, [atATime]],
      ['commit'],
      [invoicing],
      [invoicing],
      [datesCome],
      [datePasses],
      [answerIsLate],
      [keepingSeries],
      [keepingSeries],
    )

  return {
    start: () => {
      isRunning = true
      work = (async () => {
        while (isRunning) {
          // Fails while PostgreSQL is down.
          await endMonths().catch(() => {})
          await pause(rng.around(everyMs))
        }
      })()
    },
    /**
     * Called when payments, refunds and cancellations have ended: invoices the rest, and what late events bring. The product's own run
     * every minute may be later than the settling.
     */
    settle: async () => {
      isRunning = false
      await work
      isSettling = true
      work = (async () => {
        while (isSettling) {
          await query([invoicing]).catch(() => {})
          await pause(everyMs)
        }
      })()
    },
    stop: async () => {
      isSettling = false
      await work
    },
  }
}

const invoicing = `
  select graphile_worker.add_job(name, '{}'::json)
  from unnest(array['documents.issueFees', 'documents.issueCustomers']) as name`

const keepingSeries = `select graphile_worker.add_job('bookings.keepSeries', '{}'::json)`

const waitingDates = `
  select one.booking_id
  from series_dates as one
  join booking_series as series on series.id = one.series_id and series.status = 'accepted'
  join bookings on bookings.id = one.booking_id and bookings.booking_status = 'pending'`

const datesCome = `
  update series_dates
  set due_at = now() - interval '1 second'
  where booking_id in (${waitingDates} where one.due_at > now() order by random() limit 2)`

const datePasses = `
  update series_dates
  set due_at = now() - interval '1 minute', until = now() - interval '1 second'
  where booking_id in (${waitingDates} where one.told_at < now() - interval '3 seconds' order by random() limit 1)`

const answerIsLate = `
  update booking_series
  set deadline_at = now()
  where id in (select id from booking_series where status = 'requested' and random() < 0.3 order by random() limit 1)`

const movedBack = `
  with
    fresh as (
      select tx_id
      from revenue_lines
      where company_id is not null and on_day >= date_trunc('month', now() at time zone 'Europe/Berlin')::date
      order by random()
      limit $1
    ),
    moved as (
      update revenue_lines
      set on_day = make_date(2020 + floor(random() * 6)::integer, 1 + floor(random() * 12)::integer, 15)
      where tx_id in (select tx_id from fresh)
      returning tx_id, on_day
    )
  update ledger_tx
  set occurred_at = (moved.on_day + time '12:00') at time zone 'Europe/Berlin'
  from moved
  where ledger_tx.id = moved.tx_id`
