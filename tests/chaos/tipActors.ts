import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Rng } from '../rng.ts'
import { type CustomerActors, instantCard } from './customerActors.ts'
import type { System } from './system.ts'

/** Mean milliseconds between two tips. */
const everyMs = 400

type Job = { bookingId: string; sessionId: string }

/** Customers who give a tip after their job: at three taps, with two amounts at once, and who pay every page that they get. */
export function openTipActors({ system, rng, customerActors }: TipActorOptions) {
  const counts = { ordered: 0, pagesPaid: 0, withTwoAmounts: 0 }
  let isOpen = false

  async function tip() {
    const job = await finishJob()
    if (!job) return
    const browser = customerActors.newBrowser()
    const hasTwo = rng.hits(0.3)
    const amounts = hasTwo ? [5, 20] : [rng.whole(100, 2_000) / 100]
    const taps = amounts.flatMap((amount) => Array.from({ length: rng.hits(0.5) ? 3 : 1 }, () => amount))
    const key = { sessionId: job.sessionId, bookingId: job.bookingId }
    const answers = await Promise.all(taps.map((amount) => customerActors.call(browser, 'give-tip', { key, amount })))
    for (const one of answers)
      if (one && one.status !== 200 && one.status < 500 && one.status !== 409)
        customerActors.unexpectedResponses.push(`give-tip: ${JSON.stringify(one)}`)
    const sessions = new Set(answers.flatMap((one) => /cs_\w+/.exec(String(one?.body.url))?.[0] ?? []))
    if (sessions.size > 0) counts.ordered += 1
    if (hasTwo && sessions.size > 1) counts.withTwoAmounts += 1
    for (const session of sessions) {
      if (rng.hits(0.1)) await system.control('expire', { session }).catch(() => undefined)
      const payment = await customerActors.pay(session, instantCard)
      if (!payment) continue
      counts.pagesPaid += 1
      if (rng.hits(0.4)) await customerActors.call(browser, 'verify-payment', { sessionId: session, bookingId: payment.bookingId })
    }
  }

  /** Lets the day of a recent job without an appointment pass, and returns it with the session that paid it. */
  async function finishJob() {
    const client = new pg.Client({ connectionString: system.database.url, connectionTimeoutMillis: 5_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query<Job>(finishedJob)).rows[0]
    } catch {
      return undefined
    } finally {
      await client.end().catch(() => {})
    }
  }

  async function tipRepeatedly() {
    while (isOpen) {
      await pause(rng.around(everyMs))
      if (isOpen) await tip().catch((error: unknown) => customerActors.unexpectedResponses.push(String(error)))
    }
  }

  let work: Promise<void> | undefined
  return {
    counts,
    open: () => {
      isOpen = true
      work = tipRepeatedly()
    },
    close: async () => {
      isOpen = false
      await work
    },
  }
}

type TipActorOptions = { system: System; rng: Rng; customerActors: CustomerActors }

const finishedJob = `
  with
    job as (
      select bookings.id, checkouts.session_id
      from bookings
      join checkouts on checkouts.booking_id = bookings.id and checkouts.status = 'paid'
      where bookings.booking_status = 'confirmed'
        and bookings.parent_id is null
        and bookings.refunded_cents = 0
        and not exists (select from appointments where appointments.booking_id = bookings.id)
        and not exists (select from tips where tips.booking_id = bookings.id)
      order by random()
      limit 1
    )
  update bookings
  set booking_date = (now() at time zone 'Europe/Berlin')::date - 1
  from job
  where bookings.id = job.id
  returning bookings.id as "bookingId", job.session_id as "sessionId"`
