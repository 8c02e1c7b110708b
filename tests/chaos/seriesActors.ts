import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { addDays, berlinDay } from '#src/platform/kit/dates.ts'
import { eurosOf } from '#src/platform/kit/money.ts'
import { priceOf } from '#src/supply/services/pricing.ts'
import type { Rng } from '../rng.ts'
import { type Browser, type CustomerActors, instantCard, location } from './customerActors.ts'
import { type Mailbox, regular } from './mailbox.ts'
import type { SeededCompany } from './seed.ts'
import type { System } from './system.ts'

/** Concurrent requests for series. Waiting for an answer does not block other customers. */
const atOnce = 6
/** Time in milliseconds for which a customer without a response or mail retries before giving up. */
const timeoutMs = 20_000

/**
 * Customers who request series: they confirm by the mailed link, sometimes three times at once, skip dates that others took, pay dates by
 * mailed links, at the second page or never, and cancel dates. `requestCompanies`: companies with requests enabled.
 */
export function openSeriesActors({ system, rng, customerActors, mailbox, requestCompanies }: SeriesActorOptions) {
  const counts = { taken: 0, pages: 0, paid: 0 }
  const waiting: Promise<void>[] = []
  let isOpen = false
  let people = 0

  async function requestSeries() {
    people += 1
    const email = `${regular}${people}@sturm.example`
    const browser = customerActors.newBrowser()
    const form = formOf(rng, { email, company: rng.one(requestCompanies) })
    if (!(await request(browser, form))) return
    const token = await mailedTo(email)
    if (token && (await confirm(browser, { token, dates: form.dates }))) waiting.push(attend(browser, { email, token }))
  }

  async function request(browser: Browser, form: object) {
    let key = randomUUID()
    for (const until = Date.now() + timeoutMs; Date.now() < until && isOpen; ) {
      const answer = await customerActors.call(browser, 'request-series', form, { 'idempotency-key': key })
      if (answer?.status === 200) return true
      const { code } = answer?.body ?? {}
      if (code === 'series.taken') counts.taken += 1
      if (code === 'series.taken') return false
      // The response with this browser's cookie was lost.
      if (code === 'idempotency.keyReused') key = randomUUID()
      else if (answer && answer.status < 500 && answer.status !== 409)
        customerActors.unexpectedResponses.push(`request-series: ${JSON.stringify(answer)}`)
      await pause(rng.around(300))
    }
    return false
  }

  async function mailedTo(email: string) {
    for (const until = Date.now() + timeoutMs; Date.now() < until && isOpen; ) {
      const token = mailbox.secretOf(email, 'serie')
      if (token) return token
      await pause(200)
    }
    return undefined
  }

  async function confirm(browser: Browser, { token, dates: wanted }: { token: string; dates: Start[] }) {
    let dates = wanted
    for (const until = Date.now() + timeoutMs; Date.now() < until && isOpen; ) {
      const body = { token, ...(dates === wanted ? {} : { dates }) }
      const parallelCalls = rng.hits(0.6) ? 3 : 1
      const answers = await Promise.all(Array.from({ length: parallelCalls }, () => customerActors.call(browser, 'confirm-series', body)))
      if (answers.some((one) => one?.status === 200)) return true
      const gone = taken.safeParse(answers.find((one) => one?.body.code === 'series.taken')?.body).data?.fields.slots ?? []
      if (gone.length > 0) counts.taken += 1
      dates = dates.filter(({ date, time }) => !gone.includes(`${date} ${time}`))
      if (dates.length < 2) return false
      for (const one of answers)
        if (one && one.status < 500 && one.status !== 409) customerActors.unexpectedResponses.push(`confirm-series: ${JSON.stringify(one)}`)
      await pause(rng.around(300))
    }
    return false
  }

  /** Polls the series and pays due dates. */
  async function attend(browser: Browser, known: { email: string; token: string }) {
    while (isOpen) {
      await pause(rng.around(1_500))
      const key = { token: known.token }
      const series = seriesResponse.safeParse((await customerActors.call(browser, 'get-series', key))?.body).data
      if (!series) continue
      if (series.status !== 'requested' && series.status !== 'accepted') return
      if (rng.hits(0.02)) await customerActors.call(browser, 'end-series', { key })
      const due = series.dates.flatMap((one) => (one.status === 'due' && one.booking_id ? [one.booking_id] : []))
      await Promise.all(due.map((bookingId) => payDate(browser, { ...known, bookingId })))
    }
  }

  async function payDate(browser: Browser, { email, token, bookingId }: { email: string; token: string; bookingId: string }) {
    if (rng.hits(0.3)) return
    const mailed = mailbox.secretOf(email, 'buchung')
    const key = mailed && rng.hits(0.7) ? { booking: { token: mailed } } : { token }
    if (rng.hits(0.08)) return void (await customerActors.call(browser, 'end-series', { key, bookingId }))
    const clicks = rng.hits(0.3) ? 3 : 1
    const answers = await Promise.all(
      Array.from({ length: clicks }, () => customerActors.call(browser, 'pay-series-date', { key, bookingId })),
    )
    for (const one of answers)
      if (one && one.status !== 200 && one.status < 500 && one.status !== 409)
        customerActors.unexpectedResponses.push(`pay-series-date: ${JSON.stringify(one)}`)
    const sessions = new Set(answers.flatMap((one) => /cs_\w+/.exec(String(one?.body.url))?.[0] ?? []))
    for (const session of sessions) {
      counts.pages += 1
      if (rng.hits(0.1)) continue
      // The expired page is replaced by a new one.
      if (rng.hits(0.1)) await system.control('expire', { session }).catch(() => undefined)
      const payment = await customerActors.pay(session, instantCard)
      if (payment) counts.paid += 1
      if (payment && rng.hits(0.4)) await customerActors.call(browser, 'verify-payment', { sessionId: session, bookingId })
    }
  }

  async function visitRepeatedly() {
    while (isOpen) await requestSeries().catch((error: unknown) => customerActors.unexpectedResponses.push(String(error)))
  }

  let visitors: Promise<void>[] = []
  return {
    counts,
    open: () => {
      isOpen = true
      visitors = Array.from({ length: atOnce }, visitRepeatedly)
    },
    close: async () => {
      isOpen = false
      await Promise.all(visitors)
      await Promise.all(waiting)
    },
  }
}

