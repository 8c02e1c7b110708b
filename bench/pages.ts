import { readFileSync } from 'node:fs'
import { type Alone, atOnce, quantile, rateOf } from './measure.ts'
import { openRivals } from './product.ts'

const rounds = 5

/**
 * Public pages of the product against constant HTML of their size, served by bare Hono in a process of its own: kept, and
 * new (asked for with the cookie of a session that is over, which is looked up each time). With the folder of another checkout (built, with its dependencies) also the CPU that the
 * server of each commit takes for a new page. The exit code is 1 when a kept page has less than half of the constant's rate.
 */
export async function open(words: string[]): Promise<Alone> {
  const { now: product, before, constant, close } = await openRivals(words)
  return { measure, close }

  async function measure() {
    const found = await read(`${product.address}/search`)
    const profile = /\/service\/[\w-]+/.exec(found)?.[0] ?? ''
    const pages = { home: '/', search: '/search?q=Reinigung', profile, landing: '/reinigung', legal: '/impressum' }
    const result: Record<string, object> = {}
    for (const [name, path] of Object.entries(pages)) {
      const size = Buffer.byteLength(await read(product.address + path))
      const rates: Record<'constant' | 'kept' | 'fresh', number[]> = { constant: [], kept: [], fresh: [] }
      for (let round = -1; round < rounds; round += 1) {
        const one = {
          constant: await rateOf(() => ({ url: `${constant}${size}` })),
          kept: await rateOf(() => ({ url: product.address + path })),
          fresh: await rateOf(() => ({ url: product.address + path, isOver: true })),
        }
        if (round >= 0) for (const kind of ['constant', 'kept', 'fresh'] as const) rates[kind].push(one[kind])
      }
      const [same, kept, fresh] = [rates.constant, rates.kept, rates.fresh].map((each) => quantile(each, 0.5)) as [number, number, number]
      const ratios = { kept: Number((kept / same).toFixed(2)), fresh: Number((fresh / same).toFixed(3)) }
      const cpu = before && (await compareCpu(before, product, path))
      if (cpu) console.log(`${name.padEnd(8)} CPU of a new page ${cpu.now} ms, before ${cpu.before} ms (${cpu.ratio})`)
      result[name] = {
        ...(cpu && { cpu }),
        bytes: size,
        constant: Math.round(same),
        kept: Math.round(kept),
        fresh: Math.round(fresh),
        ratios,
      }
      console.log(
        `${name.padEnd(8)} ${size} bytes: constant ${same.toFixed(0)}/s, kept ${kept.toFixed(0)}/s (${ratios.kept}), new ${fresh.toFixed(0)}/s (${ratios.fresh})`,
      )
      if (kept / same < 0.5) process.exitCode = 1
    }
    console.log(JSON.stringify({ bench: 'pages', atOnce, rounds, result }))
  }
}

type Product = Awaited<ReturnType<typeof openRivals>>['now']

/** CPU of the server for a new page, in turn with that of another commit, as medians in ms. */
async function compareCpu(before: Product, now: Product, path: string) {
  const urls = { before: before.address + (await pathAt(before, path)), now: now.address + path }
  const taken = { before: [] as number[], now: [] as number[] }
  for (let round = -1; round < rounds; round += 1) {
    for (const [name, product] of Object.entries({ before, now }) as ['before' | 'now', Product][]) {
      const [start, spent] = [cpuOf(product.serverPid), { pages: 0 }]
      await rateOf(() => {
        spent.pages += 1
        return { url: urls[name], isOver: true }
      })
      if (round >= 0) taken[name].push((cpuOf(product.serverPid) - start) / spent.pages)
    }
  }
  const [old, own] = [quantile(taken.before, 0.5), quantile(taken.now, 0.5)]
  return { now: Number(own.toFixed(2)), before: Number(old.toFixed(2)), ratio: Number((own / old).toFixed(2)) }
}

/** The other product's companies have ids of their own. */
const pathAt = async ({ address }: Product, path: string) =>
  path.startsWith('/service/') ? (/\/service\/[\w-]+/.exec(await read(`${address}/search`))?.[0] ?? '') : path

/** Milliseconds that the process has computed (Linux counts hundredths of a second). */
function cpuOf(pid: number) {
  const [user = 0, system = 0] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? []
  return (user + system) * 10
}

const read = (url: string) => fetch(url).then((answer) => answer.text())
