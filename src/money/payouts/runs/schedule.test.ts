import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { formatMoment } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import { makeCompany } from '../../../../tests/factories.ts'
import { openPayoutFixtures, payoutAdminPassword } from '../../../../tests/payoutFixtures.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { claimAll } from './actions.ts'
import { listSchedule } from './scheduleStore.ts'
import { insertRun } from './store.ts'

const testApp = await openTestApp({ ADMIN_PASSWORD: payoutAdminPassword, SEPA_PAYOUTS: '1' })
const { app, clock, sandbox } = testApp
const fixtures = openPayoutFixtures(testApp)
const { setting, companyWithAccount, companyWithBank, paidBooking, payouts, runJob } = fixtures

/** A time in the future, so that both clocks only go forward; Berlin's winter time. */
const at = (moment: string) => new Date(`${moment}+01:00`)
async function goTo(moment: Date) {
  clock.moveTo(moment)
  await sandbox.control('clock', { to: moment.toISOString() })
}
const tick = () => runJob('payouts.keepSchedule')
const schedule = async () =>
  Object.fromEntries((await listSchedule(app.db)).map(({ rhythm, nextPayoutDate }) => [rhythm, formatMoment(nextPayoutDate)]))

/** Sets the end of the day of grace after the appointment. */
const servedBy = (bookingId: string, moment: Date) =>
  app.db.updateTable('bookings').set({ payableAt: moment }).where('id', '=', bookingId).execute()

test('Premium is paid every bank day at six, Basic on Mondays, each once, whichever process is first', async () => {
  await setting('firstPayoutHoldDays', 0)
  // A Thursday.
  await goTo(at('2026-12-03T12:00:00'))
  const [basic, premium] = [await companyWithAccount({ plan: 'basic' }), await companyWithAccount({ plan: 'premium' })]
  for (const { id } of [basic, premium]) await servedBy(await paidBooking(id), at('2026-12-03T13:00:00'))
  await tick()
  expect(await schedule()).toEqual({ daily: '04.12.2026, 06:00 Uhr', weekly: '07.12.2026, 06:00 Uhr' })
  await goTo(at('2026-12-04T05:59:00'))
  await tick()
  expect(await payouts()).toEqual([])
  await goTo(at('2026-12-04T06:00:30'))
  const secondServer = await testApp.openSecondServer()
  const { startDueRuns } = await import('./scheduleActions.ts')
  await Promise.all([startDueRuns(app), startDueRuns(secondServer.app), startDueRuns(app)])
  expect(await payouts()).toMatchObject([{ companyId: premium.id, status: 'completed' }])
  expect(await schedule()).toEqual({ daily: '07.12.2026, 06:00 Uhr', weekly: '07.12.2026, 06:00 Uhr' })
  expect(await app.db.selectFrom('payoutRuns').select(['trigger', 'rhythms']).execute()).toEqual([
    { trigger: 'schedule', rhythms: ['daily'] },
  ])
  await goTo(at('2026-12-07T06:01:00'))
  await tick()
  expect((await payouts()).map(({ companyId }) => companyId)).toEqual([premium.id, basic.id])
  // Christmas: the 25th is a Friday, so the 28th is the next bank day, a Monday.
  await goTo(at('2026-12-24T06:01:00'))
  await tick()
  expect((await schedule()).daily).toBe('28.12.2026, 06:00 Uhr')
  await fixtures.expectInvariants()
})

test('the schedule waits for the day of grace, a manual run does not', async () => {
  await setting('firstPayoutHoldDays', 0)
  await goTo(at('2026-12-03T12:00:00'))
  const premium = await companyWithAccount({ plan: 'premium' })
  const [ripe, green] = [await paidBooking(premium.id, 50), await paidBooking(premium.id, 70)]
  // At the Premium rate the PSP's fees exceed the platform's fee, so the balance needs money from another booking.
  await paidBooking((await makeCompany(app)).id)
  await servedBy(ripe, at('2026-12-04T05:00:00'))
  await servedBy(green, at('2026-12-04T06:30:00'))
  await tick()
  await goTo(at('2026-12-04T06:01:00'))
  await tick()
  expect(await payouts()).toMatchObject([{ bookings: 1, companyAmountCents: 4_925 }])
  const admin = await fixtures.signInAdmin()
  await fixtures.runAs(admin)
  expect((await payouts()).at(-1)).toMatchObject({ bookings: 1, companyAmountCents: 6_895, status: 'completed' })
})

