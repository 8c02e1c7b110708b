import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { purgeUnpaidCustomers } from '#src/orders/bookings/deletionStore.ts'
import { jobs } from '#src/wiring.ts'
import { bookingRequestFor, makeCompany } from './factories.ts'
import { openTestApp } from './testApp.ts'

const testApp = await openTestApp()
const { app, visitor, clock } = testApp
const rows = readFileSync('docs/retention.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| [a-z_]+ \|/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, table = '', ends = '', why = '']) => ({ table, ends, why }))
  .filter(({ table }) => table !== 'table')

test('every table has a job that ends its rows, a row that it ends with, or a reason to stay', async () => {
  const tables = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`.execute(app.db)
  expect(rows.map(({ table }) => table)).toEqual(tables.rows.map(({ name }) => name))
  const cascades = await sql<{ pair: string }>`
    select conrelid::regclass || ' with ' || confrelid::regclass as pair from pg_constraint where confdeltype = 'c'`.execute(app.db)
  const known = new Set([
    ...jobs.filter(({ everySeconds }) => everySeconds !== undefined).map(({ name }) => `job ${name}`),
    ...['stays', 'at sign-in'],
  ])
  const pairs = new Set(cascades.rows.map(({ pair }) => pair))
  const wrong = rows.filter(({ table, ends, why }) => why.length < 7 || !(known.has(ends) || pairs.has(`${table} ${ends}`)))
  expect(wrong).toEqual([])
})

test('an order that was never paid loses its customer after 30 days, a paid one and one that may be paid do not', async () => {
  const company = await makeCompany(app)
  const order = async (customerEmail: string) => {
    const request = bookingRequestFor(app, company.id, { customerEmail, customerName: 'Frau Petersen', location: 'Elbchaussee 1' })
    expect((await visitor.call('create-booking-payment', request)).status).toBe(200)
    return app.db.selectFrom('bookings').selectAll().where('customerEmail', '=', customerEmail).executeTakeFirstOrThrow()
  }
  const unpaid = await order('unbezahlt@kunde.example')
  const declined = await order('abgelehnt@kunde.example')
  const open = await order('offen@kunde.example')
  await app.db.updateTable('bookings').set({ bookingStatus: 'cancelled', paymentStatus: 'failed' }).where('id', '=', unpaid.id).execute()
  await app.db.updateTable('checkouts').set({ status: 'expired' }).where('bookingId', '=', unpaid.id).execute()
  await app.db.updateTable('bookings').set({ bookingStatus: 'cancelled', paymentStatus: 'failed' }).where('id', '=', declined.id).execute()
  const held = { isHeld: true, paymentId: 'pi_declined', heldUntil: app.now(), closedAt: app.now() }
  await app.db
    .updateTable('checkouts')
    .set({ ...held, status: 'authorised' })
    .where('bookingId', '=', declined.id)
    .execute()
  await app.db.updateTable('checkouts').set({ status: 'released', settledAt: app.now() }).where('bookingId', '=', declined.id).execute()
  const sweep = jobs.find(({ name }) => name === 'bookings.sweep')
  clock.moveTo(new Date(Date.now() + 29 * 86_400_000))
  await sweep?.run(app, {})
  expect(await read(unpaid.id)).toMatchObject({ customerEmail: 'unbezahlt@kunde.example', forgottenAt: null })
  clock.moveTo(new Date(Date.now() + 31 * 86_400_000))
  await sweep?.run(app, {})
  const left = await read(unpaid.id)
  expect(left).toMatchObject({
    customerName: 'Gelöscht',
    customerPhone: '',
    location: '',
    description: '',
    amountCents: unpaid.amountCents,
  })
  expect(JSON.stringify([left, await texts(unpaid.id)])).not.toMatch(/unbezahlt|Petersen|Elbchaussee/i)
  expect(await read(declined.id)).toMatchObject({ customerName: 'Gelöscht', location: '' })
  expect(await read(open.id)).toMatchObject({ customerEmail: 'offen@kunde.example', forgottenAt: null })
  expect(await purgeUnpaidCustomers(app.db, { createdBefore: app.now(), now: app.now(), limit: 10 })).toBe(0)
})

test('notes, clean audits and empty runs do not stay for ever', async () => {
  await sql`
    insert into self_audits (trigger, started_at, finished_at, is_clean, ledger_cents, violations, open_breaks, findings)
    select 'nightly', at, at, is_clean, 0, 0, 0, '[]'
    from (values (now() - interval '500 days', true), (now() - interval '500 days', false), (now() - interval '9 days', true)) as old (at, is_clean)`.execute(
    app.db,
  )
  await sql`
    insert into payout_runs (trigger, takes, rhythms, started_at, claimed_at, finished_at)
    select 'schedule', 'payable', '{weekly}', at, at, at
    from (values (now() - interval '91 days'), (now() - interval '89 days')) as old (at)`.execute(app.db)
  const run = (name: string) => jobs.find((one) => one.name === name)?.run(app, {})
  clock.moveTo(new Date(new Date(app.now()).setUTCHours(10)))
  await run('payments.audit')
  await run('payouts.sweepRuns')
  const audits = await app.db.selectFrom('selfAudits').select(['isClean', 'startedAt']).execute()
  const old = new Date(app.now().getTime() - 400 * 86_400_000)
  expect(audits.filter(({ startedAt }) => startedAt < old).map(({ isClean }) => isClean)).toEqual([false])
  expect(audits.filter(({ startedAt }) => startedAt >= old).length).toBeGreaterThan(0)
  expect(await app.db.selectFrom('payoutRuns').select('id').execute()).toHaveLength(1)
})

const read = (id: string) => app.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const texts = (id: string) => app.db.selectFrom('bookingTexts').selectAll().where('bookingId', '=', id).execute()
