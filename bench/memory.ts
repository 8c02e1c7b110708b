import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { enterAsOperator } from './admin.ts'
import { type Alone, atOnce, rateOf } from './measure.ts'
import { openProduct } from './product.ts'
import { seedCrowd } from './seed.ts'

const mostMegabytes = 200
const uploads = 48
/** A server gives back when nothing has happened for five seconds. */
const quietMs = 12_000

/**
 * What one server holds, as the system counts it: after its start on a filled database, at the end of a load of pages and searches and when
 * it is quiet again, after many large uploads at once, while it writes the operator's largest files (N bookings, default 200,000), and when
 * it is quiet after those. Beside it bare Hono after the same answers. The exit code is 1 when more than 200 MB are held after
 * the load, or anything fails.
 */
export async function open([count = '200000']: string[]): Promise<Alone> {
  const product = await openProduct({ DEMO: 'small' }, { isStartedAnew: true })
  const bare = fork(fileURLToPath(new URL('constant.ts', import.meta.url)))
  const port = await new Promise<number>((ready) => bare.once('message', (message) => ready(Number(message))))
  const close = async () => {
    bare.kill()
    await product.close()
  }
  return { measure: () => measure({ ...product, bare, port, bookings: Number(count) }), close }
}

type Scene = { address: string; databaseUrl: string; serverPid: number; bare: ChildProcess; port: number; bookings: number }

async function measure({ address, databaseUrl, serverPid, bare, port, bookings }: Scene) {
  const result: Record<string, number> = { idle: heldBy(serverPid) }
  let asked = 0
  const pages = ['/', '/search?q=Reinigung', '/reinigung', '/impressum', '/search?q=Umzug&location=Hamburg']
  const calls = ['get_homepage_stats', 'get_public_companies_simple']
  const rate = await rateOf(() => {
    asked += 1
    const path = pages[asked % pages.length] ?? '/'
    if (asked % 7 === 0) return { url: `${address}/rest/v1/rpc/${calls[asked % calls.length]}`, body: '{}' }
    return { url: address + path, isOver: asked % 3 === 0 }
  }, 20_000)
  result.busy = heldBy(serverPid)
  await pause(quietMs)
  result.pages = heldBy(serverPid)
  await rateOf(() => ({ url: `http://127.0.0.1:${port}/60000` }), 5_000)
  result.bare = heldBy(bare.pid ?? 0)

  const noise = {
    create: { width: 2_600, height: 2_600, channels: 3, background: 'white', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  } as const
  const picture = await sharp(noise).jpeg({ quality: 95 }).toBuffer()
  await Promise.all(Array.from({ length: atOnce }, () => uploadSome(address, picture)))
  result.uploads = heldBy(serverPid)

  console.log(
    'seeded:',
    JSON.stringify(await seedCrowd(databaseUrl, { companies: 5_000, bookings, reviews: 1_000, auditRows: bookings, withPayouts: true })),
  )
  const cookie = await enterAsOperator(databaseUrl)
  for (const name of ['admin-bookings.csv', 'admin-audit.csv', 'admin-providers.csv']) {
    const answer = await fetch(`${address}/functions/v1/${name}`, { headers: { cookie } })
    if (!answer.ok || !answer.body) throw new Error(`${name} answered ${answer.status}`)
    let bytes = 0
    for await (const part of answer.body) bytes += part.length
    result[name] = heldBy(serverPid)
    console.log(`${name}: ${(bytes / 1e6).toFixed(1)} MB`)
  }
  await pause(quietMs)
  result.quiet = heldBy(serverPid)
  console.log(
    `${rate.toFixed(0)} pages and calls a second; ${uploads} uploads of ${(picture.length / 1e6).toFixed(1)} MB, ${atOnce} at once`,
  )
  for (const [when, megabytes] of Object.entries(result)) {
    console.log(`  ${when.padEnd(20)} ${megabytes.toFixed(0)} MB (${(megabytes / (result.bare ?? 1)).toFixed(1)} of bare Hono)`)
  }
  console.log(JSON.stringify({ bench: 'memory', megabytes: result, most: peakOf(serverPid) }))
  if ((result.pages ?? 0) > mostMegabytes) process.exitCode = 1
}

async function uploadSome(address: string, picture: Buffer) {
  const origin = address.replace('127.0.0.1', 'localhost')
  const headers = { origin, 'content-type': 'image/jpeg', 'x-file-name': 'bild.jpg' }
  for (let time = 0; time < uploads / atOnce; time += 1) {
    const answer = await fetch(`${address}/functions/v1/upload-booking-attachment`, {
      method: 'POST',
      headers,
      body: new Uint8Array(picture),
    })
    if (!answer.ok) throw new Error(`an upload answered ${answer.status}: ${await answer.text()}`)
  }
}

const statusOf = (pid: number, line: string) =>
  Number(new RegExp(`${line}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_000
/** Resident memory in MB (Linux). */
const heldBy = (pid: number) => statusOf(pid, 'VmRSS')
const peakOf = (pid: number) => statusOf(pid, 'VmHWM')
