import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { earlyStartVersion } from '#src/orders/bookings/withdrawalRules.ts'
import { eurosOf } from '#src/platform/kit/money.ts'
import { priceOf } from '#src/supply/services/pricing.ts'
import type { Rng } from '../rng.ts'
import { post } from './post.ts'
import type { QuotedRequest, SeededCompany } from './seed.ts'
import type { System } from './system.ts'

export const instantCard = '4000000000000077'
const slowCard = '4242424242424242'
/** Methods that customers choose instead of a card: a wallet, an invoice, and a direct debit, whose money arrives or fails later. */
const otherMethods = ['paypal', 'paypal', 'klarna', 'sepa_debit'] as const
/** Time in milliseconds for which a customer without a response retries before giving up. */
const timeoutMs = 20_000

/** Headers that a browser sends automatically. */
export type Browser = { cookie: string; 'x-forwarded-for': string }
type Session = { id: string; client_reference_id: string; payment_intent: string; amount_total: number; payment_status: string }
/** Payment that the PSP accepted and that must never be lost. */
export type Payment = { bookingId: string; paymentId: string; amountCents: number; at: number; arrivedLater: boolean }

type CustomerActorOptions = {
  system: System
  rng: Rng
  companies: readonly SeededCompany[]
  offered: readonly QuotedRequest[]
  atOnce: number
}

/**
 * Customers who book, pay, return or do not, give up, pay too late, click twice, and lose their connection. `companies`: those that take
 * bookings; `atOnce`: concurrent bookings, of which the usual number keeps the machine busy while requests wait for their retries.
 */
