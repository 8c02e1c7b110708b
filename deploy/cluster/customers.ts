import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { eurosOf } from '#src/platform/kit/money.ts'
import { priceOf } from '#src/supply/services/pricing.ts'
import type { Payment } from '../../tests/chaos/customerActors.ts'
import { post } from '../../tests/chaos/post.ts'
import type { SeededCompany } from '../../tests/chaos/seed.ts'
import type { Rng } from '../../tests/rng.ts'

/** Request of a customer: kind, start in epoch ms, number of the attempt, HTTP status (0: no response), error code, duration in ms. */
export type Step = { kind: 'upload' | 'book' | 'verify' | 'page'; at: number; attempt: number; status: number; code: string; ms: number }

type Options = {
  publicUrl: string
  control: (verb: string, body: object) => Promise<Record<string, unknown>>
  companies: readonly SeededCompany[]
  rng: Rng
  /** Text in the mail addresses, which are new for each drill. */
  name: string
}

const bookers = 3
const readers = 2
/** A customer presses the button again after this time, and gives up after so many attempts. */
const againMs = 2_000
const mostAttempts = 45
const requestMs = 30_000

/**
 * Customers who book, pay and return, one booking after the other, and readers of public pages. A customer whose request fails sees the
 * failure and presses the button again, as the page asks.
 */
export function openCustomers({ publicUrl, control, companies, rng, name }: Options) {
  const bookable = companies.filter((one) => !one.hasCalendar && !one.asked)
  const steps: Step[] = []
  const payments: Payment[] = []
  let isOpen = false
  let gaveUp = 0
  let customers = 0

  /** Sends one request and notes how it ended. */
  async function send(kind: Step['kind'], attempt: number, request: () => Promise<Answer>) {
    const at = Date.now()
    const answer = await request().catch((error: unknown): Answer => ({ status: 0, code: String(Object(error).code ?? error), body: {} }))
    steps.push({ kind, at, attempt, status: answer.status, code: answer.status === 200 ? '' : answer.code, ms: Date.now() - at })
    return answer
  }

  const headersOf = (browser: Browser) => ({
    origin: publicUrl,
    'x-forwarded-for': browser.ip,
    ...(browser.cookie && { cookie: browser.cookie }),
  })

  async function call(browser: Browser, path: string, body: object, headers: Record<string, string> = {}) {
    const signal = AbortSignal.timeout(requestMs)
    const answer = await post(`${publicUrl}/functions/v1/${path}`, { body, headers: { ...headers, ...headersOf(browser) }, signal })
    browser.cookie ||= answer.cookies[0]?.split(';')[0] ?? ''
    return { status: answer.status, code: String(answer.body.code ?? ''), body: answer.body }
  }

  /** Repeats a request until it succeeds. Returns undefined if the customer gave up. */
  async function insist(kind: Step['kind'], request: () => Promise<Answer>) {
    for (let attempt = 0; attempt < mostAttempts; attempt++) {
      const answer = await send(kind, attempt, request)
      if (answer.status === 200) return answer.body
      if (isFinal(answer)) throw new Error(`${kind}: ${answer.status} ${JSON.stringify(answer.body)}`)
      await pause(againMs)
    }
    gaveUp += 1
    return undefined
  }

  async function visit() {
    customers += 1
    const company = rng.one(bookable)
    const browser: Browser = { cookie: '', ip: `198.18.${rng.whole(0, 255)}.${rng.whole(1, 254)}` }
    const file = rng.hits(0.3) ? await insist('upload', () => upload(publicUrl, headersOf(browser), browser)) : undefined
    const body = orderOf(company, { number: customers, name, attachmentIds: file ? [String(file.id)] : [] })
    // A key whose response was lost with this browser's cookie belongs to another browser now: the page takes a new one.
    let key = randomUUID()
    const booked = await insist('book', async () => {
      const answer = await call(browser, 'create-booking-payment', body, { 'idempotency-key': key })
      if (answer.code === 'idempotency.keyReused') key = randomUUID()
      return answer
    })
    const sessionId = /cs_\w+/.exec(String(booked?.url ?? ''))?.[0]
    if (!sessionId) return
    const { result, session } = (await control('pay', { session: sessionId, card: instantCard })) as { result: string; session: Paid }
    if (result !== 'paid') throw new Error(`the card was refused: ${result}`)
    const bookingId = session.client_reference_id
    payments.push({ bookingId, paymentId: session.payment_intent, amountCents: session.amount_total, at: Date.now(), arrivedLater: false })
    await insist('verify', () => call(browser, 'verify-payment', { sessionId, bookingId }))
  }

  async function book() {
    while (isOpen) {
      await visit().catch((error: unknown) => console.log(`  a customer stopped: ${String(error)}`))
      await pause(rng.around(400))
    }
  }

  async function read() {
    for (let turn = 0; isOpen; turn++) {
      const paths = ['/', `/search?q=Reinigung+${rng.whole(1, 99_999)}`, `/service/${rng.one(companies).id}`]
      const path = paths[turn % paths.length] ?? '/'
      await send('page', 0, async () => {
        const headers = { accept: 'text/html', 'x-forwarded-for': `198.19.0.${rng.whole(1, 254)}` }
        const answer = await fetch(`${publicUrl}${path}`, { headers, signal: AbortSignal.timeout(requestMs) })
        await answer.text()
        return { status: answer.status, code: '', body: {} }
      })
      await pause(rng.around(400))
    }
  }

  let running: Promise<void>[] = []
  return {
    steps,
    payments,
    gaveUp: () => gaveUp,
    start: () => {
      isOpen = true
      running = [...Array.from({ length: bookers }, book), ...Array.from({ length: readers }, read)]
    },
    /** Starts no new bookings; the present customers finish theirs. */
    stop: async () => {
      isOpen = false
      await Promise.all(running)
    },
  }
}