test('what failed is tried again on the next bank day, for Basic, too', async () => {
  await setting('firstPayoutHoldDays', 0)
  await goTo(at('2026-12-07T05:00:00'))
  const basic = await companyWithAccount({ plan: 'basic' })
  await servedBy(await paidBooking(basic.id), app.now())
  await tick()
  await sandbox.control('account', { account: basic.accountId, state: 'restricted' })
  await goTo(at('2026-12-07T06:01:00'))
  await tick()
  expect(await payouts()).toMatchObject([{ status: 'failed' }])
  await sandbox.control('account', { account: basic.accountId, state: 'enabled' })
  await goTo(at('2026-12-08T06:01:00'))
  await tick()
  expect(await payouts()).toMatchObject([{ status: 'failed' }, { status: 'completed' }])
  await fixtures.expectInvariants()
})

/** Simulates a process that crashes at a certain statement: PostgreSQL closes its connection. */
async function dieAfter(dying: App, pattern: RegExp, work: () => Promise<unknown>) {
  const { pool } = dying
  const connect = pool.connect.bind(pool)
  Object.assign(pool, {
    connect: async () => {
      const client = await connect()
      const query = client.query.bind(client)
      Object.assign(client, {
        query: async (...words: [string, unknown[]]) => {
          const answer = await query(...words)
          if (pattern.test(typeof words[0] === 'string' ? words[0] : String(Object(words[0]).text))) {
            await query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined)
          }
          return answer
        },
      })
      return client
    },
  })
  await expect(work()).rejects.toThrow()
}

test.each([
  ['after the payouts are written', /insert into payouts/],
  ['after the ledger', /insert into ledger_entry/],
  ['before the commit', /"payout_runs" set/],
])('a process that dies in a claim, %s: all of the batch or nothing, and the run goes on', async (_name, pattern) => {
  await setting('firstPayoutHoldDays', 0)
  for (let n = 0; n < 3; n += 1) await paidBooking((await companyWithAccount()).id)
  await paidBooking((await companyWithBank()).id)
  const secondServer = await testApp.openSecondServer()
  const run = await app.db
    .transaction()
    .execute((tx) => insertRun(tx, { trigger: 'schedule', takes: 'everything', rhythms: ['weekly', 'daily'], now: app.now() }))
  await dieAfter(secondServer.app, pattern, () => claimAll(secondServer.app, run.id, Number.POSITIVE_INFINITY))
  expect(await payouts()).toEqual([])
  expect((await sql`select 1 from ledger_tx where kind = 'payoutStart'`.execute(app.db)).rows).toEqual([])
  await fixtures.expectInvariants()
  await tick()
  expect((await payouts()).map(({ rail, status }) => `${rail} ${status}`).sort()).toEqual([
    'sepa pending',
    'transfer completed',
    'transfer completed',
    'transfer completed',
  ])
  const finished = await app.db.selectFrom('payoutRuns').select(['id', 'finishedAt']).execute()
  expect(finished).toEqual([{ id: run.id, finishedAt: expect.any(Date) }])
  expect(await fixtures.totals()).toMatchObject({ transfers: { count: 3 } })
  await fixtures.expectInvariants()
})

test('a refund that races a claim: the claim takes what is left, never more', async () => {
  await setting('firstPayoutHoldDays', 0)
  const admin = await fixtures.signInAdmin()
  for (let n = 0; n < 8; n += 1) {
    const company = await companyWithAccount()
    const bookingId = await paidBooking(company.id, 100)
    const [refund] = await Promise.all([
      admin.call('admin-refund-booking', { bookingId, amount: 37, reason: 'Kulanz' }),
      testApp.runJobs(),
      fixtures.runAs(admin),
    ])
    expect(refund.status).toBe(200)
    await testApp.runJobs()
    await fixtures.expectInvariants()
  }
  clock.moveTo(new Date(Date.now() + 120_000))
  await runJob('payouts.sendTransfers')
  await fixtures.runAs(admin)
  await testApp.runJobs()
  await fixtures.expectInvariants()
  const { rows } = await sql<{ owed: number }>`
    select coalesce(sum(amount_cents), 0) as owed
    from ledger_entry
    where account in ('company_payable', 'company_receivable')`.execute(app.db)
  // Every company was paid its share of the remaining 63 euros; no debts are left.
  expect(rows).toEqual([{ owed: 0 }])
  const { transfers, reversals } = await fixtures.totals()
  expect(Number(Object(transfers).cents) - Number(Object(reversals).cents)).toBe(8 * (6_300 - 189))
})
