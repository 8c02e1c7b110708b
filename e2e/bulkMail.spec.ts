import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import pg from 'pg'
import { findFreePortBlock } from '../scripts/ports.ts'
import type { Program } from '../scripts/programs.ts'
import { type Services, startServer, startServices } from '../scripts/services.ts'
import { readConfig } from '../src/platform/server/config.ts'
import { closeToasts } from './accountHelpers.ts'
import { expectAccessible, expectAccessibleEverywhere, expectHydrated } from './fixtures.ts'

// Runs its own instance of the product: its servers are killed, and its mails go to every company.
test.describe.configure({ mode: 'serial' })

/** Shortens the pause of a second between two mails to 25 milliseconds. */
const factor = '40'
let folder: string
let ports: [number, number]
let services: Services
let servers: Program[] = []
let database: pg.Client

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bulk-mail-'))
  ports = [await findFreePortBlock(4), await findFreePortBlock(4)]
  const settings = { PORT: String(ports[0]), DATA_DIR: folder, DEMO: '0', LOG_LEVEL: 'silent', LIMITS_FACTOR: factor }
  Object.assign(process.env, settings)
  services = await startServices({ config: readConfig(settings), isThrowaway: true })
  servers = [await startAt(ports[0])]
  database = new pg.Client(services.environment.DATABASE_URL)
  await database.connect()
})

test.afterAll(async () => {
  await database.end()
  await Promise.all(servers.map((server) => server.stop()))
  await services.stop()
  rmSync(folder, { recursive: true, force: true })
})

const complaints: string[] = []
test.beforeEach(({ context }) => {
  complaints.length = 0
  context.on('console', (line) => {
    // Refused and aborted calls are reported by the browser itself.
    if (line.type() === 'error' && !line.text().startsWith('Failed to load resource')) complaints.push(line.text())
  })
})
test.afterEach(() => expect(complaints).toEqual([]))

