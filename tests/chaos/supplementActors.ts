import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { earlyStartVersion } from '#src/orders/bookings/withdrawalRules.ts'
import type { Rng } from '../rng.ts'
import { type Browser, type CustomerActors, instantCard } from './customerActors.ts'
import { openOwnerCalls } from './ownerCalls.ts'
import type { CompanyOwner } from './seed.ts'
import type { System } from './system.ts'

/** Mean milliseconds between two supplements. */
const everyMs = 250
/** Number of the latest jobs among which one is chosen. */
const latest = 30

type Job = { bookingId: string; companyId: string; sessionId: string; customerKind: string }

/**
 * Companies that propose more work during a job, some twice at once after a bad connection, and customers who accept at three clicks, pay
 * every page that they get, decline, or do nothing; some companies withdraw or cancel the job at that moment.
 */
export function openSupplementActors({ system, rng, customerActors, owners }: SupplementActorOptions) {
  const counts = { proposed: 0, accepted: 0, declined: 0, withdrawn: 0, jobsCancelled: 0 }
  const { callAs, read } = openOwnerCalls({ system, rng })
  let isOpen = false

  async function extendJob() {
    const jobs = await readJobs()
    if (jobs.length === 0) return
    const job = rng.one(jobs)
    const owner = owners.find(({ companyId }) => companyId === job.companyId)
    if (!owner) return
    const ids = { companyId: job.companyId, bookingId: job.bookingId }
    const id = randomUUID()
    const price = rng.whole(100, 900) / 100
    const body = { id, ...ids, kind: 'material', title: 'Dichtung', quantity: 1, price, reason: 'Sie war undicht' }
    const sent = await Promise.all(Array.from({ length: rng.hits(0.4) ? 3 : 1 }, () => callAs(owner, 'propose-supplement', body)))
    if (!sent.some((one) => one?.status === 200)) return
    counts.proposed += 1
    if (rng.hits(0.1)) return
    const withdraws = rng.hits(0.1)
    const cancels = !withdraws && rng.hits(0.08)
    const [, ended] = await Promise.all([
      answer(customerActors.newBrowser(), { job, supplementId: id }),
      withdraws
        ? callAs(owner, 'withdraw-supplement', { ...ids, id })
        : cancels
          ? callAs(owner, 'cancel-appointment', { ...ids, reason: 'Sturm' })
          : undefined,
    ])
    if (ended?.status === 200) counts[withdraws ? 'withdrawn' : 'jobsCancelled'] += 1
  }

  async function answer(browser: Browser, { job, supplementId }: { job: Job; supplementId: string }) {
    const key = { sessionId: job.sessionId, bookingId: job.bookingId }
    if (rng.hits(0.2)) {
      const declined = await customerActors.call(browser, 'answer-supplement', { key, supplementId, isAccepted: false })
      counts.declined += declined?.status === 200 ? 1 : 0
      return
    }
    const consent = job.customerKind === 'consumer' ? { earlyStartConsent: { version: earlyStartVersion } } : {}
    const body = { key, supplementId, isAccepted: true, ...consent }
    const clicks = rng.hits(0.5) ? 3 : 1
    const answers = await Promise.all(Array.from({ length: clicks }, () => customerActors.call(browser, 'answer-supplement', body)))
    for (const one of answers)
      if (one && one.status !== 200 && one.status < 500 && one.status !== 409)
        customerActors.unexpectedResponses.push(`answer-supplement: ${JSON.stringify(one)}`)
    const sessions = new Set(answers.flatMap((one) => /cs_\w+/.exec(String(one?.body.url))?.[0] ?? []))
    for (const session of sessions) {
      if (rng.hits(0.1)) await system.control('expire', { session }).catch(() => undefined)
      const payment = await customerActors.pay(session, instantCard)
      if (!payment) continue
      counts.accepted += 1
      if (rng.hits(0.4)) await customerActors.call(browser, 'verify-payment', { sessionId: session, bookingId: payment.bookingId })
    }
  }

  /** The latest confirmed jobs of companies with an owner, with the session that paid each. */
  const readJobs = () => read<Job>(latestJobs, [owners.map(({ companyId }) => companyId), latest])

  async function extendRepeatedly() {
    while (isOpen) {
      await pause(rng.around(everyMs))
      if (isOpen) await extendJob().catch((error: unknown) => customerActors.unexpectedResponses.push(String(error)))
    }
  }

  let work: Promise<void>[] = []
  return {
    counts,
    open: () => {
      isOpen = true
      work = [extendRepeatedly(), extendRepeatedly()]
    },
    close: async () => {
      isOpen = false
      await Promise.all(work)
    },
  }
}

type SupplementActorOptions = { system: System; rng: Rng; customerActors: CustomerActors; owners: readonly CompanyOwner[] }

const latestJobs = `
  select
    bookings.id as "bookingId",
    bookings.company_id as "companyId",
    bookings.customer_kind as "customerKind",
    checkouts.session_id as "sessionId"
  from bookings
  join checkouts on checkouts.booking_id = bookings.id and checkouts.status = 'paid'
  where bookings.company_id = any($1::uuid[]) and bookings.booking_status = 'confirmed' and bookings.parent_id is null
  order by bookings.paid_at desc
  limit $2`
