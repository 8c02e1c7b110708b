import { type Benchmark, type Call, median, rateOf } from './measure.ts'
import { openRivals, profileIn } from './product.ts'

/** Rounds until V8 has compiled the server's code: some 40,000 calls. */
const warmUp = 5
const roundMs = 1_000

/**
 * Calls compared with constant JSON from bare Hono, in turn: one without a query (session), one from the response cache (statistics), and a
 * company's reviews, another page each time. The argument is the number of rounds.
 */
export async function open([rounds = '7']: string[]): Promise<Benchmark> {
  const { address, constant, close } = await openRivals()
  return { measure, close }

  async function measure() {
    const companyId = (await profileIn(address)).split('/').at(-1)
    let page = 0
    const reviews = () => JSON.stringify({ company_id_param: companyId, limit: 1 + (page++ % 50) })
    const calls: Record<string, () => Call> = {
      session: () => ({ url: `${address}/auth/v1/session`, body: '{}' }),
      statistics: () => ({ url: `${address}/rest/v1/rpc/get_homepage_stats`, body: '{}' }),
      reviews: () => ({ url: `${address}/rest/v1/rpc/get_public_reviews`, body: reviews() }),
    }
    for (const [name, call] of Object.entries(calls)) {
      const rates: { constant: number; own: number }[] = []
      for (let round = -warmUp; round < Number(rounds); round += 1) {
        const one = { constant: await rateOf(() => ({ url: constant, body: '{}' }), roundMs), own: await rateOf(call, roundMs) }
        if (round >= 0) rates.push(one)
      }
      const [own, same] = [median(rates.map((one) => one.own)), median(rates.map((one) => one.constant))]
      console.log(`${name.padEnd(10)} ${own.toFixed(0)}/s, ${(own / same).toFixed(3)} of the constant`)
    }
  }
}
