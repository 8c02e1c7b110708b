import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDays, berlinDay } from '#src/platform/kit/dates.ts'
import { PaymentsUnavailable } from '#src/platform/ports/payments.ts'
import { underLease } from '#src/platform/server/database/leases.ts'
import { openPayoutFixtures, payoutAdminPassword } from '../../../../tests/payoutFixtures.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { runLease } from './actions.ts'
import { payoutGraph } from './rules.ts'

const testApp = await openTestApp({ ADMIN_PASSWORD: payoutAdminPassword, SEPA_PAYOUTS: '1' })
const { app, sandbox, runJobs, inbox, clock } = testApp
const fixtures = openPayoutFixtures(testApp)
const { setting, signInAdmin, companyWithAccount, paidBooking, runAs, payouts, bookingOf, ledgerSums } = fixtures

const noHold = () => setting('firstPayoutHoldDays', 0)
const mailsTo = (to: string) => inbox.mails().filter((mail) => mail.to === to)

test('both triggers pay out by transfer and answer with their sentences', async () => {
  await noHold()
  const admin = await signInAdmin()
  const company = await companyWithAccount({ email: 'konto@anbieter.example' })
  const bookings = [await paidBooking(company.id, 138), await paidBooking(company.id, 99.5)]
  const { status, body } = await runAs(admin)
  expect([status, body.success, body.message, body.details]).toEqual([200, true, '1 erfolgreich, 0 fehlgeschlagen von 1 gesamt', ''])
  expect(body.summary).toEqual({ successful: 1, failed: 0, total: 1 })
  expect(body.is_finished).toBe(true)
  const [payout] = await payouts()
  expect(payout).toMatchObject({
    rail: 'transfer',
    status: 'completed',
    amountCents: 23_750,
    platformFeeCents: 414 + 299,
    companyAmountCents: 23_750 - 414 - 299,
    nettedCents: 0,
    bookings: 2,
    periodStart: addDays(berlinDay(app.now()), 2),
  })
  expect(payout?.stripeTransferId).toMatch(/^tr_/)
  for (const id of bookings) {
    const booking = await bookingOf(id)
    expect([booking.paymentStatus, booking.payoutProcessedAt]).toEqual(['completed', expect.any(Date)])
  }
  expect(await sandbox.control('accountBalance', { account: company.accountId })).toMatchObject({ cents: 23_037 })
  expect(await ledgerSums()).toMatchObject({ psp_balance: 23_750 - 23_037 })
  expect(Object.keys(await ledgerSums())).not.toContain('company_payable')
  await runJobs()
  expect(mailsTo('konto@anbieter.example').filter(({ subject }) => /^Ihre Auszahlung: 230,37/.test(subject))).toHaveLength(1)
  // No bookings are left.
  const again = await runAs(admin, {}, 'process-hourly-payouts')
  expect(again.body).toMatchObject({ success: true, message: 'Keine Buchungen für Auszahlung gefunden' })
  expect(again.body.summary).toEqual({ successful: 0, failed: 0, total: 0 })
  const progress = await admin.call('admin-payout-run', { runId: body.run_id })
  expect(progress.body).toMatchObject({ summary: { total: 1 }, trigger: 'weekly' })
  const audited = await app.db.selectFrom('auditLog').select('action').where('action', '=', 'payouts.startRun').execute()
  expect(audited).toHaveLength(2)
  await fixtures.expectInvariants()
})

test('two servers asked at once pay once', async () => {
  await noHold()
  const secondServer = await testApp.openSecondServer()
  const admin = await signInAdmin()
  const other = secondServer.newVisitor()
  for (const [name, value] of admin.cookies) other.cookies.set(name, value)
  for (let n = 0; n < 4; n += 1) await paidBooking((await companyWithAccount()).id)
  const answers = await Promise.all([runAs(admin), runAs(other), runAs(admin, {}, 'process-hourly-payouts'), runAs(other)])
  for (const { status, body } of answers.filter((one) => one.status !== 200)) {
    expect([status, body.error, body.code, body.success]).toEqual([409, 'Es läuft bereits ein Auszahlungslauf.', 'payouts.runIsOn', false])
  }
  expect(answers.some(({ status }) => status === 200)).toBe(true)
  expect(await payouts()).toHaveLength(4)
  expect(await fixtures.totals()).toMatchObject({ transfers: { count: 4, cents: 4 * 13_386 } })
  await fixtures.expectInvariants()
})

test('while a run is on, another one is refused', async () => {
  const admin = await signInAdmin()
  const answer = await underLease(app, runLease, () => runAs(admin))
  expect([answer?.status, answer?.body.error]).toEqual([409, 'Es läuft bereits ein Auszahlungslauf.'])
})

