import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Logger, runOnce } from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { readTransactions } from '#src/money/payments/reconciliation/actions.ts'
import { runPayouts } from '#src/money/payouts/runs/actions.ts'
import { startDueRuns } from '#src/money/payouts/runs/scheduleActions.ts'
import { sendTransfers } from '#src/money/payouts/runs/sendActions.ts'
import { downloadSepaFile, executeSepaFile } from '#src/money/payouts/sepa/actions.ts'
import { issueDocument } from '#src/orders/documents/actions.ts'
import type { App } from '#src/platform/server/app.ts'
import { openDatabase, openPool } from '#src/platform/server/db.ts'
import { taskListOf } from '#src/platform/server/jobs.ts'
import { openLive } from '#src/platform/server/live.ts'
import { jobs } from '#src/wiring.ts'
import { callAdmin } from './adminCommand.ts'
import { openPayoutFixtures, payoutAdminPassword } from './payoutFixtures.ts'
import { randomDocument } from './randomDocuments.ts'
import { openTestApp } from './testApp.ts'

const dataFolder = mkdtempSync(join(tmpdir(), 'handschlag-restore-'))
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }))
const bank = { SEPA_PAYOUTS: '1', OPERATOR_IBAN: 'DE02120300000000202051' }
const testApp = await openTestApp({ ADMIN_PASSWORD: payoutAdminPassword, DATA_DIR: dataFolder, ...bank })
const { app, inbox, sandbox } = testApp
const { setting, companyWithAccount, companyWithBank, paidBooking, payouts, totals } = openPayoutFixtures(testApp)
const caller = { admin: { id: 'test', state: 'authenticated' }, requestId: 'test' } as unknown as Parameters<typeof runPayouts>[1]['caller']
const payAll = (of: App) => runPayouts(of, { trigger: 'weekly', includeUpcoming: true, caller })

/** Issues a subscription's invoice of the operator, or an invoice in the name of the company with this code. */
async function issue(of: App, { companyId, bookingId }: { companyId: string; bookingId?: string }) {
  const facts = randomDocument(bookingId ? '19 %' : 'subscription', 1)
  const shared = { companyId, taxCase: 'regular', facts, covers: null } as const
  const draft = bookingId
    ? ({ ...shared, kind: 'customerInvoice', prefix: 'P7K2A', bookingId } as const)
    : ({ ...shared, kind: 'subscription', prefix: null } as const)
  const issued = await of.db.transaction().execute((tx) => issueDocument(of, tx, draft))
  return 'id' in issued ? issued.number : issued.faults
}

