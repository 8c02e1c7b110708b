import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeCompany } from '../../../../tests/factories.ts'
import { openMoneyFixtures } from '../../../../tests/moneyFixtures.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { type HealthView, statsTexts, troublesOf } from './rules.ts'
import { overdueText, type WaitingView } from './waitingRules.ts'

const testApp = await openTestApp()
const { app } = testApp
const { operator, payableCompany, paidBooking, bookAt } = openMoneyFixtures(testApp)

test('an empty marketplace has figures, too', async () => {
  const admin = await operator()
  expect((await admin.call('admin-stats', {})).body).toEqual({
    companies: { total: 0, premium: 0, basic: 0 },
    bookings: { total: 0, this_week: 0 },
    revenue: { total: 0 },
    open_payments: { total: 0, bookings: 0 },
    waiting: [],
    errors: [],
  })
  const { body } = await admin.call('admin-overview', {})
  expect(body).toMatchObject({
    total_revenue: 0,
    platform_revenue: { total: 0, fees: 0, subscriptions: 0 },
    users: { total: 0, confirmed: 0 },
  })
  expect(body.weeks.map(({ revenue }: { revenue: number }) => revenue)).toEqual([0, 0, 0, 0, 0, 0])
})

test('figures come from the ledger: paid less refunds, our fee after them, what is still to be paid', async () => {
  const admin = await operator()
  const company = await payableCompany({ plan: 'premium', premium: true })
  await makeCompany(app, { companyName: 'Geschlossen', archivedAt: app.now(), isListed: undefined })
  const { bookingId } = await paidBooking(company.id, { amount: 200 })
  await paidBooking((await payableCompany({ companyName: 'Basic' })).id, { amount: 100 })
  await bookAt(company.id, { amount: 55.5 })
  const refunded = await admin.call('admin-refund-booking', { bookingId, amount: 50, reason: 'Kulanz' })
  expect(refunded.status).toBe(200)
  await testApp.runJobs()
  const { body } = await admin.call('admin-stats', {})
  expect(body).toMatchObject({
    companies: { total: 2, premium: 1, basic: 1 },
    bookings: { total: 3, this_week: 3 },
    revenue: { total: 250 },
    open_payments: { total: 55.5, bookings: 1 },
  })
  const overview = (await admin.call('admin-overview', {})).body
  // 1,5 % of 150 € and 3 % of 100 €.
  expect(overview).toMatchObject({
    total_revenue: 250,
    platform_revenue: { total: 5.25, fees: 5.25, subscriptions: 0 },
    bookings: { total: 3, paid: 2 },
  })
  expect(overview.weeks.at(-1)).toMatchObject({ revenue: 250, is_current: true })
  expect(overview.weeks.slice(0, -1).every(({ revenue }: { revenue: number }) => revenue === 0)).toBe(true)
})

test.each([
  ['companies', statsTexts.companies, { companies: null }],
  ['bookings', statsTexts.bookings, { bookings: null }],
  ['revenue_lines', statsTexts.transactions, { revenue: null, open_payments: null }],
])('without %s the other figures are there: %s', async (table, text, missing) => {
  const admin = await operator()
  const hidden = `${table}_hidden`
  await sql`alter table ${sql.table(table)} rename to ${sql.table(hidden)}`.execute(app.db)
  try {
    const { status, body } = await admin.call('admin-stats', {})
    expect([status, body.waiting]).toEqual([200, []])
    expect(body).toMatchObject(missing)
    expect(body.errors).toContain(text)
    expect(Object.values(body).filter((one) => one !== null).length).toBeGreaterThan(2)
  } finally {
    await sql`alter table ${sql.table(hidden)} rename to ${sql.table(table)}`.execute(app.db)
  }
})