test('a process that dies between claim and transfer: the next sending job sends it, once', async () => {
  await noHold()
  const admin = await signInAdmin()
  const company = await companyWithAccount()
  const bookingId = await paidBooking(company.id)
  // Simulates a crash before the PSP is reached: the call never happens, the claims are committed.
  const { payments } = app
  app.payments = { ...payments, startTransfer: () => Promise.reject(new Error('killed')) }
  const { body } = await runAs(admin)
  app.payments = payments
  expect([body.summary, body.is_finished]).toEqual([{ successful: 0, failed: 0, total: 1 }, false])
  expect(body.details).toBe('Der Lauf geht im Hintergrund weiter')
  expect(await payouts()).toMatchObject([{ status: 'pending' }])
  expect((await bookingOf(bookingId)).paymentStatus).toBe('paid')
  await fixtures.expectInvariants()
  // A second run in between must not claim anything twice.
  expect((await runAs(admin)).body.summary.total).toBe(0)
  clock.moveTo(new Date(Date.now() + 60_000))
  await fixtures.runJob('payouts.sendTransfers')
  expect(await payouts()).toMatchObject([{ status: 'completed' }])
  expect((await admin.call('admin-payout-run', { runId: body.run_id })).body).toMatchObject({
    is_finished: true,
    summary: { successful: 1 },
  })
  expect(await fixtures.totals()).toMatchObject({ transfers: { count: 1, cents: 13_386 } })
  await fixtures.expectInvariants()
})

test('the answer of a transfer is lost, even for longer than the PSP keeps keys: it is looked up, not repeated', async () => {
  await noHold()
  const admin = await signInAdmin()
  const company = await companyWithAccount()
  await paidBooking(company.id)
  const { payments } = app
  const startTransfer: typeof payments.startTransfer = async (details) => {
    await payments.startTransfer(details)
    throw new PaymentsUnavailable('lost')
  }
  app.payments = { ...payments, startTransfer }
  expect((await runAs(admin)).body.summary).toEqual({ successful: 0, failed: 0, total: 1 })
  app.payments = payments
  expect(await payouts()).toMatchObject([{ status: 'pending' }])
  await fixtures.expectInvariants()
  await sandbox.control('clock', { advanceSeconds: 30 * 3_600 })
  clock.moveTo(new Date(Date.now() + 30 * 3_600_000))
  await fixtures.runJob('payouts.sendTransfers')
  expect(await payouts()).toMatchObject([{ status: 'completed' }])
  expect(await fixtures.totals()).toMatchObject({ transfers: { count: 1, cents: 13_386 } })
  await fixtures.expectInvariants()
})

test('what the PSP never heard of is not repeated after 20 hours: it fails, and the next run pays', async () => {
  await noHold()
  const admin = await signInAdmin()
  await paidBooking((await companyWithAccount()).id)
  await sandbox.control('faults', { operation: 'Transfers.create', kind: 'dropBefore', times: 5 })
  await runAs(admin)
  await sandbox.control('clear')
  clock.moveTo(new Date(Date.now() + 21 * 3_600_000))
  await fixtures.runJob('payouts.sendTransfers')
  expect(await payouts()).toMatchObject([{ status: 'failed', errorCode: 'unconfirmed' }])
  await fixtures.expectInvariants()
  expect((await runAs(await signInAdmin())).body.summary).toEqual({ successful: 1, failed: 0, total: 1 })
  expect(await fixtures.totals()).toMatchObject({ transfers: { count: 1 } })
  await fixtures.expectInvariants()
})

test('a company the PSP refuses fails alone, is notified, and is paid by the next run', async () => {
  await noHold()
  const admin = await signInAdmin()
  const [good, bad] = [await companyWithAccount(), await companyWithAccount({ email: 'gesperrt@anbieter.example' })]
  const bookingId = await paidBooking(bad.id)
  await paidBooking(good.id)
  await sandbox.control('account', { account: bad.accountId, state: 'restricted' })
  const { body } = await runAs(admin)
  expect([body.success, body.message]).toEqual([true, '1 erfolgreich, 1 fehlgeschlagen von 2 gesamt'])
  expect(body.details).toBe('1 fehlgeschlagen: Der Zahlungsdienst hat die Auszahlung abgelehnt')
  expect((await payouts()).find(({ companyId }) => companyId === bad.id)).toMatchObject({
    status: 'failed',
    errorMessage: expect.stringMatching(/^Der Zahlungsdienst hat die Auszahlung abgelehnt: ./),
  })
  expect(await bookingOf(bookingId)).toMatchObject({ paymentStatus: 'paid', payoutProcessedAt: null })
  await runJobs()
  expect(mailsTo('gesperrt@anbieter.example').map(({ subject }) => subject)).toContain('Ihre Auszahlung ist fehlgeschlagen')
  await fixtures.expectInvariants()
  await sandbox.control('account', { account: bad.accountId, state: 'enabled' })
  expect((await runAs(admin)).body.summary).toEqual({ successful: 1, failed: 0, total: 1 })
  expect(await fixtures.totals()).toMatchObject({ transfers: { count: 2 } })
  await fixtures.expectInvariants()
})

