import { type Browser, chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { findBrowser } from '../scripts/browser.ts'
import { findFreePortBlock } from '../scripts/ports.ts'
import { type Benchmark, median } from './measure.ts'
import { openProduct, profileIn } from './product.ts'

const targets = { performance: 90, others: 100, paintMs: 2_500, shift: 0.01, tapMs: 1_000 }

/**
 * Measures public pages on a phone: Lighthouse's scores, largest contentful paint and layout shift. On a slow phone (CPU a quarter, 1.6 Mbit/s,
 * 150 ms) it also measures the time from the first tap on 'Jetzt buchen' of a loaded page to the open dialog.
 * Reports medians; the argument is the number of runs. Exits with 1 if a median misses its bound.
 */
export async function open([runs = '5']: string[]): Promise<Benchmark> {
  const product = await openProduct({ DEMO: 'small' })
  const port = await findFreePortBlock(1)
  const { executablePath, args, env } = await findBrowser()
  const browser = await chromium.launch({ executablePath, env, args: [...args, `--remote-debugging-port=${port}`] })
  const close = async () => {
    await browser.close()
    await product.close()
  }
  return { measure: () => measure({ address: product.address, port, browser, runs: Number(runs) }), close }
}

type Measured = { address: string; port: number; browser: Browser; runs: number }

async function measure({ address, port, browser, runs }: Measured) {
  const profile = await profileIn(address)
  for (const [name, path] of Object.entries({ home: '/', search: '/search', profile, landing: '/reinigung' })) {
    const seen: { scores: Record<string, number>; paintMs: number; shift: number }[] = []
    for (let run = 0; run < runs; run += 1) seen.push(await audit(address + path, port))
    const medianOf = (of: (one: (typeof seen)[number]) => number) => median(seen.map(of))
    const scores = Object.keys(seen[0]?.scores ?? {}).map((title) => [title, medianOf((one) => one.scores[title] ?? 0)] as const)
    const [paintMs, shift] = [medianOf((one) => one.paintMs), medianOf((one) => one.shift)]
    const isScored = scores.slice(0, 4).every(([title, score]) => score >= (title === 'Performance' ? targets.performance : targets.others))
    const isMet = isScored && paintMs <= targets.paintMs && shift <= targets.shift
    console.log(
      `${isMet ? 'met ' : 'MISS'} ${name}: ${scores.map((one) => one.join(' ')).join(', ')}; LCP ${paintMs.toFixed(0)} ms, CLS ${shift.toFixed(3)}`,
    )
    if (!isMet) process.exitCode = 1
  }
  const taps: number[] = []
  for (let run = 0; run < runs; run += 1) taps.push(await tap(browser, address + profile))
  const tapMs = median(taps)
  const isMet = tapMs <= targets.tapMs
  console.log(`${isMet ? 'met ' : 'MISS'} first tap, page loaded: dialog open after ${tapMs.toFixed(0)} ms`)
  if (!isMet) process.exitCode = 1
}

async function audit(url: string, port: number) {
  const result = await lighthouse(url, { port, logLevel: 'silent', output: 'json' })
  if (!result) throw new Error(`${url}: no result`)
  const { categories, audits } = result.lhr
  return {
    scores: Object.fromEntries(Object.values(categories).map(({ title, score }) => [title, Math.round((score ?? 0) * 100)])),
    paintMs: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    shift: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
  }
}

/** Milliseconds until the dialog is open. A tap before hydration opens none (docs/decisions/0052-plain-frameworks.md). */
async function tap(browser: Browser, url: string) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 90_000,
  })
  await network.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto(url, { waitUntil: 'networkidle' })
  const button = page.locator('.booking-bar button')
  await button.waitFor()
  await page.waitForTimeout(3_000)
  const start = performance.now()
  await button.tap({ noWaitAfter: true })
  await page.getByRole('dialog').waitFor()
  const took = performance.now() - start
  await context.close()
  return took
}
