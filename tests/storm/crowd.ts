import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { earlyStartVersion } from '#src/orders/bookings/withdrawalRules.ts'
import { eurosOf } from '#src/platform/kit/money.ts'
import { priceOf } from '#src/supply/services/pricing.ts'
import type { Chance } from './chance.ts'
import { post } from './post.ts'
import type { Offered, Shop } from './seed.ts'
import type { Stage } from './stage.ts'

/** Concurrent bookings: enough to keep the machine busy while requests wait for their retries. */
const atOnce = 24
export const instantCard = '4000000000000077'
const slowCard = '4242424242424242'
/** Time in milliseconds for which a customer without a response retries before giving up. */
const patienceMs = 20_000

/** Headers that a browser sends automatically. */
export type Browser = { cookie: string; 'x-forwarded-for': string }
type Session = { id: string; client_reference_id: string; payment_intent: string; amount_total: number; payment_status: string }
/** Payment that the PSP accepted and that must never be lost. */
export type Payment = { bookingId: string; paymentId: string; amountCents: number; at: number }

/**
 * Customers who book, pay, return or do not, give up, pay too late, click twice, and lose their connection. `companies`: those that take
 * bookings.
 */
type Street = { stage: Stage; chance: Chance; companies: readonly Shop[]; offered: readonly Offered[] }
export function openCrowd({ stage, chance, companies, offered }: Street) {
  const untaken = [...offered]
  const payments: Payment[] = []
  const bent = { lostConnection: 0 }
  /** Bookings with an authorized card, by session. */
  const promised = new Map<string, string>()
  const waiting: Promise<void>[] = []
  const counts = { taken: 0, promised: 0, paidAgain: 0, acceptances: 0 }
  const surprises: string[] = []
  let isOpen = false
  let isClosing = false
  let customers = 0
  const newBrowser = (): Browser => ({ cookie: '', 'x-forwarded-for': `198.18.${chance.whole(0, 255)}.${chance.whole(1, 254)}` })

  /** Posts to one of the servers; some customers disconnect before the response. Returns undefined without a response. */
  async function ask(browser: Browser, name: string, body: object, headers: Record<string, string> = {}) {
    const isLost = isOpen && chance.hits(0.08)
    if (isLost) bent.lostConnection += 1
    const signal = AbortSignal.timeout(isLost ? chance.whole(5, 150) : patienceMs)
    try {
      const url = `${chance.one(stage.servers).url}/functions/v1/${name}`
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
    const until = Date.now() + patienceMs
    while (Date.now() < until && !isClosing) {
      const answer = await ask(browser, 'create-booking-payment', body, { 'idempotency-key': key })
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
        surprises.push(`create-booking-payment: ${JSON.stringify(answer)}`)
      await pause(chance.around(300))
    }
    return undefined
  }

  /** One of the next free times of a company with a calendar; some customers hold it for a moment. */
  async function timeFor(browser: Browser, { companyId, serviceId, quantity, hasCalendar }: Order) {
    if (!hasCalendar) return {}
    const work = { companyId, serviceId, quantity, location }
    // At least three days ahead: within the last two days, cancelling would not be free.
    const from = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    const answer = freeTimes.safeParse((await ask(browser, 'get-free-slots', { ...work, from, days: 28 }))?.body)
    const free = (answer.data?.days ?? []).flatMap(({ day, times }) => times.map((time) => ({ date: day, time }))).slice(0, sought)
    if (free.length === 0) return {}
    const chosen = chance.one(free)
    if (chance.hits(0.3)) await ask(browser, 'hold-slot', { ...work, ...chosen })
    return chosen
  }

  /** Some customers of a company with a calendar move their paid booking to another free time, or cancel it. */
  async function reconsider(browser: Browser, order: Order, { sessionId, payment }: { sessionId: string; payment: Payment }) {
    if (!order.hasCalendar || chance.hits(0.5)) return
    const key = { sessionId, bookingId: payment.bookingId }
    await ask(browser, 'verify-payment', key)
    const chosen = chance.hits(0.7) ? await timeFor(browser, order) : {}
    if ('date' in chosen) await ask(browser, 'propose-move', { key, ...chosen, earlyStartConsent: { version: earlyStartVersion } })
    else await ask(browser, 'cancel-own-booking', { ...key, expectedRefundCents: payment.amountCents })
  }

  /**
   * Any valid order: a free amount if the company shows no service; else a request without a service for one hour, or hours at their
   * price. Sometimes preceded by another amount, which must be refused.
   */
  async function anyOrder(browser: Browser): Promise<Order> {
    const isByTime = chance.hits(0.3)
    const { id: companyId, service, hasCalendar, isMandated, isFree } = chance.one(companies.filter((one) => one.hasCalendar === isByTime))
    const kind = isMandated ? ({ customerKind: 'business' } as const) : {}
    // Half the amounts end in 50 cents: there the company's share and the fee both round up.
    const cents = chance.one([50, chance.whole(0, 99)])
    if (isFree) return { companyId, hasCalendar, ...kind, amount: (chance.whole(20, 400) * 100 + cents) / 100 }
    if (chance.hits(0.3)) {
      const order = { companyId, hasCalendar, ...kind, amount: eurosOf(service.priceCents ?? 0) }
      if (chance.hits(0.3)) await offerLess(browser, { ...order, ...(hasCalendar ? await timeFor(browser, order) : {}) })
      return order
    }
    const choice = {
      optionIds: chance.hits(0.5) ? service.options.map(({ id }) => id) : [],
      quantity: chance.whole(1, isByTime ? 4 : 16) / 2,
    }
    const priced = priceOf(service, choice)
    if ('problem' in priced) throw new Error(priced.problem)
    const order = { companyId, hasCalendar, ...kind, serviceId: service.id, ...choice, amount: eurosOf(priced.totalCents) }
    if (chance.hits(0.1)) await offerLess(browser, order)
    return order
  }

  async function offerLess(browser: Browser, order: Order) {
    customers += 1
    const body = requestOf({ ...order, amount: order.amount - 1, customer: customers })
    const answer = await ask(browser, 'create-booking-payment', body, { 'idempotency-key': randomUUID() })
    if (answer?.status === 200) surprises.push(`a euro less was accepted: ${JSON.stringify(body)}`)
  }

  /** The payment page belongs to the PSP and never fails. */
  async function pay(sessionId: string, card: string, force = false) {
    const { result, session } = (await stage.control('pay', { session: sessionId, card, force })) as { result: string; session: Session }
    if (result !== 'paid') return undefined
    if (session.payment_status === 'unpaid') {
      counts.promised += 1
      promised.set(sessionId, session.client_reference_id)
      return undefined
    }
    const payment = {
      bookingId: session.client_reference_id,
      paymentId: session.payment_intent,
      amountCents: session.amount_total,
      at: Date.now(),
    }
    payments.push(payment)
    return payment
  }

  /** Some customers request the same time at the same moment. */
  async function visit() {
    const browser = newBrowser()
    const request = chance.hits(0.25) ? untaken.pop() : undefined
    if (request) return takeOffers(request)
    const order = await anyOrder(browser)
    if (!order.hasCalendar || chance.hits(0.5)) return goShopping(browser, order)
    const time = await timeFor(browser, order)
    await Promise.all([browser, newBrowser(), newBrowser()].map((one) => goShopping(one, order, time)))
  }

  /** A customer with several tabs accepts several quotes of one request at the same moment, and pays wherever a payment page opened. */
  async function takeOffers(request: Offered) {
    for (let round = 0; round < 2 && isOpen; round++) {
      const urls = await Promise.all(request.quoteIds.map((quoteId) => accept(newBrowser(), { ...request, quoteId })))
      const sessions = [...new Set(urls.flatMap((url) => /cs_\w+/.exec(url ?? '') ?? []))]
      counts.acceptances += sessions.length
      if (round === 0 && chance.hits(0.3)) continue
      const paid = await Promise.all(sessions.map((sessionId) => pay(sessionId, instantCard)))
      if (paid.some((one) => one !== undefined)) return
    }
  }

  async function accept(browser: Browser, { token, date, time, quoteId }: Offered & { quoteId: string }) {
    let key = randomUUID()
    const until = Date.now() + patienceMs / 2
    while (Date.now() < until && !isClosing) {
      const body = { token, quoteId, date, time, location, customerKind: 'business' }
      const answer = await ask(browser, 'accept-quote', body, { 'idempotency-key': key })
      if (answer?.status === 200) return String(answer.body.url)
      if (answer?.body.code === 'quotes.notOffered' || answer?.body.code === 'quotes.notOpen') return undefined
      const isStranger = answer?.body.code === 'idempotency.keyReused'
      if (isStranger) key = randomUUID()
      if (answer && answer.status < 500 && answer.status !== 409 && !isStranger) surprises.push(`accept-quote: ${JSON.stringify(answer)}`)
      await pause(chance.around(300))
    }
    return undefined
  }

  async function goShopping(browser: Browser, order: Order, time?: object) {
    const url = await book(browser, order, time)
    const sessionId = /cs_\w+/.exec(url ?? '')?.[0]
    if (!sessionId || chance.hits(0.03)) return
    const isLate = chance.hits(0.12)
    const otherTab = isLate ? await runOut(browser, sessionId) : undefined
    const payment = await pay(sessionId, chance.hits(0.97) ? instantCard : slowCard, isLate)
    const askedId = promised.get(sessionId)
    // Not awaited, so that a customer who waits does not block the others.
    if (askedId) return void waiting.push(awaitAnswer(browser, { sessionId, bookingId: askedId }))
    if (payment && chance.hits(isLate ? 0.6 : 0.45)) {
      const asks = chance.hits(0.3) ? 2 : 1
      await Promise.all(Array.from({ length: asks }, () => ask(browser, 'verify-payment', { sessionId, bookingId: payment.bookingId })))
    }
    await otherTab?.answer
    if (payment) await reconsider(browser, order, { sessionId, payment })
  }

  /** An authorized request: the customer polls the booking, withdraws it, or follows the company's answer. */
  async function awaitAnswer(browser: Browser, key: { sessionId: string; bookingId: string }) {
    if (chance.hits(0.5)) await ask(browser, 'verify-payment', key)
    for (let looks = 0; looks < 4 && isOpen; looks++) {
      await pause(chance.around(1_500))
      if (chance.hits(0.05)) await ask(browser, 'withdraw-request', { key })
      const { request } = ownRequest.safeParse((await ask(browser, 'get-booking', key))?.body).data ?? {}
      if (request?.step === 'countered') {
        const timeId = chance.hits(0.8) ? chance.one(request.times).id : null
        await ask(browser, 'answer-counter', { key, timeId, earlyStartConsent: { version: earlyStartVersion } })
      }
      const again = /cs_\w+/.exec(request?.pay_url ?? '')?.[0]
      if (again && (await pay(again, instantCard))) counts.paidAgain += 1
    }
  }

  /** The payment page expires while the card number is being typed, and another tab of the customer verifies the payment at this moment. */
  async function runOut(browser: Browser, sessionId: string) {
    const session = (await stage.control('expire', { session: sessionId })) as Session
    const look = () => ask(browser, 'verify-payment', { sessionId, bookingId: session.client_reference_id })
    const answer = Promise.all([look(), look()])
    await pause(chance.around(200))
    return { answer }
  }

  async function comeAndGo() {
    while (isOpen) await visit().catch((error: unknown) => surprises.push(String(error)))
  }

  let visitors: Promise<void>[] = []
  return {
    ...{ ask, pay, newBrowser },
    payments,
    bent,
    counts,
    surprises,
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
      visitors = Array.from({ length: atOnce }, comeAndGo)
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
export type Crowd = ReturnType<typeof openCrowd>

type Order = {
  companyId: string
  amount: number
  hasCalendar?: boolean
  customerKind?: 'business'
  serviceId?: string
  optionIds?: string[]
  quantity?: number
}

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
  date: new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10),
  time: '07:30',
  location,
  description: 'Unterhaltsreinigung, zwei Teeküchen.',
  ...order,
})