/** Copies the database, as a backup does that is restored later. Connections would block the copy. */
async function copyDatabase() {
  const source = new URL(app.config.DATABASE_URL ?? '')
  const [from, name] = [source.pathname.slice(1), `${source.pathname.slice(1)}_earlier`]
  const admin = new pg.Client(Object.assign(new URL(source), { pathname: '/postgres' }).href)
  await admin.connect()
  await admin.query(`alter database ${from} allow_connections false`)
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [from])
  for (let tries = 0; ; tries += 1) {
    try {
      await admin.query(`create database ${name} template ${from} strategy file_copy`)
      break
    } catch (error) {
      if (tries === 20) throw error
    }
  }
  await admin.query(`alter database ${from} allow_connections true`)
  const url = Object.assign(new URL(source), { pathname: `/${name}` }).href
  const pool = openPool({ url, size: 5, log: app.log })
  const restored: App = {
    ...app,
    config: { ...app.config, DATABASE_URL: url },
    pool,
    db: openDatabase(pool),
    live: openLive({ url, pool, log: app.log }),
  }
  onTestFinished(async () => {
    await restored.live.close()
    await pool.end()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
  return restored
}

/** Violated invariants; the samples of documents cover no entry of the ledger. */
const violationsOf = async (of: App) =>
  (await sql`select * from invariant_violations where invariant not like '%ocumentsFollowTheLedger'`.execute(of.db)).rows

test('after a restore nothing is paid twice, no number is given twice, and the operator gets one list', async () => {
  await setting('firstPayoutHoldDays', 0)
  const byTransfer = await companyWithAccount({ companyName: 'Malerei Blau' })
  const byBank = await companyWithBank({ companyName: 'Garten Grün' })
  await sql`update companies set seller_code = 'P7K2A' where id = ${byBank.id}`.execute(app.db)
  const bookings = [await paidBooking(byTransfer.id, 138), await paidBooking(byTransfer.id, 99.5)]
  const bankBooking = await paidBooking(byBank.id, 200)
  expect(await issue(app, { companyId: byTransfer.id })).toMatch(/^RE-\d{4}-000001$/)
  await testApp.runJobs()
  await readTransactions(app)

  const stateOf = new Date().toISOString()
  const restored = await copyDatabase()

  // After the backup: both companies are paid out, papers are issued, and a customer books and pays.
  await payAll(app)
  const [file] = await app.db.selectFrom('sepaFiles').select('id').execute()
  const bankFile = join(dataFolder, 'executed.xml')
  writeFileSync(bankFile, await (await downloadSepaFile(app, { caller, id: file?.id ?? '' })).text())
  await executeSepaFile(app, { caller, id: file?.id ?? '' })
  expect((await payouts()).map(({ rail, status }) => [rail, status]).sort()).toEqual([
    ['sepa', 'completed'],
    ['transfer', 'completed'],
  ])
  expect(await issue(app, { companyId: byTransfer.id })).toMatch(/-000002$/)
  expect(await issue(app, { companyId: byTransfer.id })).toMatch(/-000003$/)
  expect(await issue(app, { companyId: byBank.id, bookingId: bankBooking })).toMatch(/^P7K2A-\d{4}-00001$/)
  const forgotten = await paidBooking(byTransfer.id, 61)
  await testApp.runJobs()
  const paid = await totals()

  // The restored database knows nothing of it, and the first run finds out, because it read the PSP's movements long ago.
  const later = { ...restored, now: () => new Date(Date.now() + 10 * 60_000) }
  await expect(payAll(later)).rejects.toMatchObject({ code: 'payouts.held' })
  const environment = {
    DATABASE_URL: restored.config.DATABASE_URL ?? '',
    DATA_DIR: dataFolder,
    STRIPE_SECRET_KEY: app.config.stripe.secretKey,
    STRIPE_API_URL: sandbox.url,
    SMTP_URL: inbox.smtpUrl,
    ...bank,
  }
  const afterRestore = (...words: string[]) => callAdmin(['after-restore', ...words], environment)
  expect((await afterRestore()).err).toMatch(/^No restore is open\./)
  inbox.clear()
  const first = await afterRestore('--state-of', stateOf)
  expect([first.err, first.code]).toEqual(['', 1])
  expect(first.out).toMatch(/Payouts that the database forgot: 1\.\n230\.37 € are recorded;.*\n {2}230\.37 € {2}Malerei Blau {2}tr_/)
  expect(first.out).toMatch(/P7K2A-\d{4}-00001 is never given again\.\n {2}RE-\d{4}-000002 to RE-\d{4}-000003 are never given again\./)
  expect(first.out).toMatch(
    new RegExp(`forgot: 1\\.\\n {2}\\S+ \\S+ UTC {2}charge +61\\.00 € {2}pi_\\w+ {2}kunde\\d+@kunde\\.example {2}${forgotten}`),
  )
  expect(first.out).toMatch(/✗ Payouts and documents stay held: compare the bank account/)

  // Held: no run, no transfer, no bank file, no document.
  await expect(payAll(restored)).rejects.toMatchObject({ code: 'payouts.held' })
  await startDueRuns(restored)
  await sendTransfers(restored)
  await expect(downloadSepaFile(restored, { caller, id: file?.id ?? '' })).rejects.toMatchObject({ code: 'payouts.held' })
  expect(await issue(restored, { companyId: byTransfer.id })).toEqual(['restored'])
  expect(await totals()).toEqual(paid)

  const second = await afterRestore('--bank-file', bankFile)
  expect([second.err, second.code]).toEqual(['', 0])
  expect(second.out).toMatch(/194\.00 € are recorded;[\s\S]*Garten Grün[\s\S]*✓ Reconciled/)
  expect(await violationsOf(restored)).toEqual([])

  // The same bookings are due again; all of them are netted, so no money moves.
  await payAll(restored)
  expect(await totals()).toEqual(paid)
  const all = await restored.db.selectFrom('payouts').selectAll().orderBy('id').execute()
  expect(
    all.map(({ status, bookings: count, companyAmountCents, nettedCents }) => [status, count, companyAmountCents - nettedCents]).sort(),
  ).toEqual([
    ['completed', 0, 19_400],
    ['completed', 0, 23_037],
    ['completed', 1, 0],
    ['completed', 2, 0],
  ])
  expect(await restored.db.selectFrom('sepaFiles').select('id').execute()).toEqual([])
  for (const id of [...bookings, bankBooking]) {
    const booking = await restored.db.selectFrom('bookings').select('payoutProcessedAt').where('id', '=', id).executeTakeFirstOrThrow()
    expect(booking.payoutProcessedAt).not.toBeNull()
  }

  expect(await issue(restored, { companyId: byTransfer.id })).toMatch(/^RE-\d{4}-000004$/)
  expect(await issue(restored, { companyId: byBank.id, bookingId: bankBooking })).toMatch(/^P7K2A-\d{4}-00002$/)
  expect(await violationsOf(restored)).toEqual([])
  await runOnce({
    pgPool: restored.pool,
    taskList: taskListOf(restored, jobs),
    logger: new Logger(() => () => undefined),
    noHandleSignals: true,
  })
  expect(inbox.mails().filter(({ subject }) => /passt nicht|Abweichung/.test(subject))).toEqual([])
  const breaks = await restored.db.selectFrom('reconciliationBreaks').select(['kind', 'mailedAt']).where('closedAt', 'is', null).execute()
  expect(breaks.every(({ mailedAt }) => mailedAt !== null)).toBe(true)
  expect(breaks.map(({ kind }) => kind)).toContain('unmatchedTransaction')
})
