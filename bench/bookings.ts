import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { bookingRequestFor, makeCompany } from '../tests/factories.ts'
import { openApp } from './app.ts'
import { atOnce, type Benchmark, median, rateOf, read } from './measure.ts'
import { openProduct, profileIn } from './product.ts'

const roundMs = 10_000
/** Time limit for a paid checkout to become a paid booking. */
const mostMs = 60_000

/**
 * Paid bookings per second through server, sandbox and webhooks with `atOnce` concurrent customers: alone, and while as many visitors read
 * pages, in turn. A booking counts once a webhook has confirmed it. The exit code is 1 when a paid booking is not confirmed. The argument
 * is the number of rounds.
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
    const rates: { alone: number; beside: number; pages: number }[] = []
    for (let round = -1; round < Number(rounds); round += 1) {
      const alone = await bookFor(roundMs)
      let reads = 0
      const reading = rateOf(() => ({ url: address + pages[reads++ % pages.length], isFresh: reads % 3 === 0 }), roundMs)
      const beside = await bookFor(roundMs)
      const one = { alone, beside, pages: await reading }
      if (round >= 0) rates.push(one)
    }
    const [alone, beside] = [median(rates.map((one) => one.alone)), median(rates.map((one) => one.beside))]
    console.log(`paid bookings: ${alone.toFixed(1)}/s alone (${atOnce} customers, ${rounds} rounds in turn)`)
    console.log(
      `  ${beside.toFixed(1)}/s, ratio ${(beside / alone).toFixed(2)}, while ${atOnce} visitors read ${median(rates.map((one) => one.pages)).toFixed(0)} pages a second`,
    )
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
    while ((await countPaid()) < before + paid) {
      if (performance.now() - start > durationMs + mostMs)
        throw new Error(`${before + paid} bookings were paid, ${await countPaid()} confirmed`)
      await pause(20)
    }
    return paid / ((performance.now() - start) / 1_000)
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
