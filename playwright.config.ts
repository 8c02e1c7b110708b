import nodeModule from 'node:module'
import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/browser.ts'
import { findFreePortBlock } from './scripts/ports.ts'

// A journey that reads a list of the product's may come upon a picture: what matters to it is not where the build puts that.
// An older Node has no hooks, and runs every journey that reads none.
nodeModule.registerHooks?.({
  load: (url, context, next) =>
    url.endsWith('?url') ? { format: 'module', source: "export default ''", shortCircuit: true } : next(url, context),
})

// Workers read this file anew and inherit what the first reading chose.
process.env.JOURNEY_PORT ??= String(await findFreePortBlock(4))
const port = Number(process.env.JOURNEY_PORT)
/** Operator's password of the product under test, which lives as long as the run. */
process.env.JOURNEY_ADMIN_PASSWORD ??= 'Admin-Passwort der Journeys'
const browser = await findBrowser()
/** For the journeys: the product, its payment sandbox, its inbox. */
const addresses = {
  BASE_URL: `http://localhost:${port}`,
  SANDBOX_URL: `http://127.0.0.1:${port + 1}`,
  INBOX_URL: `http://localhost:${port + 2}`,
}
Object.assign(process.env, addresses)

export default defineConfig({
  globalSetup: './scripts/journeyProduct.ts',
  outputDir: 'test-results',
  // Mails, jobs, clocks and four browsers on two cores: a journey that fails is tried once more, and reported as flaky if it passes then.
  retries: 1,
  maxFailures: 10,
  // More than there are cores: half of a journey is waiting for mails, jobs and the clock.
  workers: 4,
  forbidOnly: true,
  // Long enough for a busy machine: a journey fails for what it sees, never for its pace.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  // Prints failures at once, and again at the end: of a long log often only its end is at hand.
  reporter: [['line'], ['json', { outputFile: '.cache/journeys.json' }]],
  use: {
    baseURL: addresses.BASE_URL,
    locale: 'de-DE',
    // A service worker would hide requests from journeys that respond in the server's place; its own journey allows it.
    serviceWorkers: 'block',
    timezoneId: 'Europe/Berlin',
    screenshot: 'only-on-failure',
    // Tests check nothing while it moves: animations only cost time.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording traces doubles the time of the tests, so it is off unless requested (TRACE=1 npm test).
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    // Each page lives for seconds: optimizing its code costs more than it brings.
    launchOptions: { ...browser, args: [...browser.args, '--js-flags=--no-opt --no-maglev'] },
  },
  projects: [
    { name: 'journeys', testDir: 'e2e', grepInvert: /@clock|@large|@count/ },
    // The product has one clock and one database: tests that move the clock, fill the database, or rely on unchanged data run alone, after
    // all others, or, in `npm test`, with a product of their own in parallel (scripts/test.ts).
    { name: 'clock', testDir: 'e2e', grep: /@clock|@large|@count/, dependencies: ['journeys'], workers: 1 },
  ],
})