export function openCustomerActors({ system, rng, companies, offered, atOnce }: CustomerActorOptions) {
  const openRequests = [...offered]
  const payments: Payment[] = []
  const injected = { lostConnection: 0 }
  /** Bookings with an authorized card, by session. */
  const authorized = new Map<string, string>()
  const waiting: Promise<void>[] = []
  const counts = { taken: 0, authorized: 0, paidAgain: 0, acceptances: 0, otherMethods: 0, arrivedLater: 0, failedLater: 0 }
  const unexpectedResponses: string[] = []
  let isOpen = false
  let isClosing = false
  let customers = 0
  const newBrowser = (): Browser => ({ cookie: '', 'x-forwarded-for': `198.18.${rng.whole(0, 255)}.${rng.whole(1, 254)}` })

  /** Posts to one of the servers; some customers disconnect before the response. Returns undefined without a response. */
  async function call(browser: Browser, name: string, body: object, headers: Record<string, string> = {}) {
    const isLost = isOpen && rng.hits(0.08)
    if (isLost) injected.lostConnection += 1
    const signal = AbortSignal.timeout(isLost ? rng.whole(5, 150) : timeoutMs)
    try {
      const url = `${rng.one(system.servers).url}/functions/v1/${name}`
      const answer = await post(url, { body, headers: { ...headers, ...browser }, signal })
      const [line] = answer.cookies
      if (line) browser.cookie = line.split(';')[0] ?? ''
      return answer
    } catch {
      return undefined
    }
  }

  /** Returns the URL of the payment page, or undefined if the customer gave up. */
  async function book(browser: Browser, order: Order, first?: object) {
    customers += 1
    let body = requestOf({ ...order, ...(first ?? (await timeFor(browser, order))), customer: customers })
    let key = randomUUID()
    const until = Date.now() + timeoutMs
    while (Date.now() < until && !isClosing) {
      const answer = await call(browser, 'create-booking-payment', body, { 'idempotency-key': key })
      if (answer?.status === 200) return String(answer.body.url)
      // Another customer took this time.
      const isTaken = answer?.status === 409 && String(answer.body.code).startsWith('calendars.')
      if (isTaken) {
        counts.taken += 1
        body = { ...body, ...(await timeFor(browser, order)) }
        key = randomUUID()
      }
      // The response with this browser's cookie was lost: the server takes it for another browser now.
      const isStranger = answer?.body.code === 'idempotency.keyReused'
      if (isStranger) key = randomUUID()
      if (answer && answer.status < 500 && answer.status !== 409 && !isStranger)
        unexpectedResponses.push(`create-booking-payment: ${JSON.stringify(answer)}`)
      await pause(rng.around(300))
    }
    return undefined
  }

  /** One of the next free times of a company with a calendar; some customers hold it for a moment. */
  async function timeFor(browser: Browser, { companyId, serviceId, quantity, hasCalendar }: Order) {
    if (!hasCalendar) return {}
    const work = { companyId, serviceId, quantity, location }
    // At least three days ahead: within the last two days, cancelling would not be free.
    const from = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    const answer = freeTimes.safeParse((await call(browser, 'get-free-slots', { ...work, from, days: 28 }))?.body)
    const free = (answer.data?.days ?? []).flatMap(({ day, times }) => times.map((time) => ({ date: day, time }))).slice(0, sought)
    if (free.length === 0) return {}
    const chosen = rng.one(free)
    if (rng.hits(0.3)) await call(browser, 'hold-slot', { ...work, ...chosen })
    return chosen
  }

  /** Some customers of a company with a calendar move their paid booking to another free time, or cancel it. */
  async function reconsider(browser: Browser, order: Order, { sessionId, payment }: { sessionId: string; payment: Payment }) {
    if (!order.hasCalendar || rng.hits(0.5)) return
    const key = { sessionId, bookingId: payment.bookingId }
    await call(browser, 'verify-payment', key)
    const chosen = rng.hits(0.7) ? await timeFor(browser, order) : {}
    if ('date' in chosen) await call(browser, 'propose-move', { key, ...chosen, earlyStartConsent: { version: earlyStartVersion } })
    else await call(browser, 'cancel-own-booking', { ...key, expectedRefundCents: payment.amountCents })
  }

  /**
   * Any valid order: a free amount if the company shows no service; else a request without a service for one hour, or hours at their
   * price. Sometimes preceded by another amount, which must be refused.
   */
  async function anyOrder(browser: Browser): Promise<Order> {
    const isByTime = rng.hits(0.3)
    const { id: companyId, service, hasCalendar, isMandated, isFree } = rng.one(companies.filter((one) => one.hasCalendar === isByTime))
    const kind = isMandated ? ({ customerKind: 'business' } as const) : {}
    // Half the amounts end in 50 cents: there the company's share and the fee both round up.
    const cents = rng.one([50, rng.whole(0, 99)])
    if (isFree) return { companyId, hasCalendar, ...kind, amount: (rng.whole(20, 400) * 100 + cents) / 100 }
    if (service.priceKind === 'hourly' && rng.hits(0.3)) {
      const order = { companyId, hasCalendar, ...kind, amount: eurosOf(service.priceCents ?? 0) }
      if (rng.hits(0.3)) await tryLowerAmount(browser, { ...order, ...(hasCalendar ? await timeFor(browser, order) : {}) })
      return order
    }
    const choice = {
      optionIds: rng.hits(0.5) ? service.options.map(({ id }) => id) : [],
      quantity: service.unit === null ? rng.whole(1, isByTime ? 4 : 16) / 2 : rng.whole(1, 9),
    }
    const priced = priceOf(service, choice)
    if ('problem' in priced) throw new Error(priced.problem)
    const order = { companyId, hasCalendar, ...kind, serviceId: service.id, ...choice, amount: eurosOf(priced.totalCents) }
    if (rng.hits(0.1)) await tryLowerAmount(browser, order)
    return order
  }

  async function tryLowerAmount(browser: Browser, order: Order) {
    customers += 1
    const body = requestOf({ ...order, amount: order.amount - 1, customer: customers })
    const answer = await call(browser, 'create-booking-payment', body, { 'idempotency-key': randomUUID() })
    if (answer?.status === 200) unexpectedResponses.push(`a euro less was accepted: ${JSON.stringify(body)}`)
  }

  /** The payment page belongs to the PSP and never fails. */
  const pay = (sessionId: string, card: string, force = false) => payBy(sessionId, { card, force })

  /** Some customers choose another method, if the page offers it; some are refused by its provider first, and then use their card. */
  async function payAnyhow(sessionId: string, card: string, force: boolean) {
    const method = rng.hits(0.35) ? rng.one(otherMethods) : undefined
    if (method === undefined) return pay(sessionId, card, force)
    const { payment_method_types: offered } = (await system.control('session', { session: sessionId })) as {
      payment_method_types: string[]
    }
    if (!offered.includes(method)) return pay(sessionId, card, force)
    const isRefused = method !== 'sepa_debit' && rng.hits(0.15)
    if (isRefused) await system.control('pay', { session: sessionId, method, refused: true, force })
    counts.otherMethods += 1
    return isRefused ? pay(sessionId, card, force) : payBy(sessionId, { method, force })
  }

  /** The bank pays or refuses a direct debit some time after the customer has left. */
  async function awaitBank(sessionId: string) {
    await pause(rng.around(2_000))
    const outcome = rng.hits(0.8) ? 'succeeded' : 'failed'
    counts[outcome === 'succeeded' ? 'arrivedLater' : 'failedLater'] += 1
    const session = (await system.control('endProcessing', { session: sessionId, outcome })) as Session
    if (outcome === 'succeeded') record(session, { arrivedLater: true })
  }

  function record(session: Session, { arrivedLater = false } = {}) {
    const { client_reference_id: bookingId, payment_intent: paymentId, amount_total: amountCents } = session
    const payment = { bookingId, paymentId, amountCents, at: Date.now(), arrivedLater }
    payments.push(payment)
    return payment
  }

  async function payBy(sessionId: string, means: object) {
    const { result, session } = (await system.control('pay', { session: sessionId, ...means })) as { result: string; session: Session }
    if (result === 'processing') waiting.push(awaitBank(sessionId))
    if (result !== 'paid') return undefined
    if (session.payment_status === 'unpaid') {
      counts.authorized += 1
      authorized.set(sessionId, session.client_reference_id)
      return undefined
    }
    return record(session)
  }

  /** Some customers request the same time at the same moment. */
  async function visit() {
    const browser = newBrowser()
    const request = rng.hits(0.25) ? openRequests.pop() : undefined
    if (request) return acceptQuotes(request)
    const order = await anyOrder(browser)
    if (!order.hasCalendar || rng.hits(0.5)) return goShopping(browser, order)
    const time = await timeFor(browser, order)
    await Promise.all([browser, newBrowser(), newBrowser()].map((one) => goShopping(one, order, time)))
  }

  /** A customer with several tabs accepts several quotes of one request at the same moment, and pays wherever a payment page opened. */
  async function acceptQuotes(request: QuotedRequest) {
    for (let round = 0; round < 2 && isOpen; round++) {
      const urls = await Promise.all(request.quoteIds.map((quoteId) => accept(newBrowser(), { ...request, quoteId })))
      const sessions = [...new Set(urls.flatMap((url) => /cs_\w+/.exec(url ?? '') ?? []))]
      counts.acceptances += sessions.length
      if (round === 0 && rng.hits(0.3)) continue
      const paid = await Promise.all(sessions.map((sessionId) => pay(sessionId, instantCard)))
      if (paid.some((one) => one !== undefined)) return
    }
  }

  async function accept(browser: Browser, { token, date, time, quoteId }: QuotedRequest & { quoteId: string }) {
    let key = randomUUID()
    const until = Date.now() + timeoutMs / 2
    while (Date.now() < until && !isClosing) {
      const body = { token, quoteId, date, time, location, customerKind: 'business' }
      const answer = await call(browser, 'accept-quote', body, { 'idempotency-key': key })
      if (answer?.status === 200) return String(answer.body.url)
      if (answer?.body.code === 'quotes.notOffered' || answer?.body.code === 'quotes.notOpen') return undefined
      const isStranger = answer?.body.code === 'idempotency.keyReused'
      if (isStranger) key = randomUUID()
      if (answer && answer.status < 500 && answer.status !== 409 && !isStranger)
        unexpectedResponses.push(`accept-quote: ${JSON.stringify(answer)}`)
      await pause(rng.around(300))
    }
    return undefined
  }

  async function goShopping(browser: Browser, order: Order, time?: object) {
    const url = await book(browser, order, time)
    const sessionId = /cs_\w+/.exec(url ?? '')?.[0]
    if (!sessionId || rng.hits(0.03)) return
    // Somebody who types a card number is slow enough for others to want the same time.
    if (order.hasCalendar && rng.hits(0.5)) await pause(rng.around(2_500))
    const isLate = rng.hits(0.2)
    const otherTabs = isLate ? await runOut(browser, sessionId) : undefined
    const payment = await payAnyhow(sessionId, rng.hits(0.97) ? instantCard : slowCard, isLate)
    const requestedBookingId = authorized.get(sessionId)
    // Not awaited, so that a customer who waits does not block the others.
    if (requestedBookingId) return void waiting.push(awaitAnswer(browser, { sessionId, bookingId: requestedBookingId }))
    if (payment && rng.hits(isLate ? 0.6 : 0.45)) {
      const asks = rng.hits(0.3) ? 2 : 1
      await Promise.all(Array.from({ length: asks }, () => call(browser, 'verify-payment', { sessionId, bookingId: payment.bookingId })))
    }
    await otherTabs?.answer
    if (payment) await reconsider(browser, order, { sessionId, payment })
  }

  /** An authorized request: the customer polls the booking, withdraws it, or follows the company's answer. */
  async function awaitAnswer(browser: Browser, key: { sessionId: string; bookingId: string }) {
    if (rng.hits(0.5)) await call(browser, 'verify-payment', key)
    for (let polls = 0; polls < 4 && isOpen; polls++) {
      await pause(rng.around(1_500))
      if (rng.hits(0.05)) await call(browser, 'withdraw-request', { key })
      const { request } = ownRequest.safeParse((await call(browser, 'get-booking', key))?.body).data ?? {}
      if (request?.step === 'countered' && request.times.length === 0) {
        const answer = { key, isAccepted: rng.hits(0.8) }
        await Promise.all(Array.from({ length: rng.hits(0.3) ? 2 : 1 }, () => call(browser, 'answer-price', answer)))
      } else if (request?.step === 'countered') {
        const timeId = rng.hits(0.8) ? rng.one(request.times).id : null
        await call(browser, 'answer-counter', { key, timeId, earlyStartConsent: { version: earlyStartVersion } })
      }
      const again = /cs_\w+/.exec(request?.pay_url ?? '')?.[0]
      if (again && (await pay(again, instantCard))) counts.paidAgain += 1
    }
  }

  /**
   * The payment page expires while the card number is being typed, and other tabs of the customer verify the payment at this moment: some
   * read the session as expired and, because the PSP's answer is slow, apply that after the payment.
   */
  async function runOut(browser: Browser, sessionId: string) {
    const session = (await system.control('expire', { session: sessionId })) as Session
    if (rng.hits(0.5)) await system.control('faults', { operation: retrieval, kind: 'delayAfterEffect', times: 2, milliseconds: 1_200 })
    const verify = () => call(browser, 'verify-payment', { sessionId, bookingId: session.client_reference_id })
    const answer = Promise.all(Array.from({ length: 5 }, verify))
    await pause(rng.around(200))
    return { answer }
  }

  async function visitRepeatedly() {
    while (isOpen) await visit().catch((error: unknown) => unexpectedResponses.push(String(error)))
  }

  let visitors: Promise<void>[] = []
  return {
    ...{ call, pay, newBrowser },
    payments,
    injected,
    counts,
    unexpectedResponses,
    /** Makes a few payments without faults, so that the balance covers refunds before payouts. */
    fill: async (companyId: string, bookings: number) => {
      for (let one = 0; one < bookings; one++) {
        const url = await book(newBrowser(), { companyId, amount: 10_000 })
        const sessionId = /cs_\w+/.exec(url ?? '')?.[0]
        if (!sessionId || !(await pay(sessionId, instantCard))) throw new Error('fair weather, and yet no payment')
      }
    },
    open: () => {
      isOpen = true
      visitors = Array.from({ length: atOnce }, visitRepeatedly)
    },
    /** Stops new customers; the present ones finish their requests without retries. */
    close: async () => {
      isOpen = false
      isClosing = true
      await Promise.all(visitors)
      await Promise.all(waiting)
    },
  }
}
export type CustomerActors = ReturnType<typeof openCustomerActors>

