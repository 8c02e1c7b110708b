import { type Alone, type Asked, atOnce, quantile, rateOf } from './measure.ts'
import { openRivals } from './product.ts'

const rounds = 7
/** As many as it takes until V8 has compiled what answers: some 40,000 calls. */
const warmUp = 5
const roundMs = 1_000

/**
 * Calls against constant JSON by bare Hono in a process of its own: one that asks no table (the session of somebody who has none), one whose
 * answer is kept (the home page's figures), and the reviews of a company, each time of another page. With the folder of another checkout
 * (built, with its dependencies) the same calls of that commit, in turn.
 */
export async function open(words: string[]): Promise<Alone> {
  const { now, before, constant, close } = await openRivals(words)
  return { measure: () => measure({ now: now.address, before: before?.address, constant }), close }
}

type Servers = { now: string; before: string | undefined; constant: string }

async function measure({ now, before, constant }: Servers) {
  const result: Record<string, object> = {}
  for (const [name, call] of Object.entries(calls)) {
    const rates: Record<string, number[]> = {}
    for (let round = -warmUp; round < rounds; round += 1) {
      const one = {
        constant: await rateOf(() => ({ url: constant, body: '{}' }), roundMs),
        now: await rateOf(await call(now), roundMs),
        ...(before && { before: await rateOf(await call(before), roundMs) }),
      }
      if (round >= 0) for (const [who, rate] of Object.entries(one)) rates[who] = [...(rates[who] ?? []), rate]
    }
    const median = (who: string) => Math.round(quantile(rates[who] ?? [], 0.5))
    const ratios = {
      constant: Number((median('now') / median('constant')).toFixed(3)),
      ...(before && { before: Number((median('now') / median('before')).toFixed(2)) }),
    }
    result[name] = { now: median('now'), constant: median('constant'), ...(before && { before: median('before') }), ratios }
    console.log(
      `${name.padEnd(10)} ${median('now')}/s, ${ratios.constant} of the constant${before ? `, ${ratios.before} times as before` : ''}`,
    )
  }
  console.log(JSON.stringify({ bench: 'api', atOnce, rounds, result }))
}

type Calling = (address: string) => Promise<() => Asked>

const calls: Record<string, Calling> = {
  session: async (address) => () => ({ url: `${address}/auth/v1/session`, body: '{}' }),
  statistics: async (address) => () => ({ url: `${address}/rest/v1/rpc/get_homepage_stats`, body: '{}' }),
  reviews: async (address) => {
    const found = await (await fetch(`${address}/search`)).text()
    const companyId = /\/service\/([\w-]+)/.exec(found)?.[1] ?? ''
    let page = 0
    return () => {
      page += 1
      return {
        url: `${address}/rest/v1/rpc/get_public_reviews`,
        body: JSON.stringify({ company_id_param: companyId, limit: 1 + (page % 50) }),
      }
    }
  },
}