test('writing: no recipients, missing fields, the preview, and the input is kept', async ({ page, context }) => {
  await enterAsOperator(page, ports[0])
  await expect(page.getByRole('heading', { name: 'Keine Anbieter gefunden' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Noch keine Rund-Mail' })).toBeVisible()
  await page.getByRole('button', { name: 'Rund-Mail senden' }).click()
  await expect(page.getByText('Bitte Betreff und Nachricht eingeben')).toHaveCount(2)
  await expect(page.getByLabel('Betreff')).toBeFocused()
  await expectAccessibleEverywhere(page)
  await page.getByLabel('Betreff').fill('Neues im Dashboard')
  await page.getByLabel('Nachricht').fill('Erster Absatz,\nzweite Zeile.\n\nZweiter Absatz.')
  await page.getByRole('button', { name: 'Rund-Mail senden' }).click()
  await expect(page.getByRole('alert').getByText('Keine Anbieter gefunden')).toBeVisible()

  await insertCompanies(3)
  await page.reload()
  await expect(page.getByLabel('Betreff')).toHaveValue('Neues im Dashboard')
  await page.getByRole('button', { name: 'Vorschau' }).click()
  const look = page.getByRole('img', { name: /^Gestaltete Fassung der E-Mail/ })
  await expect(look).toBeVisible()
  await expect(look.locator('p').getByText('Guten Tag Frau 001,')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByRole('tab', { name: 'Nur Text' }).click()
  await expect(page.getByRole('region', { name: 'Textfassung' })).toContainText('Erster Absatz,\nzweite Zeile.\n\nZweiter Absatz.')

  await page.route('**/admin-start-mailing', (route) => route.abort())
  await page.getByRole('button', { name: 'Rund-Mail senden' }).click()
  await page.getByRole('button', { name: 'Jetzt senden' }).click()
  await expect(page.getByRole('alert').getByText('E-Mail-Versendung fehlgeschlagen')).toBeVisible()
  await expect(page.getByLabel('Nachricht')).toHaveValue('Erster Absatz,\nzweite Zeile.\n\nZweiter Absatz.')
  await page.unroute('**/admin-start-mailing')
  await closeToasts(page)
  await sendFrom(page, 3)
  await expect(page.getByText('Alle 3 E-Mails wurden gesendet').first()).toBeVisible()
  await expect(page.getByLabel('Betreff')).toHaveValue('')
  await expect(page.getByRole('region', { name: 'Tabelle der Ergebnisse' }).getByRole('row')).toHaveCount(4)
  await closeToasts(page)
  await expectAccessibleEverywhere(page)
  await optOut(context)
  await page.reload()
  await expect(page.getByText('2 Anbieter, 1 abbestellt')).toBeVisible()
})

test('200 recipients, the tab closed, the server killed in the middle: each once by Message-ID, failures listed', async ({ context }) => {
  await database.query('delete from mailing_opt_outs')
  await insertCompanies(200)
  await fetch(`http://127.0.0.1:${ports[0] + 2}/mails.json`, { method: 'DELETE' })
  await refuse({ code: 550, times: 3 })
  const tab = await context.newPage()
  await enterAsOperator(tab, ports[0])
  await tab.getByLabel('Betreff').fill('An alle')
  await tab.getByLabel('Nachricht').fill('Guten Morgen!')
  await sendFrom(tab, 200)
  await expect(tab.getByText(/^Betrieb \d{3} \(\d+ von 200\)$/)).toBeVisible()
  await tab.close()

  await expect.poll(countMails, { timeout: 40_000, intervals: [50] }).toBeGreaterThanOrEqual(60)
  const before = await killAll()
  expect(before).toBeLessThan(190)
  servers = await Promise.all(ports.map(startAt))
  const later = await context.newPage()
  await enterAsOperator(later, ports[1])
  await expect(later.getByRole('heading', { name: 'An alle' })).toBeVisible()
  await expect(later.getByText('197 E-Mails gesendet, 3 fehlgeschlagen').first()).toBeVisible({ timeout: 60_000 })

  const sent = await expectEachOnce(197)
  await later.getByLabel('Ergebnis', { exact: true }).selectOption('failed')
  const failures = later.getByRole('region', { name: 'Tabelle der Ergebnisse' }).getByRole('row')
  await expect(failures).toHaveCount(4)
  await expect(failures.nth(1)).toContainText(
    'E-Mail-Versendung fehlgeschlagen: Der Mailserver hat die Adresse oder die E-Mail abgelehnt (550)',
  )
  const download = later.waitForEvent('download')
  await later.getByRole('button', { name: 'Als CSV herunterladen' }).click()
  expect(readFileSync(await (await download).path(), 'utf8').split('\r\n').length).toBe(5)
  await later.getByRole('button', { name: 'Alle fehlgeschlagenen erneut senden' }).click()
  await expect(later.getByText('Alle 200 E-Mails wurden gesendet').first()).toBeVisible({ timeout: 30_000 })
  const all = await expectEachOnce(200)
  expect([...sent].every((id) => all.has(id))).toBe(true)
})

test('stopped and continued', async ({ page }) => {
  // Without these refusals the mailing would end before it could be stopped.
  await refuse({ code: 451, times: 100_000 })
  await enterAsOperator(page, ports[0])
  await page.getByLabel('Betreff').fill('Noch einmal an alle')
  await page.getByLabel('Nachricht').fill('Guten Abend!')
  await sendFrom(page, 200)
  await page.getByRole('button', { name: 'Anhalten' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Anhalten' }).click()
  await expect(page.getByText(/^Angehalten nach \d+ von 200$/)).toBeVisible()
  await refuse({ code: 451, times: 0 })
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Fortsetzen' }).click()
  await expect(page.getByText('Alle 200 E-Mails wurden gesendet').first()).toBeVisible({ timeout: 60_000 })
  const history = page.getByRole('region', { name: 'Tabelle der Rund-Mails' })
  await history.getByRole('button', { name: /^Ansehen ?: An alle$/ }).click()
  await expect(page).toHaveURL(/[?&]mailing=[0-9a-f-]{36}$/)
})

/** Opens the link of the newest mail: the page asks for confirmation, opening it changes nothing. */
async function optOut(context: BrowserContext) {
  const [mail] = await mails()
  const link = /http:\/\/localhost:\d+\/abmelden\?token=[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? ''
  const page = await context.newPage()
  await page.goto(link)
  await expectHydrated(page)
  await expect(page).toHaveURL(/\/abmelden$/)
  const { rows } = await database.query('select 1 from mailing_opt_outs')
  expect(rows.length).toBe(0)
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Rund-Mails abbestellen' }).click()
  await expect(page.getByText('Sie erhalten keine Rund-Mails mehr.')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.goto(`http://localhost:${ports[0]}/abmelden`)
  await expect(page.getByRole('alert')).toContainText('In diesem Link fehlt etwas.')
  await page.close()
}

async function sendFrom(page: Page, recipients: number) {
  await page.getByRole('button', { name: 'Rund-Mail senden' }).click()
  await expect(page.getByRole('heading', { name: `Rund-Mail an ${recipients} Anbieter senden?` })).toBeVisible()
  await page.getByRole('button', { name: 'Jetzt senden' }).click()
}

/** An operator's session in the state after password and code. */
async function enterAsOperator(page: Page, port: number) {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest('base64url')
  await database.query(
    `insert into admin_sessions (token_hash, state, created_at, expires_at) values ($1, 'authenticated', now(), now() + interval '2 hours')`,
    [hash],
  )
  await page.context().addCookies([{ name: 'admin', value: token, url: `http://localhost:${port}` }])
  await page.goto(`http://localhost:${port}/admin/bulk-email`)
  await expect(page.getByRole('heading', { name: 'Rund-Mail schreiben' })).toBeVisible()
}

/** Inserts companies 'Betrieb 001' … up to this number in total. */
const insertCompanies = (count: number) =>
  database.query(
    `insert into companies
       (company_name, category, description, location, contact_person, email, phone, subscription_status, verified)
     select 'Betrieb ' || lpad(n::text, 3, '0'), 'Reinigung', 'Sauber.', '22767 Hamburg', 'Frau ' || lpad(n::text, 3, '0'),
       'betrieb' || n || '@anbieter.example', '+49 40 66969101', 'active', true
     from generate_series(1, $1::integer) as n
     where not exists (select 1 from companies where email = 'betrieb' || n || '@anbieter.example')`,
    [count],
  )

const startAt = (port: number) => {
  const environment = { ...services.environment, PORT: String(port) }
  return startServer({ services: { ...services, environment }, port })
}

/** Returns the number of mails sent by then. */
async function killAll() {
  for (const server of servers) process.kill(server.pid, 'SIGKILL')
  await Promise.all(servers.map((server) => server.end))
  servers = []
  return countMails()
}

/** Makes the mail server refuse the next mails, to any recipient. */
const refuse = (what: { code: number; times: number }) =>
  fetch(`http://127.0.0.1:${ports[0] + 2}/__control/refuse`, { method: 'POST', body: JSON.stringify(what) })

type Mail = { to: string; subject: string; text: string; messageId: string }
const mails = async () => (await (await fetch(`http://127.0.0.1:${ports[0] + 2}/mails.json`)).json()) as Mail[]
const countMails = async () => (await mails()).length

/** Asserts one Message-ID for each recipient, equal to those of the rows; one kill repeats at most one transmission. Returns the ids. */
async function expectEachOnce(count: number) {
  const received = await mails()
  const ids = new Set(received.map(({ messageId }) => messageId))
  expect(ids.size).toBe(count)
  expect(new Set(received.map(({ to, messageId }) => `${to} ${messageId}`)).size).toBe(count)
  expect(received.length).toBeLessThanOrEqual(count + 1)
  const { rows } = await database.query(
    `select recipient.message_id
     from mailing_recipients as recipient
     join mailings on mailings.id = mailing_id
     where subject = 'An alle' and recipient.status = 'sent'`,
  )
  expect(new Set(rows.map(({ message_id }) => String(message_id)))).toEqual(ids)
  return ids
}