type Order = {
  companyId: string
  amount: number
  hasCalendar?: boolean
  customerKind?: 'business'
  serviceId?: string
  optionIds?: string[]
  quantity?: number
}

const retrieval = 'Checkout/Sessions.retrieve'

/** Number of next free times to choose from: few, so that many customers want the same. */
const sought = 6
const freeTimes = z.object({ days: z.array(z.object({ day: z.string(), times: z.array(z.string()) })) })
const ownRequest = z.object({
  request: z.object({ step: z.string(), times: z.array(z.object({ id: z.string() })), pay_url: z.string().nullable() }).nullable(),
})
export const location = 'Schmale Gasse 12, 22767 Hamburg'

const requestOf = ({ customer, hasCalendar: _, ...order }: Order & { customer: number }) => ({
  serviceTitle: 'Reinigung Service',
  customerName: 'Katrin Bergmann',
  customerEmail: `kunde${customer}@sturm.example`,
  customerPhone: '+49 40 66969140',
  // Some order so early that slow money arrives in time.
  date: new Date(Date.now() + (customer % 3 === 0 ? 20 : 2) * 86_400_000).toISOString().slice(0, 10),
  time: '07:30',
  location,
  description: 'Unterhaltsreinigung, zwei Teeküchen.',
  ...order,
})
