import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { findBrowser } from './browser.ts'
import { findFreePortBlock } from './ports.ts'

/** Lighthouse's four scores of public pages of a running product, as a phone sees them: `node scripts/lighthouse.ts http://localhost:3000`. */
const [base = 'http://localhost:3000'] = process.argv.slice(2)
const port = await findFreePortBlock(1)
const { executablePath, args, env } = await findBrowser()
const browser = await chromium.launch({ executablePath, env, args: [...args, `--remote-debugging-port=${port}`] })
for (const path of ['/', '/search', await firstProfile()]) {
  const result = await lighthouse(`${base}${path}`, { port, logLevel: 'silent', output: 'json' })
  if (!result) throw new Error(`${path}: no result`)
  const scores = Object.values(result.lhr.categories).map(({ title, score }) => `${title} ${Math.round((score ?? 0) * 100)}`)
  const metrics = ['largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'].map(
    (id) => result.lhr.audits[id]?.displayValue,
  )
  console.log(`${path}: ${scores.join(', ')} (LCP ${metrics[0]}, TBT ${metrics[1]}, CLS ${metrics[2]})`)
}
await browser.close()

async function firstProfile() {
  const html = await (await fetch(`${base}/search`)).text()
  const found = /\/service\/[0-9a-f-]{36}/.exec(html)
  if (!found) throw new Error('no profile on the result page')
  return found[0]
}