test('balance too low: the payout fails, the company gets one mail a week', async () => {
  await noHold()
  const admin = await signInAdmin()
  const company = await companyWithAccount({ email: 'wartet@anbieter.example' })
  await paidBooking(company.id, 138, { card: '4242424242424242' })
  const { body } = await runAs(admin)
  expect(body).toMatchObject({ success: false, summary: { successful: 0, failed: 1, total: 1 } })
  expect(body.details).toBe('1 fehlgeschlagen: Das Guthaben beim Zahlungsdienst ist noch nicht verfügbar')
  await runAs(admin)
  await runJobs()
  const told = mailsTo('wartet@anbieter.example').map(({ subject }) => subject)
  expect(told.filter((subject) => subject === 'Ihre Auszahlung wartet')).toHaveLength(1)
  expect(told).not.toContain('Ihre Auszahlung ist fehlgeschlagen')
  await fixtures.expectInvariants()
  await sandbox.control('clock', { advanceSeconds: 4 * 24 * 3_600 })
  expect((await runAs(admin)).body.summary).toEqual({ successful: 1, failed: 0, total: 1 })
  await fixtures.expectInvariants()
})

test('the database knows the same graph', async () => {
  const { rows } = await sql<{ fromState: string; toState: string }>`
    select from_state, to_state
    from state_edges
    where graph = 'payout'
    order by from_state desc, to_state`.execute(app.db)
  const ours = Object.entries(payoutGraph.payout).flatMap(([from, states]) => states.map((to) => [from, to]))
  expect(rows.map(({ fromState, toState }) => [fromState, toState])).toEqual(ours)
})

test('the database refuses to pay a line twice, and every other change of a payout', async () => {
  await noHold()
  const admin = await signInAdmin()
  await paidBooking((await companyWithAccount()).id)
  await runAs(admin)
  const [payout] = await payouts()
  const [item] = await app.db.selectFrom('payoutItems').selectAll().execute()
  if (!payout || !item) throw new Error('no payout')
  const run = await app.db
    .insertInto('payoutRuns')
    .values({ trigger: 'weekly', takes: 'past', rhythms: ['daily'], startedAt: app.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: _id, ...copy } = payout
  const twice = await app.db
    .insertInto('payouts')
    .values({ ...copy, runId: run.id, stripeTransferId: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await expect(
    app.db
      .insertInto('payoutItems')
      .values({ ...item, payoutId: twice.id })
      .execute(),
  ).rejects.toThrow('payout_items_paid_once')
  const change = (set: object) => app.db.updateTable('payouts').set(set).where('id', '=', payout.id).execute()
  await expect(change({ status: 'pending', processedAt: null })).rejects.toThrow('payout cannot go from completed to pending')
  await expect(change({ status: 'failed', errorCode: 'refused' })).rejects.toThrow('fails only when its money was returned')
  await expect(change({ companyAmountCents: 1 })).rejects.toThrow('never changes')
})

test('the database takes only lines that say what the paid company is owed for that booking, and keeps them', async () => {
  await noHold()
  const admin = await signInAdmin()
  for (const company of [await companyWithAccount(), await companyWithAccount()]) await paidBooking(company.id)
  await runAs(admin)
  const [one, other] = await app.db.selectFrom('payoutItems').selectAll().orderBy('bookingId').execute()
  const fee = await app.db.selectFrom('ledgerEntry').select('id').where('account', '=', 'fee_revenue').executeTakeFirstOrThrow()
  if (!one || !other) throw new Error('no payouts')
  await expect(app.db.updateTable('payoutItems').set({ bookingId: other.bookingId }).execute()).rejects.toThrow('never changes')
  await expect(app.db.deleteFrom('payouts').execute()).rejects.toThrow('append-only')
  await app.db.deleteFrom('payoutItems').execute()
  const insert = (items: (typeof one)[]) => app.db.insertInto('payoutItems').values(items).execute()
  const wrong = [
    { ...one, payoutId: other.payoutId },
    { ...one, bookingId: other.bookingId },
    { ...one, ledgerEntryId: fee.id },
    { ...one, payoutId: one.bookingId },
    { ...one, ledgerEntryId: one.payoutId },
    { ...one, bookingId: one.payoutId },
  ]
  for (const item of wrong) await expect(insert([other, item])).rejects.toThrow('paid out by a line that is not its own')
  await insert([one, other])
})
