import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Chance } from './chance.ts'
import type { Crowd } from './crowd.ts'
import type { Stage } from './stage.ts'

/** Mean milliseconds between two complaints: most bookings are paid out within seconds. */
const everyMs = 500
/** Picks one of the latest payments: older ones are in a payout. */
const latest = 40

/**
 * Customers whose service was not provided: its day passes, they complain while payouts run, sometimes twice at once, and settle some
 * complaints later. The others stay open, and their bookings without a payout.
 */
export function openComplainers({ stage, chance, crowd }: { stage: Stage; chance: Chance; crowd: Crowd }) {
  const counts = { reported: 0, settled: 0 }
  const waiting: Promise<void>[] = []
  let isOpen = false

  async function complain() {
    const payment = chance.one(crowd.payments.slice(-latest))
    const sessionId = await passDay(payment.bookingId)
    if (!sessionId) return
    const [browser, key] = [crowd.newBrowser(), { sessionId, bookingId: payment.bookingId }]
    const body = { key, reason: 'missed', words: 'Niemand kam.' }
    const hands = chance.hits(0.3) ? 3 : 1
    const answers = await Promise.all(Array.from({ length: hands }, () => crowd.ask(browser, 'report-complaint', body)))
    const done = answers.filter((one) => one?.status === 200).length
    if (done > 1) crowd.surprises.push(`reported ${done} times at once: ${payment.bookingId}`)
    counts.reported += Math.min(1, done)
    if (done > 0 && chance.hits(0.5)) waiting.push(settle(browser, key))
  }

  async function settle(browser: ReturnType<Crowd['newBrowser']>, key: object) {
    await pause(chance.around(3_000))
    const answer = await crowd.ask(browser, 'resolve-complaint', { key, answer: 'accept' })
    if (answer?.status === 200) counts.settled += 1
  }

  /**
   * Moves a booking without an appointment to yesterday. Returns the session with which its customer paid, undefined for any other
   * booking.
   */
  async function passDay(bookingId: string) {
    const client = new pg.Client({ connectionString: stage.database.url, connectionTimeoutMillis: 5_000 })
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

  async function keepComplaining() {
    while (isOpen) {
      await pause(chance.around(everyMs))
      if (isOpen && crowd.payments.length > 5) await complain()
    }
  }

  let work: Promise<void> = Promise.resolve()
  return {
    counts,
    open: () => {
      isOpen = true
      work = keepComplaining()
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
    and bookings.payout_processed_at is null
    and not exists (select from appointments where booking_id = bookings.id)
  returning checkouts.session_id as "sessionId"`
