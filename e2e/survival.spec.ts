import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import pg from 'pg'
import { findFreePortBlock } from '../scripts/ports.ts'
import type { Program } from '../scripts/programs.ts'
import { type Services, startServer, startServices } from '../scripts/services.ts'
import { readConfig } from '../src/platform/server/config.ts'

// Uses its own product, because its server is killed.
test.describe.configure({ mode: 'serial' })

let folder: string
let port: number
let services: Services
let server: Program
let database: pg.Client
let companyId: string
let bookings = 0

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'survival-'))
  port = await findFreePortBlock(4)
  const settings = { PORT: String(port), DATA_DIR: folder, DEMO: '0', LOG_LEVEL: 'silent', LIMITS_FACTOR: '1000' }
  Object.assign(process.env, settings)
  services = await startServices({ config: readConfig(settings), isThrowaway: true })
  server = await startServer({ services, port })
  database = new pg.Client(services.environment.DATABASE_URL)
  await database.connect()
  const { rows } = await database.query(`
    insert into companies (company_name, category, description, location, contact_person, email, phone, subscription_status)
    values ('Glanzwerk', 'Reinigung', 'Sauber.', '22767 Hamburg', 'Meike Petersen', 'kontakt@glanzwerk.example', '+49 40 66969101', 'active')
    returning id`)
  companyId = rows[0].id
})

test.afterAll(async () => {
  await database.end()
  await server.stop()
  await services.stop()
  rmSync(folder, { recursive: true, force: true })
})

test.beforeEach(() => control('clear', {}))

test('neither webhook nor return page: settled within 60 seconds of the payment', async () => {
  const booked = await book()
  await control('webhooks', { action: 'drop', times: 100 })
  await control('pay', { session: booked.sessionId })
  const paidAt = Date.now()
  await whenSettled(booked)
  expect(Date.now() - paidAt).toBeLessThanOrEqual(60_000)
  await expectOnce(booked)
})

test('the server is killed between payment and webhook', async () => {
  const booked = await book()
  await control('webhooks', { action: 'hold' })
  await control('pay', { session: booked.sessionId })
  await killServer()
  await control('release', {})
  server = await startServer({ services, port })
  await whenSettled(booked)
  await expectOnce(booked)
})

test('the server is killed between webhook and converge', async () => {
  const booked = await book()
  await control('faults', { operation: 'Checkout/Sessions.retrieve', kind: 'delay', milliseconds: 20_000, times: 100 })
  await control('pay', { session: booked.sessionId })
  await expect.poll(() => count('payment_events where processed_at is null and object_id = $1', [booked.sessionId])).toBe(1)
  await killServer()
  await control('clear', {})
  server = await startServer({ services, port })
  await whenSettled(booked)
  await expectOnce(booked)
  await expect
    .poll(() => count('payment_events where processed_at is null and object_id = $1', [booked.sessionId]), { timeout: 40_000 })
    .toBe(0)
})

test('webhook, return page and reconciliation at once, twenty in parallel', async () => {
  const booked = await book()
  await control('webhooks', { action: 'duplicate', count: 10, times: 3 })
  await control('pay', { session: booked.sessionId })
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => call('verify-payment', { bookingId: booked.bookingId, sessionId: booked.sessionId })),
  )
  expect(answers.every((answer) => answer.paid === true)).toBe(true)
  await expectOnce(booked)
})

async function book() {
  bookings += 1
  const email = `kundin${bookings}@kunde.example`
  await call('create-booking-payment', {
    companyId,
    customerName: 'Katrin Bergmann',
    customerEmail: email,
    date: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10),
    time: '07:30',
    location: '22767 Hamburg',
    amount: 138,
  })
  const { rows } = await database.query('select booking_id, session_id from checkouts order by created_at desc limit 1')
  return { email, bookingId: String(rows[0].booking_id), sessionId: String(rows[0].session_id) }
}
type Booked = Awaited<ReturnType<typeof book>>

async function killServer() {
  process.kill(server.pid, 'SIGKILL')
  await server.end
}

const whenSettled = ({ bookingId }: Booked) =>
  expect.poll(() => count("bookings where id = $1 and payment_status = 'paid'", [bookingId]), { timeout: 70_000, intervals: [250] }).toBe(1)

/** Asserts that it exists exactly once in sandbox, booking, ledger, transactions and inbox, and still once some time later. */
async function expectOnce({ email, bookingId, sessionId }: Booked) {
  await expect.poll(async () => (await mailsAbout(email)).length, { timeout: 40_000 }).toBe(2)
  await pause(2_500)
  expect((await mailsAbout(email)).length).toBe(2)
  expect(await count("bookings where id = $1 and booking_status = 'confirmed' and fee_cents = 414", [bookingId])).toBe(1)
  expect(await count('payment_transactions where booking_id = $1', [bookingId])).toBe(1)
  expect(await count("ledger_tx where kind = 'charge' and reference = $1", [bookingId])).toBe(1)
  const { rows } = await database.query(
    `select account, sum(amount_cents)::integer as total
    from ledger_entry join ledger_tx on ledger_tx.id = tx_id
    where booking_id = $1
    group by account
    order by account`,
    [bookingId],
  )
  expect(rows).toEqual([
    { account: 'company_payable', total: -13_386 },
    { account: 'fee_revenue', total: -348 },
    { account: 'psp_balance', total: 13_800 },
    { account: 'vat_payable', total: -66 },
  ])
  const totals = await control('totals', { session: sessionId })
  expect(totals).toMatchObject({ paidSessions: { count: 1, cents: 13_800 }, charges: { count: 1, cents: 13_800 } })
}

/** Mail to the customer, and mail to the company that names the customer. */
async function mailsAbout(email: string) {
  const mails: { to: string; text: string }[] = await (await fetch(`http://127.0.0.1:${port + 2}/mails.json`)).json()
  return mails.filter((mail) => mail.to === email || mail.text.includes(email))
}

async function count(what: string, values: string[]) {
  const { rows } = await database.query(`select count(*)::integer as count from ${what}`, values)
  return rows[0].count as number
}

const post = async (address: string, body: object) => {
  const answer = await fetch(address, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Record<string, unknown>
}
const call = (name: string, body: object) => post(`http://127.0.0.1:${port}/functions/v1/${name}`, body)
const control = (verb: string, body: object) => post(`http://127.0.0.1:${port + 1}/__control/${verb}`, body)
