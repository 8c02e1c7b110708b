import { atOnce, type Benchmark, median, rateOf, read } from './measure.ts'
import { openRivals, profileIn } from './product.ts'

const target = 0.4

/**
 * Public pages compared with constant HTML of their size from bare Hono, in turn: from the page cache, and rendered anew. The exit code is
 * 1 when a cached page has less than `target` of the constant's rate. The argument is the number of rounds.
 */
export async function open([rounds = '5']: string[]): Promise<Benchmark> {
  const { address, constant, close } = await openRivals()
  return { measure, close }

  async function measure() {
    const pages = {
      home: '/',
      search: '/search?q=Reinigung',
      profile: await profileIn(address),
      landing: '/reinigung',
      legal: '/impressum',
    }
    for (const [name, path] of Object.entries(pages)) {
      const url = address + path
      const size = Buffer.byteLength(await read({ url }))
      const rates: Record<'constant' | 'cached' | 'fresh', number[]> = { constant: [], cached: [], fresh: [] }
      for (let round = -1; round < Number(rounds); round += 1) {
        const one = {
          constant: await rateOf(() => ({ url: `${constant}${size}` })),
          cached: await rateOf(() => ({ url })),
          fresh: await rateOf(() => ({ url, isFresh: true })),
        }
        if (round >= 0) for (const kind of ['constant', 'cached', 'fresh'] as const) rates[kind].push(one[kind])
      }
      const result = { constant: median(rates.constant), cached: median(rates.cached), fresh: median(rates.fresh) }
      const [cached, fresh] = [result.cached / result.constant, result.fresh / result.constant]
      console.log(
        `${name.padEnd(8)} ${size} bytes: constant ${result.constant.toFixed(0)}/s, cached ${result.cached.toFixed(0)}/s (${cached.toFixed(2)}), new ${result.fresh.toFixed(0)}/s (${fresh.toFixed(3)})`,
      )
      if (cached < target) process.exitCode = 1
    }
    console.log(`${atOnce} clients; a cached page has at least ${target} of the constant: ${process.exitCode ? 'missed' : 'met'}`)
  }
}