/** The customer's request is wrong, and a repetition would not help: a mistake in this file. */
const isFinal = ({ status, code }: { status: number; code: string }) =>
  status >= 400 && status < 500 && ![409, 429].includes(status) && code !== 'idempotency.keyReused'

type Answer = { status: number; code: string; body: Record<string, unknown> }
type Browser = { cookie: string; ip: string }
type Paid = { client_reference_id: string; payment_intent: string; amount_total: number }

/** Card of the sandbox whose money is available at once. */
const instantCard = '4000000000000077'

async function upload(publicUrl: string, headers: Record<string, string>, browser: Browser) {
  const answer = await fetch(`${publicUrl}/functions/v1/upload-booking-attachment`, {
    method: 'POST',
    body: picture,
    headers: { ...headers, 'content-type': 'image/png', 'x-file-name': 'Raum.png' },
    signal: AbortSignal.timeout(requestMs),
  })
  const body = (await answer.json()) as Record<string, unknown>
  browser.cookie ||= answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { status: answer.status, code: String(body.code ?? ''), body }
}

/** One transparent pixel. */
const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

function orderOf({ id: companyId, service, isMandated, isFree }: SeededCompany, { number, name, attachmentIds }: Order) {
  const choice = { optionIds: [], quantity: 2 }
  const priced = isFree ? undefined : priceOf(service, choice)
  if (priced && 'problem' in priced) throw new Error(priced.problem)
  return {
    companyId,
    ...(priced ? { serviceId: service.id, ...choice, amount: eurosOf(priced.totalCents) } : { amount: 50 + (number % 400) }),
    ...(isMandated ? { customerKind: 'business' } : {}),
    serviceTitle: 'Reinigung Service',
    customerName: 'Katrin Bergmann',
    customerEmail: `kunde-${name}-${number}@sturm.example`,
    customerPhone: '+49 40 66969140',
    date: new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10),
    time: '07:30',
    location: 'Schmale Gasse 12, 22767 Hamburg',
    description: 'Unterhaltsreinigung, zwei Teeküchen.',
    attachmentIds,
  }
}
type Order = { number: number; name: string; attachmentIds: string[] }
