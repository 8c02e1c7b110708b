import { type Browser, chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { findBrowser } from '../scripts/browser.ts'
import { findFreePortBlock } from '../scripts/ports.ts'
import { type Alone, quantile } from './measure.ts'
import { openProduct } from './product.ts'

const runs = 5
const wanted = { score: 100, paintMs: 1_400, shift: 0.01, tapMs: 2_000 }

/**
 * Public pages as a phone sees them: Lighthouse's scores, largest paint and shift, as medians of five; and on a slow phone (CPU a quarter,
 * 1.6 Mbit/s, 150 ms) the time from the first tap on 'Jetzt buchen' to the open dialog, with the page just readable and settled. With an
 * address it measures a product that runs already, with a page's name or `tap` after it only that. The exit code is 1 when a median misses its
 * bound.
 */
export async function open([running, only]: string[]): Promise<Alone> {
  const product = running ? { address: running, close: async () => undefined } : await openProduct({ DEMO: 'small' })
  const port = await findFreePortBlock(1)
  const { executablePath, args, env } = await findBrowser()
  const browser = await chromium.launch({ executablePath, env, args: [...args, `--remote-debugging-port=${port}`] })
  const close = async () => {
    await browser.close()
    await product.close()
  }
  return { measure: () => measure({ address: product.address, port, browser, only }), close }
}

type Scene = { address: string; port: number; browser: Browser; only: string | undefined }

async function measure({ address, port, browser, only }: Scene) {
  const isWanted = (name: string) => only === undefined || only === name
  const profile = /\/service\/[0-9a-f-]{36}/.exec(await (await fetch(`${address}/search`)).text())?.[0] ?? ''
  for (const [name, path] of Object.entries({ home: '/', search: '/search', profile, landing: '/reinigung' })) {
    if (!isWanted(name)) continue
    const seen: { scores: Record<string, number>; paintMs: number; shift: number }[] = []
    for (let run = 0; run < runs; run += 1) seen.push(await look(address + path, port))
    const median = (of: (one: (typeof seen)[number]) => number) => quantile(seen.map(of), 0.5)
    const scores = Object.keys(seen[0]?.scores ?? {}).map((title) => [title, median((one) => one.scores[title] ?? 0)] as const)
    const [paintMs, shift] = [median((one) => one.paintMs), median((one) => one.shift)]
    const isMet = scores.slice(0, 4).every(([, score]) => score >= wanted.score) && paintMs <= wanted.paintMs && shift <= wanted.shift
    console.log(
      `${isMet ? 'met ' : 'MISS'} ${name}: ${scores.map((one) => one.join(' ')).join(', ')}; LCP ${paintMs.toFixed(0)} ms, CLS ${shift.toFixed(3)}`,
    )
    console.log(JSON.stringify({ bench: 'vitals', name, scores: Object.fromEntries(scores), paintMs, shift }))
    if (!isMet) process.exitCode = 1
  }
  for (const isSettled of isWanted('tap') ? [false, true] : []) {
    const taps: number[] = []
    for (let run = 0; run < runs; run += 1) taps.push(await tap(browser, { url: address + profile, isSettled }))
    const tapMs = quantile(taps, 0.5)
    console.log(
      `${tapMs <= wanted.tapMs ? 'met ' : 'MISS'} first tap, page ${isSettled ? 'settled' : 'just readable'}: dialog open after ${tapMs.toFixed(0)} ms`,
    )
    console.log(JSON.stringify({ bench: 'vitals', name: 'tap', isSettled, tapMs }))
    if (tapMs > wanted.tapMs) process.exitCode = 1
  }
}

async function look(url: string, port: number) {
  const result = await lighthouse(url, { port, logLevel: 'silent', output: 'json' })
  if (!result) throw new Error(`${url}: no result`)
  const { categories, audits } = result.lhr
  return {
    scores: Object.fromEntries(Object.values(categories).map(({ title, score }) => [title, Math.round((score ?? 0) * 100)])),
    paintMs: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    shift: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
  }
}

async function tap(browser: Browser, { url, isSettled }: { url: string; isSettled: boolean }) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  const line = await context.newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 90_000,
  })
  await line.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto(url, { waitUntil: isSettled ? 'networkidle' : 'commit' })
  const button = page.locator('.booking-bar button')
  await button.waitFor()
  await page.waitForTimeout(isSettled ? 3_000 : 300)
  const start = performance.now()
  await button.tap({ noWaitAfter: true })
  await page.getByRole('dialog').waitFor()
  const took = performance.now() - start
  await context.close()
  return took
}
