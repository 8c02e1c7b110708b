import { setTimeout as pause } from 'node:timers/promises'
import type { Rng } from '../rng.ts'
import { type CustomerActors, instantCard } from './customerActors.ts'
import { openOwnerCalls } from './ownerCalls.ts'
import type { CompanyOwner } from './seed.ts'
import type { System } from './system.ts'

/** Mean milliseconds between two acts. */
const everyMs = 300

type Due = { id: string; bookingId: string; companyId: string; sessionId: string }

/**
 * Days of jobs with a deposit pass, so that the rest is due; customers pay it at one or three clicks, on every page that they get, while
 * some companies waive it or cancel the job at that moment.
 */
export function openInstalmentActors({ system, rng, customerActors, owners }: InstalmentActorOptions) {
  const counts = { passed: 0, paid: 0, waived: 0, jobsCancelled: 0 }
  const { callAs, read } = openOwnerCalls({ system, rng })
  const companyIds = owners.map(({ companyId }) => companyId)
  let isOpen = false

  async function passDays() {
    const passed = await read(daysPass, [companyIds])
    if (passed.length > 0) await read(demanding, [])
    counts.passed += passed.length
  }

  async function payOne() {
    const [due] = await read<Due>(anyDue, [companyIds])
    const owner = due && owners.find(({ companyId }) => companyId === due.companyId)
    if (!owner) return
    const ids = { companyId: due.companyId, bookingId: due.bookingId }
    const waives = rng.hits(0.1)
    const cancels = !waives && rng.hits(0.05)
    const [, ended] = await Promise.all([
      pay(due),
      waives
        ? callAs(owner, 'waive-instalment', { ...ids, id: due.id })
        : cancels
          ? callAs(owner, 'cancel-appointment', { ...ids, reason: 'Sturm' })
          : undefined,
    ])
    if (ended?.status === 200) counts[waives ? 'waived' : 'jobsCancelled'] += 1
  }

  async function pay({ id, bookingId, sessionId }: Due) {
    const browser = customerActors.newBrowser()
    const body = { key: { sessionId, bookingId }, instalmentId: id }
    const answers = await Promise.all(
      Array.from({ length: rng.hits(0.5) ? 3 : 1 }, () => customerActors.call(browser, 'pay-instalment', body)),
    )
    for (const one of answers)
      if (one && one.status !== 200 && one.status < 500 && one.status !== 409)
        customerActors.unexpectedResponses.push(`pay-instalment: ${JSON.stringify(one)}`)
    for (const session of new Set(answers.flatMap((one) => /cs_\w+/.exec(String(one?.body.url))?.[0] ?? []))) {
      if (rng.hits(0.1)) await system.control('expire', { session }).catch(() => undefined)
      const payment = await customerActors.pay(session, instantCard)
      if (!payment) continue
      counts.paid += 1
      if (rng.hits(0.4)) await customerActors.call(browser, 'verify-payment', { sessionId: session, bookingId: payment.bookingId })
    }
  }

  async function actRepeatedly() {
    while (isOpen) {
      await pause(rng.around(everyMs))
      const act = rng.hits(0.3) ? passDays : payOne
      if (isOpen) await act().catch((error: unknown) => customerActors.unexpectedResponses.push(String(error)))
    }
  }

  let work: Promise<void>[] = []
  return {
    counts,
    open: () => {
      isOpen = true
      work = [actRepeatedly(), actRepeatedly()]
    },
    close: async () => {
      isOpen = false
      await Promise.all(work)
    },
  }
}

type InstalmentActorOptions = { system: System; rng: Rng; customerActors: CustomerActors; owners: readonly CompanyOwner[] }

/** Moves up to three jobs with a planned rest into the past, those without an appointment. */
const daysPass = `
  update bookings
  set booking_date = (now() at time zone 'Europe/Berlin')::date - 3
  where id in (
    select job.id
    from payment_plans as plan
    join bookings as job on job.id = plan.booking_id
    where plan.company_id = any($1::uuid[])
      and job.booking_status = 'confirmed'
      and job.booking_date > (now() at time zone 'Europe/Berlin')::date
      and exists (select from instalments where instalments.booking_id = job.id and instalments.status = 'planned')
      and not exists (select from appointments where appointments.booking_id = job.id)
    order by random()
    limit 3
  )
  returning id`

const demanding = `select graphile_worker.add_job('bookings.keepInstalments', '{}'::json)`

const anyDue = `
  select instalments.id, instalments.booking_id as "bookingId", job.company_id as "companyId", checkouts.session_id as "sessionId"
  from instalments
  join bookings as job on job.id = instalments.booking_id
  join checkouts on checkouts.booking_id = job.id and checkouts.status = 'paid'
  where instalments.status = 'due' and job.company_id = any($1::uuid[])
  order by random()
  limit 1`
