import { readFileSync } from 'node:fs'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import pg from 'pg'
import { readServerNote } from '../src/platform/server/database/localDatabaseNote.ts'
import { listed, watchStorage } from './browserStorage.ts'
import { expectValidHtml } from './validHtml.ts'

/** The address of the product under test; the global setup starts the product and sets it. */
const place = (name: string) => {
  const address = process.env[name]
  if (!address) throw new Error(`${name} is not set: run the browser tests with npm test`)
  return address
}
export const addresses = { product: place('BASE_URL'), sandbox: place('SANDBOX_URL'), inbox: place('INBOX_URL') }
let otherDatabase: string | undefined

/** From now on this process's tests use another product; without an argument that of the journeys again. */
export function switchProduct(other?: { product: string; sandbox: string; inbox: string; database: string }) {
  const { database, ...places } = other ?? { ...journeys, database: undefined }
  Object.assign(addresses, places)
  otherDatabase = database
}
const journeys = { ...addresses }

type TestFixtures = {
  /** Permits console messages in this test: the browser itself logs answers that are forced to fail. */
  allow: (pattern: RegExp) => void
  /** Cookies and storage keys that this browser stores or stored, by their names on the privacy page. */
  kept: () => Promise<string[]>
}

/**
 * Every test fails on a console error, a script error, a violation of the content policy, a request to a foreign origin, and a cookie or
 * storage key that the privacy page does not list, in any tab.
 */
