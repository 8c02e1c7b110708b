import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { bookingRequestFor, makeCompany } from '../tests/factories.ts'
import { openApp } from './app.ts'
import { atOnce, type Benchmark, median, rateOf, read } from './measure.ts'
import { openProduct, profileIn } from './product.ts'

const roundMs = 10_000
/** Time limit for a paid checkout to become a paid booking. */
const mostMs = 60_000

/** Bookings per second of a busy marketplace, beside which visitors read cached pages. */
const pacedPerSecond = 10

/**
 * Paid bookings per second through server, sandbox and webhooks with `atOnce` concurrent customers: alone, and while as many visitors read
 * pages, in turn. Then the rate of cached pages alone and beside `pacedPerSecond` bookings. A booking counts once a webhook has confirmed
 * it. The exit code is 1 when a paid booking is not confirmed. The argument is the number of rounds.
 */
export async function open([rounds = '3']: string[]): Promise<Benchmark> {
  const product = await openProduct({ DEMO: 'small' })
  const { address, sandbox } = product
  const app = openApp(product.databaseUrl, join(resolve('.cache'), `bench.${process.pid}.files`))
  const { id: companyId } = await makeCompany(app, { companyName: 'Viel gebucht' })
  let customers = 0
  return { measure, close }

  async function close() {
    await app.live.close()
    app.mail.close()
    await app.pool.end()
    await product.close()
  }

  async function measure() {
    const pages = ['/', '/search?q=Reinigung', '/reinigung', await profileIn(address)]
    const rates: { alone: number; beside: number; pages: number; cached: number; cachedBeside: number }[] = []
    const readPages = (oneFreshIn: number) => {
      let reads = 0
      return rateOf(() => ({ url: address + pages[reads++ % pages.length], isFresh: reads % oneFreshIn === 0 }), roundMs)
    }
    const never = Number.POSITIVE_INFINITY
    for (let round = -1; round < Number(rounds); round += 1) {
      const alone = await bookFor(roundMs)
      const reading = readPages(3)
      const beside = await bookFor(roundMs)
      const first = { alone, beside, pages: await reading, cached: await readPages(never) }
      const readingCached = readPages(never)
      await bookPaced(roundMs)
      const one = { ...first, cachedBeside: await readingCached }
      if (round >= 0) rates.push(one)
    }
    const of = (name: keyof (typeof rates)[number]) => median(rates.map((one) => one[name]))
    console.log(`paid bookings: ${of('alone').toFixed(1)}/s alone (${atOnce} customers, ${rounds} rounds in turn)`)
    console.log(
      `  ${of('beside').toFixed(1)}/s, ratio ${(of('beside') / of('alone')).toFixed(2)}, while ${atOnce} visitors read ${of('pages').toFixed(0)} pages a second`,
    )
    console.log(
      `cached pages: ${of('cached').toFixed(0)}/s alone, ${of('cachedBeside').toFixed(0)}/s beside ${pacedPerSecond} bookings a second, ratio ${(of('cachedBeside') / of('cached')).toFixed(2)}`,
    )
  }

  /** Books at `pacedPerSecond`, until all of it is confirmed. */
  async function bookPaced(durationMs: number) {
    const before = await countPaid()
    const orders: Promise<void>[] = []
    const start = performance.now()
    while (performance.now() - start < durationMs) {
      orders.push(bookAndPay())
      await pause(1_000 / pacedPerSecond)
    }
    await Promise.all(orders)
    await awaitConfirmed(before + orders.length, start + durationMs + mostMs)
  }

  /** Bookings per second from the first order until the last one is confirmed. */
  async function bookFor(durationMs: number) {
    const start = performance.now()
    const before = await countPaid()
    let paid = 0
    const customer = async () => {
      while (performance.now() - start < durationMs) {
        await bookAndPay()
        paid += 1
      }
    }
    await Promise.all(Array.from({ length: atOnce }, customer))
    await awaitConfirmed(before + paid, start + durationMs + mostMs)
    return paid / ((performance.now() - start) / 1_000)
  }

  async function awaitConfirmed(paid: number, latest: number) {
    while ((await countPaid()) < paid) {
      if (performance.now() > latest) throw new Error(`${paid} bookings were paid, ${await countPaid()} confirmed`)
      await pause(20)
    }
  }

  async function bookAndPay() {
    customers += 1
    const order = bookingRequestFor(app, companyId, { customerEmail: `kunde${customers}@kunde.example` })
    const { url } = JSON.parse(await read({ url: `${address}/functions/v1/create-booking-payment`, body: JSON.stringify(order) }))
    const session = new URL(url).pathname.split('/').at(-1)
    await read({ url: `${sandbox}/__control/pay`, body: JSON.stringify({ session }) })
  }

  async function countPaid() {
    const { rows } = await app.pool.query(`select count(*) as paid from bookings where company_id = $1 and payment_status = 'paid'`, [
      companyId,
    ])
    return Number(rows[0].paid)
  }
}