type SeriesActorOptions = {
  system: System
  rng: Rng
  customerActors: CustomerActors
  mailbox: Mailbox
  requestCompanies: readonly SeededCompany[]
}
type Start = { date: string; time: string }

/**
 * Two to four dates from six days ahead on, the first of which can be paid at once, or up to two weeks later; many customers want the
 * same.
 */
function formOf(rng: Rng, { email, company: { id: companyId, service } }: { email: string; company: SeededCompany }) {
  const choice = { optionIds: [], quantity: 2 }
  const priced = priceOf(service, choice)
  if ('problem' in priced) throw new Error(priced.problem)
  const first = addDays(berlinDay(new Date()), rng.hits(0.6) ? 6 : rng.whole(7, 20))
  const time = `${String(rng.whole(3, 20)).padStart(2, '0')}:00`
  const dates = Array.from({ length: rng.whole(2, 4) }, (_, index) => ({ date: addDays(first, 7 * index), time }))
  return {
    ...{ companyId, serviceId: service.id, ...choice, amount: eurosOf(priced.totalCents), weeks: 1, dates, location },
    ...{ customerName: 'Katrin Bergmann', customerEmail: email, customerPhone: '+49 40 66969140', customerKind: 'business' },
    description: 'Unterhaltsreinigung, jede Woche.',
  }
}

const taken = z.object({ fields: z.object({ slots: z.array(z.string()) }) })
const seriesResponse = z.object({
  status: z.string(),
  dates: z.array(z.object({ booking_id: z.string().nullable(), status: z.string() })),
})
