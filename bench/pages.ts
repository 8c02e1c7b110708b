import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Alone, atOnce, quantile, rateOf } from './measure.ts'
import { openProduct } from './product.ts'

const rounds = 5

/**
 * Public pages of the product against constant HTML of their size, served by bare Hono in a process of its own: kept (the same address again)
 * and new (an address that nobody asked for before). The exit code is 1 when a kept page has less than half of the constant's rate.
 */
export async function open(): Promise<Alone> {
  const product = await openProduct({ DEMO: 'small' })
  const constant = fork(fileURLToPath(new URL('constant.ts', import.meta.url)))
  const port = await new Promise<number>((ready) => constant.once('message', (message) => ready(Number(message))))
  const close = async () => {
    constant.kill()
    await product.close()
  }
  return { measure, close }

  async function measure() {
    const found = await read(`${product.address}/search`)
    const profile = /\/service\/[\w-]+/.exec(found)?.[0] ?? ''
    const pages = { home: '/', search: '/search?q=Reinigung', profile, landing: '/reinigung', legal: '/impressum' }
    const result: Record<string, object> = {}
    for (const [name, path] of Object.entries(pages)) {
      const size = Buffer.byteLength(await read(product.address + path))
      const rates: Record<'constant' | 'kept' | 'fresh', number[]> = { constant: [], kept: [], fresh: [] }
      let asked = 0
      const another = () => {
        asked += 1
        return { url: `${product.address}${path}${path.includes('?') ? '&' : '?'}n=${asked}` }
      }
      for (let round = -1; round < rounds; round += 1) {
        const one = {
          constant: await rateOf(() => ({ url: `http://127.0.0.1:${port}/${size}` })),
          kept: await rateOf(() => ({ url: product.address + path })),
          fresh: await rateOf(another),
        }
        if (round >= 0) for (const kind of ['constant', 'kept', 'fresh'] as const) rates[kind].push(one[kind])
      }
      const [same, kept, fresh] = [rates.constant, rates.kept, rates.fresh].map((each) => quantile(each, 0.5)) as [number, number, number]
      const ratios = { kept: Number((kept / same).toFixed(2)), fresh: Number((fresh / same).toFixed(3)) }
      result[name] = { bytes: size, constant: Math.round(same), kept: Math.round(kept), fresh: Math.round(fresh), ratios }
      console.log(
        `${name.padEnd(8)} ${size} bytes: constant ${same.toFixed(0)}/s, kept ${kept.toFixed(0)}/s (${ratios.kept}), new ${fresh.toFixed(0)}/s (${ratios.fresh})`,
      )
      if (kept / same < 0.5) process.exitCode = 1
    }
    console.log(JSON.stringify({ bench: 'pages', atOnce, rounds, result }))
  }
}

const read = (url: string) => fetch(url).then((answer) => answer.text())
