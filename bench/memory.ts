import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { atOnce, type Benchmark, rateOf } from './measure.ts'
import { openProduct, startConstant } from './product.ts'

const mostMegabytes = 350
const uploads = 48
/** The server frees memory after five quiet seconds. */
const quietMs = 12_000

/**
 * Resident memory of one server (Linux): idle on a filled database, under a load of pages and calls, quiet again, after many large uploads
 * at once, quiet again. Beside it bare Hono after the same load. The exit code is 1 when the load leaves more than `mostMegabytes`.
 */
export async function open(): Promise<Benchmark> {
  const product = await openProduct({ DEMO: 'small' }, { isStartedAnew: true })
  const constant = await startConstant()
  const close = async () => {
    constant.stop()
    await product.close()
  }
  return { measure: () => measure({ ...product, constant }), close }
}

type Measured = { address: string; serverPid: number; constant: { url: string; pid: number } }

async function measure({ address, serverPid, constant }: Measured) {
  const held: Record<string, number> = { idle: residentOf(serverPid) }
  let sent = 0
  const pages = ['/', '/search?q=Reinigung', '/reinigung', '/impressum', '/search?q=Umzug&location=Hamburg']
  const calls = ['get_homepage_stats', 'get_public_companies_simple']
  const rate = await rateOf(() => {
    sent += 1
    if (sent % 7 === 0) return { url: `${address}/rest/v1/rpc/${calls[sent % calls.length]}`, body: '{}' }
    return { url: address + (pages[sent % pages.length] ?? '/'), isFresh: sent % 3 === 0 }
  }, 20_000)
  held['under load'] = residentOf(serverPid)
  await pause(quietMs)
  held['after load'] = residentOf(serverPid)
  await rateOf(() => ({ url: `${constant.url}60000` }), 5_000)
  held['bare Hono'] = residentOf(constant.pid)

  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const picture = await sharp({ create: { width: 2_600, height: 2_600, channels: 3, background: 'white', noise } })
    .jpeg({ quality: 95 })
    .toBuffer()
  await Promise.all(Array.from({ length: atOnce }, () => uploadSome(address, picture)))
  held['under uploads'] = residentOf(serverPid)
  await pause(quietMs)
  held['after uploads'] = residentOf(serverPid)
  console.log(`${rate.toFixed(0)} pages and calls a second; ${uploads} uploads of ${(picture.length / 1e6).toFixed(1)} MB`)
  for (const [when, megabytes] of Object.entries(held)) console.log(`  ${when.padEnd(20)} ${megabytes.toFixed(0)} MB`)
  if ((held['after load'] ?? 0) > mostMegabytes) process.exitCode = 1
}

async function uploadSome(address: string, picture: Buffer) {
  const headers = { origin: address.replace('127.0.0.1', 'localhost'), 'content-type': 'image/jpeg', 'x-file-name': 'bild.jpg' }
  const url = `${address}/functions/v1/upload-booking-attachment`
  for (let time = 0; time < uploads / atOnce; time += 1) {
    const response = await fetch(url, { method: 'POST', headers, body: new Uint8Array(picture) })
    if (!response.ok) throw new Error(`an upload answered ${response.status}: ${await response.text()}`)
  }
}

const residentOf = (pid: number) => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_000