test('what waits is counted by area, and what waits too long is named with its age', async () => {
  const admin = await operator()
  const now = app.now().getTime()
  const days = (count: number) => new Date(now - count * 86_400_000)
  const withdrawal = (declaredAt: Date, status: 'open' | 'rejected' = 'open') => ({
    ...{ name: 'Katrin Bergmann', email: 'katrin@kunde.example', contract: 'A1B2C3D4', fingerprint: `${declaredAt.getTime()} ${status}` },
    ...{ declaredAt, lastDeclaredAt: declaredAt, status, cause: 'unmatched' },
    ...(status === 'open' ? {} : { decidedAt: app.now(), decidedBy: 'operator' as const, reason: 'Doppelt' }),
  })
  await app.db
    .insertInto('withdrawals')
    .values([withdrawal(days(364)), withdrawal(days(8)), withdrawal(days(1)), withdrawal(days(9), 'rejected')])
    .execute()
  const message = { name: 'Erika', email: 'erika@kunde.example', topic: 'other' as const, message: 'Guten Tag', createdAt: days(1) }
  await app.db
    .insertInto('contactMessages')
    .values([
      { ...message, isSuspect: false },
      { ...message, isSuspect: true },
    ])
    .execute()
  const oldest = days(364).toISOString()
  expect((await admin.call('admin-stats', {})).body.waiting).toMatchObject([
    { area: 'widerrufe', count: 3, overdue: 2, oldest_at: oldest },
    { area: 'nachrichten', count: 1, overdue: 0 },
  ])
  const { overdue } = (await admin.call('admin-overview', {})).body
  expect(overdue.map((one: WaitingView) => overdueText(one, app.now().getTime()))).toEqual([
    '2 Widerrufe sind überfällig, am längsten seit 364 Tagen',
  ])
})

test('health tells of the queue, of events, breaks, audits and versions', async () => {
  const admin = await operator()
  await sql`select graphile_worker.add_job('test.waits', '{}'::json, run_at := now() - interval '1 hour')`.execute(app.db)
  await sql`select graphile_worker.add_job('test.fails', '{}'::json, run_at := now() + interval '1 hour')`.execute(app.db)
  await sql`
    update graphile_worker._private_jobs as job
    set attempts = 3, last_error = 'Erika Mustermann'
    from graphile_worker._private_tasks as task
    where task.id = job.task_id and task.identifier = 'test.fails'`.execute(app.db)
  const receivedAt = new Date(app.now().getTime() - 3_600_000)
  await app.db
    .insertInto('paymentEvents')
    .values({ id: 'evt_1', type: 'charge.updated', objectType: 'charge', objectId: 'ch_1', receivedAt })
    .execute()
  await app.db
    .insertInto('reconciliationBreaks')
    .values({ kind: 'unmatchedTransaction', reference: 'txn_1', foundAt: app.now(), details: '{}' })
    .execute()
  expect((await admin.call('admin-self-audit', { run: true })).status).toBe(200)
  const health: HealthView = (await admin.call('admin-health', {})).body
  expect(health.jobs).toMatchObject({ failed: 1, failures: [{ job: 'test.fails', attempts: 3 }], workers: 0 })
  expect(health.jobs.waiting).toBeGreaterThanOrEqual(1)
  expect(health.events).toMatchObject({ unprocessed: 1, oldest_at: receivedAt.toISOString() })
  expect([health.open_breaks, health.last_audit?.is_clean]).toEqual([1, false])
  expect(health.versions.node).toBe(process.versions.node)
  expect([health.versions.app, health.versions.postgres]).toEqual([
    expect.stringMatching(/^\d+\.\d+\.\d+$/),
    expect.stringMatching(/^18\./),
  ])
  expect(health.versions.newest_migration).toMatch(/^\d{4}_\w+\.sql$/)
  expect(JSON.stringify(health)).not.toContain('Mustermann')
  expect(troublesOf(health)).toEqual([
    'Kein Prozess arbeitet Aufträge ab',
    'Aufträge warten länger als fünf Minuten',
    '1 Auftrag ist fehlgeschlagen und wird wiederholt',
    'Ereignisse des Zahlungsdienstes bleiben unverarbeitet',
    '1 Abweichung ist offen',
    'Die letzte Selbstprüfung hat Fehler gefunden',
  ])
  await sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker._private_jobs`.execute(app.db)
})

test('a healthy machine has no troubles', () => {
  const now = '2026-11-21T12:00:00.000Z'
  const healthy = {
    jobs: { waiting: 2, running: 1, failed: 0, oldest_at: '2026-11-21T11:59:59.000Z', failures: [], workers: 1 },
    events: { unprocessed: 1, oldest_at: '2026-11-21T11:59:59.000Z', asked_at: null },
    open_breaks: 0,
    last_audit: { finished_at: now, is_clean: true, violations: 0 },
    versions: { app: '1.0.0', node: '24', postgres: '18', migrations: 1, newest_migration: '0001.sql' },
    now,
  }
  expect(troublesOf(healthy)).toEqual([])
  expect(troublesOf({ ...healthy, last_audit: null })).toEqual([])
})
