import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { bookingRequestFor, makeCompany } from '../tests/factories.ts'
import { openApp } from './app.ts'
import { type Benchmark, median, quantile } from './measure.ts'
import { openProduct } from './product.ts'
import { drawQuestion } from './search/classes.ts'
import { seededRandom } from './search/companies.ts'

/** Durations of the phases. */
const capacityMs = 8_000
const overloadMs = 15_000
const idleMs = 2_000
const clients = 16
const slowClients = 1_000
const orderEveryMs = 200

type Answer = { status: number | 'no response'; ms: number; at: number }

/**
 * Three times the capacity: new searches arrive at three times the rate that the product could answer, whether or not they are answered.
 * Prints what happened to them and to orders with their checkouts, which are never refused, and the time until a search is fast again. The argument is
 * the factor.
 */
export async function open([factor = '3']: string[]): Promise<Benchmark> {
  const product = await openProduct({ DEMO: 'small' })
  const app = openApp(product.databaseUrl, join(resolve('.cache'), `bench.${process.pid}.files`))
  const { id: companyId } = await makeCompany(app, { companyName: 'Viel gebucht' })
  const dispatcher = new Agent({ connections: 4_000, pipelining: 1 })
  let asked = 0
  /** A customer of their own for each order. */
  const next = () => {
    asked += 1
    return asked
  }
  const random = seededRandom(13)
  const searchNew = () => send('/rest/v1/rpc/search_companies_safe', drawQuestion(random))
  const order = () =>
    send('/functions/v1/create-booking-payment', bookingRequestFor(app, companyId, { customerEmail: `kunde${next()}@kunde.example` }))
  return { measure, close }

  async function close() {
    await dispatcher.close()
    await app.live.close()
    app.mail.close()
    await app.pool.end()
    await product.close()
  }

  async function send(path: string, body: object): Promise<Answer> {
    const at = performance.now()
    const response = await request(product.address + path, {
      dispatcher,
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: product.address.replace('127.0.0.1', 'localhost') },
      body: JSON.stringify(body),
      headersTimeout: 60_000,
    }).catch(() => undefined)
    await response?.body.dump()
    return { status: response?.statusCode ?? 'no response', ms: performance.now() - at, at }
  }

  async function measure() {
    const capacity = await measureCapacity()
    const idle = median((await repeat(order, idleMs)).map(({ ms }) => ms))
    console.log(`capacity: ${capacity.toFixed(0)} new searches a second (${clients} clients); an order takes ${idle.toFixed(0)} ms`)
    const rate = capacity * Number(factor)
    const orders = repeat(order, overloadMs)
    const searches = await arrive(rate)
    const end = performance.now()
    report(`searches at ${factor} times the capacity`, searches)
    report('orders meanwhile', await orders)
    let calm = await searchNew()
    while (calm.status !== 200 || calm.ms > 250) calm = await searchNew()
    console.log(`recovered ${((performance.now() - end) / 1_000).toFixed(1)} s after the last arrival`)
    const slow = openSlowClients(slowClients, new URL(product.address).port)
    await pause(1_000)
    report(`orders beside ${slowClients} clients that never finish their request`, await repeat(order, idleMs))
    for (const socket of slow) socket.destroy()
  }

  async function measureCapacity() {
    const until = performance.now() + capacityMs
    let answered = 0
    const client = async () => {
      while (performance.now() < until) if ((await searchNew()).status === 200) answered += 1
    }
    await Promise.all(Array.from({ length: clients }, client))
    return answered / (capacityMs / 1_000)
  }

  /** Sends searches at a constant rate, without waiting for answers to earlier ones. */
  async function arrive(perSecond: number) {
    const start = performance.now()
    const all: Promise<Answer>[] = []
    while (performance.now() - start < overloadMs) {
      const due = Math.floor(((performance.now() - start) / 1_000) * perSecond)
      while (all.length < due) all.push(searchNew())
      await pause(5)
    }
    return Promise.all(all)
  }
}

const openSlowClients = (count: number, port: string) =>
  Array.from({ length: count }, () => {
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write('POST /functions/v1/create-booking-payment HTTP/1.1\r\nHost: a\r\n'),
    )
    return socket.on('error', () => undefined)
  })

async function repeat(call: () => Promise<Answer>, durationMs: number) {
  const until = performance.now() + durationMs
  const answers: Answer[] = []
  while (performance.now() < until) {
    answers.push(await call())
    await pause(orderEveryMs)
  }
  return answers
}

function report(title: string, answers: readonly Answer[]) {
  console.log(`${title}: ${answers.length}`)
  for (const [status, some = []] of Object.entries(Object.groupBy(answers, ({ status }) => status))) {
    const times = some.map(({ ms }) => ms)
    const share = ((some.length / answers.length) * 100).toFixed(1)
    console.log(`  ${status}: ${share} %, median ${median(times).toFixed(0)} ms, 99 % within ${quantile(times, 0.99).toFixed(0)} ms`)
  }
}
