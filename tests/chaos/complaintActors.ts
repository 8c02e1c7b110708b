import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Rng } from '../rng.ts'
import type { CustomerActors } from './customerActors.ts'
import type { System } from './system.ts'

/** Mean milliseconds between two complaints: most bookings are paid out within seconds. */
const everyMs = 500
/** Picks one of the latest payments: older ones are in a payout. */
const latest = 40

/**
 * Customers whose service was not provided: its day passes, they complain while payouts run, sometimes twice at once, and settle some
 * complaints later. The others stay open, and their bookings without a payout.
 */
export function openComplaintActors({ system, rng, customerActors }: { system: System; rng: Rng; customerActors: CustomerActors }) {
  const counts = { reported: 0, settled: 0 }
  const waiting: Promise<void>[] = []
  let isOpen = false

  async function complain() {
    const payment = rng.one(customerActors.payments.slice(-latest))
    const sessionId = await passDay(payment.bookingId)
    if (!sessionId) return
    const [browser, key] = [customerActors.newBrowser(), { sessionId, bookingId: payment.bookingId }]
    const body = { key, reason: 'missed', words: 'Niemand kam.' }
    const parallelCalls = rng.hits(0.3) ? 3 : 1
    const answers = await Promise.all(Array.from({ length: parallelCalls }, () => customerActors.call(browser, 'report-complaint', body)))
    const done = answers.filter((one) => one?.status === 200).length
    if (done > 1) customerActors.unexpectedResponses.push(`reported ${done} times at once: ${payment.bookingId}`)
    counts.reported += Math.min(1, done)
    if (done > 0 && rng.hits(0.5)) waiting.push(settle(browser, key))
  }

  async function settle(browser: ReturnType<CustomerActors['newBrowser']>, key: object) {
    await pause(rng.around(3_000))
    const answer = await customerActors.call(browser, 'resolve-complaint', { key, answer: 'accept' })
    if (answer?.status === 200) counts.settled += 1
  }

  /**
   * Moves a booking without an appointment to yesterday. Returns the session with which its customer paid, undefined for any other
   * booking.
   */
  async function passDay(bookingId: string) {
    const client = new pg.Client({ connectionString: system.database.url, connectionTimeoutMillis: 5_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ sessionId: string }>(dayPasses, [bookingId])
      return rows[0]?.sessionId
    } catch {
      return undefined
    } finally {
      await client.end().catch(() => {})
    }
  }

  async function complainRepeatedly() {
    while (isOpen) {
      await pause(rng.around(everyMs))
      if (isOpen && customerActors.payments.length > 5) await complain()
    }
  }

  let work: Promise<void> = Promise.resolve()
  return {
    counts,
    open: () => {
      isOpen = true
      work = complainRepeatedly()
    },
    close: async () => {
      isOpen = false
      await work
      await Promise.all(waiting)
    },
  }
}

const dayPasses = `
  update bookings
  set booking_date = (now() at time zone 'Europe/Berlin')::date - 1
  from checkouts
  where bookings.id = $1
    and checkouts.booking_id = bookings.id
    and checkouts.status = 'paid'
    and bookings.booking_status = 'confirmed'
    and bookings.parent_id is null
    and bookings.payout_processed_at is null
    and not exists (select from appointments where booking_id = bookings.id)
  returning checkouts.session_id as "sessionId"`
