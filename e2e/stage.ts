import { readFileSync } from 'node:fs'
import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'

/** Where the product under test runs; the global setup starts it and says so. */
const place = (name: string) => {
  const address = process.env[name]
  if (!address) throw new Error(`${name} is not set: run the browser tests with npm test`)
  return address
}
export const addresses = { product: place('BASE_URL'), sandbox: place('SANDBOX_URL'), inbox: place('INBOX_URL') }

type Stage = {
  /** What may complain in this test: answers forced to fail are reported on the console by the browser itself. */
  allow: (pattern: RegExp) => void
}

/** Every test fails on a console error, a script error, a broken rule of the browser wall, and a request to a foreign origin. */
export const test = base.extend<Stage>({
  allow: [
    async ({ page }, use) => {
      const complaints: string[] = []
      const allowed: RegExp[] = []
      const own = [addresses.product, addresses.sandbox, addresses.inbox].map((address) => new URL(address).port)
      page.on('console', (line) => {
        if (line.type() === 'error') complaints.push(`console: ${line.text()}`)
      })
      page.on('pageerror', (error) => complaints.push(`script: ${error.message}`))
      page.on('request', (request) => {
        const url = new URL(request.url())
        if (url.protocol.startsWith('http') && !own.includes(url.port)) complaints.push(`foreign origin: ${url.origin}`)
      })
      await page.addInitScript(() => {
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

/** No violation of WCAG 2.0–2.2 A/AA or of best practice, and nothing wider than the screen. */
export async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(overflow).toBeLessThanOrEqual(0)
}

export type Mail = { to: string; subject: string; text: string; html: string; at: string; messageId: string }

/** The mails of an address, newest first, as the inbox received them; waits until there are as many. */
export async function readMails(to: string, count: number): Promise<Mail[]> {
  let mails: Mail[] = []
  await expect
    .poll(
      async () => {
        const all = (await (await fetch(`${addresses.inbox}/mails.json`)).json()) as Mail[]
        mails = all.filter((mail) => mail.to === to)
        return mails.length
      },
      { timeout: 30_000 },
    )
    .toBe(count)
  return mails
}

/** A small, honest PDF. */
export const pdf = () => ({ name: 'Grundriss.pdf', mimeType: 'application/pdf', buffer: readFileSync('e2e/grundriss.pdf') })

/** An address nobody else uses. */
export const newAddress = () => `kundin-${Math.random().toString(36).slice(2, 10)}@kunde.example`

/** The day after tomorrow, as a date input takes it. */
export const soon = () => new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)

/** Fills the dialog's first step with what is right. */
export async function fillDetails(page: Page, fields: { email: string; amount?: string }) {
  await page.getByLabel('Name', { exact: true }).fill('Katrin Bergmann')
  await page.getByLabel('E-Mail', { exact: true }).fill(fields.email)
  await page.getByLabel('Telefon').fill('+49 40 66969140')
  await page.getByLabel('Ort', { exact: true }).fill('Schmale Gasse 12, 22767 Hamburg')
  await page.getByLabel('Datum').fill(soon())
  await page.getByLabel('Uhrzeit').fill('07:30')
  if (fields.amount !== undefined) await page.getByLabel('Betrag').fill(fields.amount)
}

/** Pays on the sandbox's page. */
export async function payWith(page: Page, number: string) {
  await page.getByLabel('Kartennummer').fill(number)
  await page.getByLabel('Gültig bis').fill('12/34')
  await page.getByLabel('Prüfnummer (CVC)').fill('123')
  await page.getByLabel('Name auf der Karte').fill('Katrin Bergmann')
  await page.getByRole('button', { name: 'Bezahlen' }).click()
}

/** A demo provider's profile, found as a visitor finds it. */
export async function openProfile(page: Page) {
  await page.goto('/search?q=Reinigung&location=Hamburg')
  const href = await page.getByRole('link', { name: 'Profil ansehen' }).first().getAttribute('href')
  await page.goto(href ?? '/')
}