export const test = base.extend<TestFixtures>({
  page: async ({ page }, use) => {
    const goto = page.goto.bind(page)
    // A click before hydration opens no dialog.
    page.goto = async (...asked) => {
      const answer = await goto(...asked)
      await hydrated(page)
      return answer
    }
    await use(page)
  },
  kept: [
    async ({ context }, use) => {
      const kept = await watchStorage(context)
      await use(kept)
      expect((await kept()).filter((one) => !listed.includes(one))).toEqual([])
    },
    { auto: true },
  ],
  allow: [
    async ({ context }, use) => {
      const complaints: string[] = []
      const allowed: RegExp[] = []
      const own = [addresses.product, addresses.sandbox, addresses.inbox].map((address) => new URL(address).port)
      context.on('console', (line) => {
        if (line.type() === 'error') complaints.push(`console: ${line.text()}`)
      })
      context.on('weberror', (error) => complaints.push(`script: ${error.error().message}`))
      context.on('request', (request) => {
        const url = new URL(request.url())
        if (url.protocol.startsWith('http') && !own.includes(url.port)) complaints.push(`foreign origin: ${url.origin}`)
      })
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) => {
          console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`)
        })
      })
      await use((pattern) => allowed.push(pattern))
      expect(complaints.filter((one) => !allowed.some((pattern) => pattern.test(one)))).toEqual([])
    },
    { auto: true },
  ],
})
export { expect }

/**
 * Waits for transitions: changing colours have no contrast to measure. One that ends may have begun another (a button that the pointer is
 * no longer over once the page is narrower). Endless animations are not waited for. Text covered by a toast for some seconds is measured
 * without it: axe would measure its text against the toast.
 */
async function whenStill() {
  for (const part of document.querySelectorAll<HTMLElement>('.toasts, .toasts *')) part.style.pointerEvents = 'none'
  const isMoving = ({ playState, effect }: Animation) =>
    playState !== 'finished' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
  let moving: Animation[] = []
  do {
    await Promise.allSettled(moving.map((one) => one.finished))
    await new Promise((next) => requestAnimationFrame(next))
    moving = document.getAnimations().filter(isMoving)
  } while (moving.length > 0)
}

/** Half a megabyte, and twice that with its comments, or with letters that need two bytes. */
const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8').replace(
  /[\u0080-\uffff]/g,
  (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
)

/**
 * Every rule of WCAG 2.0–2.2 A/AA and of best practice. axe checks target sizes only on request, and without `preload: false` it loads
 * every style sheet again, for a rule that is not among these.
 */
const axeOptions = { resultTypes: ['violations'], preload: false, rules: { 'target-size': { enabled: true } } }

/** No violation, and nothing cut off. Behind an open dialog only the dialog is checked: the page was checked without it. */
export async function expectAccessible(page: Page) {
  // Once per document. The page's own policy does not apply to code that the test injects.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const violations = await page.evaluate<string[]>(
    // At once when all is still: a slow machine would let a transition begin between two calls.
    `(${whenStill})().then(() => axe.run([...document.querySelectorAll('${dialogs}')].at(-1) ?? document, ${JSON.stringify(axeOptions)}))
      .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`,
  )
  expect(violations).toEqual([])
  await expectToFit(page)
}

const dialogs = '[role=dialog], [role=alertdialog]'

/** Nothing is wider than the screen or its dialog. */
async function expectToFit(page: Page) {
  const tooNarrow = await page.evaluate(
    (inside) =>
      [document.documentElement, ...document.querySelectorAll(inside)]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ tagName, className, scrollWidth, clientWidth }) => `${tagName}.${className}: ${scrollWidth} in ${clientWidth}`),
    dialogs,
  )
  expect(tooNarrow).toEqual([])
}

/** Opens an address and waits for hydration, in pages of other contexts, too. */
export async function openHydrated(page: Page, path: string) {
  const answer = await page.goto(path)
  await expectHydrated(page)
  return answer
}

/** Waits for hydration where the page has scripts that load. */
const hydrated = (page: Page) =>
  page
    .waitForFunction(() => !document.querySelector('script[type=module]') || 'pageIsAlive' in globalThis, undefined, { timeout: 15_000 })
    .catch(() => undefined)

/** Opens a public page until it shows the test's change of the database: a cached page may be older until its process is notified. */
export const openWith = (page: Page, path: string, change: Locator) =>
  expect(async () => {
    await openHydrated(page, path)
    await expect(change).toHaveCount(1, { timeout: 500 })
  }).toPass({ timeout: 30_000 })

/** Waits for hydration. */
export async function expectHydrated(page: Page) {
  await page.waitForFunction(() => Object.keys(document.querySelector('#inhalt') ?? {}).some((key) => key.startsWith('__reactFiber')))
}

type View = { width: number; height: number; colorScheme: 'light' | 'dark'; runsAxe: boolean }

/** A state of a page: every rule where most is cut off; contrast.test.ts has every pair of colours in light and in dark. */
const stateViews: readonly View[] = [
  { width: 320, height: 640, colorScheme: 'dark', runsAxe: true },
  { width: 1280, height: 900, colorScheme: 'light', runsAxe: false },
]

/** A page: every rule in each layout, in light and in dark once. */
const pageViews: readonly View[] = [
  { width: 320, height: 640, colorScheme: 'light', runsAxe: true },
  { width: 390, height: 844, colorScheme: 'dark', runsAxe: false },
  { width: 768, height: 1024, colorScheme: 'light', runsAxe: false },
  { width: 1280, height: 900, colorScheme: 'dark', runsAxe: true },
]

/**
 * A state reached by use of a page: on a small phone and a desktop, or, with `walk`, on that one of them which is like it. `check` tests its
 * specific rules.
 */
export async function expectAccessibleEverywhere(page: Page, check?: () => Promise<void>, walk?: { width: number }) {
  // The page around it is checked by everyRoute.spec.ts.
  for (const dialog of await page.locator(dialogs).all()) await expectValidHtml(await dialog.evaluate(({ outerHTML }) => outerHTML))
  const isPhone = ({ width }: { width: number }) => width < 768
  await expectOnScreens(page, walk ? stateViews.filter((view) => isPhone(view) === isPhone(walk)) : stateViews, check)
}

/** For a variant of a state that is checked elsewhere: the same parts with other words must also fit. */
export const expectToFitEverywhere = (page: Page) =>
  expectOnScreens(
    page,
    stateViews.map((view) => ({ ...view, runsAxe: false })),
  )

/** A page as everyRoute.spec.ts finds it: on every screen, in light and in dark. */
export async function expectAccessiblePage(page: Page) {
  await expectValidHtml(await page.content())
  await expectOnScreens(page, pageViews)
}

async function expectOnScreens(page: Page, views: readonly View[], check?: () => Promise<void>) {
  for (const { colorScheme, runsAxe, ...screen } of views) {
    await test.step(`${screen.width} ${colorScheme}`, async () => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize(screen)
      // A button half below the head of the page would count as too small.
      await page.evaluate(() => scrollTo(0, 0))
      await (runsAxe ? expectAccessible(page) : expectToFit(page))
      await check?.()
      await saveScreenshot(page, `${screen.width}-${colorScheme}`)
    })
  }
}

let pictures = 0

/** With LOOK_AT set to a folder, saves screenshots of what the tests saw, in order. */
export async function saveScreenshot(page: Page, label: string) {
  const folder = process.env.LOOK_AT
  if (!folder) return
  pictures += 1
  await page.screenshot({ path: `${folder}/${test.info().title.replace(/[^\w]+/g, '-')}-${pictures}-${label}.png` })
}

/** The address of the database of the product under test. */
export function databaseUrl() {
  if (otherDatabase) return otherDatabase
  // The folder is named after the process that runs the tests, the parent of the workers (scripts/journeyProduct).
  const folder = `.cache/journeys.${process.ppid}/postgres`
  const password = readFileSync(`${folder}/password`, 'utf8').trim()
  return `postgres://handschlag:${password}@127.0.0.1:${readServerNote(`${folder}/cluster`)?.port}/handschlag`
}

/** Runs a query on the product's own database, for causes that no screen can bring about. */
export async function queryDatabase(query: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = await openDatabase()
  try {
    return (await client.query(query, values)).rows
  } finally {
    await client.end()
  }
}

/** A separate connection for the test; the caller must end it. */
export async function openDatabase() {
  const client = new pg.Client(databaseUrl())
  await client.connect()
  return client
}

/** The id of the demo company with that name. */
export async function companyCalled(name: string) {
  const [company] = await queryDatabase('select id from companies where company_name = $1', [name])
  if (!company) throw new Error(`no company is called ${name}`)
  return String(company.id)
}

/** Calls a verb of the sandbox's control interface; see its README. */
export async function control(verb: string, body: object) {
  const answer = await fetch(`${addresses.sandbox}/__control/${verb}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  if (!answer.ok) throw new Error(`${verb}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** A booking with a pending payment, made without the dialog. */
export async function placeBooking(company: string) {
  const answer = await fetch(`${addresses.product}/functions/v1/create-booking-payment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      companyId: await companyCalled(company),
      customerName: 'Katrin Bergmann',
      customerEmail: newAddress(),
      location: 'Schmale Gasse 12, 22767 Hamburg',
      date: soon(),
      time: '07:30',
      amount: 138,
    }),
  })
  const { url } = (await answer.json()) as { url: string }
  const sessionId = new URL(url).pathname.split('/').at(-1) ?? ''
  const { bySession } = (await control('totals', { session: sessionId })) as { bySession: { client_reference_id: string }[] }
  const bookingId = bySession[0]?.client_reference_id ?? ''
  return { url, sessionId, bookingId, returnPath: `/payment-success?session_id=${sessionId}&booking_id=${bookingId}` }
}

export type Mail = { id: string; to: string; subject: string; text: string; html: string; headers: string; at: string; messageId: string }
type MailFilter = (mail: Mail) => boolean

/** Known content of each inbox, oldest first: every mail of the run is read once, not at each query. */
const known: Record<string, Map<string, Mail>> = {}

/** The mails that are there now, newest first, as the inbox received them. */
export async function findMails(isMatch: MailFilter) {
  const { inbox } = addresses
  known[inbox] ??= new Map()
  const mails = known[inbox]
  const newer = (await (await fetch(`${inbox}/mails.json?after=${[...mails.keys()].at(-1)}`)).json()) as Mail[]
  // Two questions at once get the same answer: a mail that is known keeps its place.
  for (const mail of newer.toReversed()) mails.set(mail.id, mail)
  return [...mails.values()].toReversed().filter(isMatch)
}

/** The same, once there are as many. */
export async function awaitMails(isMatch: MailFilter, count: number): Promise<Mail[]> {
  let mails: Mail[] = []
  const arrived = async () => {
    mails = await findMails(isMatch)
    return mails.length
  }
  await expect.poll(arrived, { timeout: 30_000 }).toBe(count)
  return mails
}

/** All mails of an address, once there are as many. */
export const readMails = (address: string, count: number) => awaitMails(({ to }) => to === address, count)

/** A small, valid PDF. */
export const pdf = (name = 'Grundriss.pdf') => ({ name, mimeType: 'application/pdf', buffer: readFileSync('e2e/grundriss.pdf') })

/** Returns a new IP address. */
export const newAddress = () => `kundin-${Math.random().toString(36).slice(2, 10)}@kunde.example`

/** The day after tomorrow, as a date input takes it. */
export const soon = () => new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)

/** Fills the dialog's first step with valid values. */
export async function fillDetails(page: Page, fields: { email: string; amount?: string }) {
  await page.getByLabel('Name', { exact: true }).fill('Katrin Bergmann')
  await page.getByLabel('E-Mail', { exact: true }).fill(fields.email)
  await page.getByLabel('Telefon').fill('+49 40 66969140')
  await page.getByLabel('Wohin soll der Anbieter kommen?', { exact: true }).fill('Schmale Gasse 12, 22767 Hamburg')
  await page.getByLabel('Datum').fill(soon())
  await page.getByLabel('Uhrzeit').fill('07:30')
  if (fields.amount !== undefined) await page.getByLabel('Betrag').fill(fields.amount)
}

/** Ticks the consent that a consumer must give in the last step when the appointment is within the withdrawal period. */
export const consentToEarlyStart = (page: Page) => page.getByLabel(/^Ich verlange ausdrücklich/).check()

/** Pays on the sandbox's page. */
export async function payWith(page: Page, number: string) {
  await page.getByLabel('Kartennummer').fill(number)
  await page.getByLabel('Gültig bis').fill('12/34')
  await page.getByLabel('Prüfnummer (CVC)').fill('123')
  await page.getByLabel('Name auf der Karte').fill('Katrin Bergmann')
  await page.getByRole('button', { name: 'Bezahlen' }).click()
}

/** A demo company's profile, found as a visitor finds it. */
export async function openProfile(page: Page) {
  await page.goto('/search?q=Reinigung&location=Hamburg')
  const href = await page.getByRole('link', { name: 'Profil ansehen' }).first().getAttribute('href')
  await page.goto(href ?? '/')
}
