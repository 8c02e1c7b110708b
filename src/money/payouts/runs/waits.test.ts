import { expect, test } from 'vitest'
import { addDays, berlinDay } from '#src/platform/kit/dates.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import { makeCompany } from '../../../../tests/factories.ts'
import { openPayoutFixtures, payoutAdminPassword } from '../../../../tests/payoutFixtures.ts'
import { openTestApp } from '../../../../tests/testApp.ts'

const testApp = await openTestApp({ ADMIN_PASSWORD: payoutAdminPassword, SEPA_PAYOUTS: '1' })
const { app, sandbox, runJobs, inbox, clock } = testApp
const fixtures = openPayoutFixtures(testApp)
const { setting, signInAdmin, companyWithAccount, companyWithBank, paidBooking, runAs, payouts, bookingOf, ledgerSums } = fixtures

const day = 86_400_000
const noHold = () => setting('firstPayoutHoldDays', 0)
const mailsTo = (to: string) => inbox.mails().filter((mail) => mail.to === to)

test('what the company still owes is taken off, down to nothing, and the rest is carried over', async () => {
  await noHold()
  const admin = await signInAdmin()
  const company = await companyWithAccount({ email: 'schuldet@anbieter.example' })
  const first = await paidBooking(company.id, 100)
  await runAs(admin)
  // The transfer cannot be reversed: the money is at the company's bank.
  await sandbox.control('payOutAccount', { account: company.accountId })
  expect((await admin.call('admin-refund-booking', { bookingId: first, amount: 100, reason: 'Kulanz' })).status).toBe(200)
  await runJobs()
  expect(await ledgerSums()).toMatchObject({ company_receivable: 9_700 })
  await fixtures.expectInvariants()
  const second = await paidBooking(company.id, 50)
  expect((await runAs(admin)).body.summary).toEqual({ successful: 1, failed: 0, total: 1 })
  expect((await payouts()).at(-1)).toMatchObject({
    companyAmountCents: 4_850,
    nettedCents: 4_850,
    status: 'completed',
    stripeTransferId: null,
  })
  expect((await bookingOf(second)).paymentStatus).toBe('completed')
  await fixtures.expectInvariants()
  await paidBooking(company.id, 100)
  await runAs(admin)
  expect((await payouts()).at(-1)).toMatchObject({ companyAmountCents: 9_700, nettedCents: 4_850, status: 'completed' })
  expect(Object.keys(await ledgerSums())).not.toContain('company_receivable')
  expect(await fixtures.totals()).toMatchObject({ transfers: { cents: 9_700 + 4_850 } })
  await fixtures.expectInvariants()
})

test('a refund while the payout is under way, and then the payout fails: nothing is lost', async () => {
  await noHold()
  const admin = await signInAdmin()
  const company = await companyWithBank()
  const [partly, wholly] = [await paidBooking(company.id, 100), await paidBooking(company.id, 60)]
  await runAs(admin)
  const [payout] = await payouts()
  for (const [bookingId, amount] of [
    [partly, 40],
    [wholly, 60],
  ]) {
    expect((await admin.call('admin-refund-booking', { bookingId, amount, reason: 'Kulanz' })).status).toBe(200)
  }
  await runJobs()
  await fixtures.expectInvariants()
  const answer = await admin.call('admin-fail-sepa-payout', { payoutId: payout?.id, bankDeletedIt: true })
  expect(answer.body).toEqual({ success: true })
  await fixtures.expectInvariants()
  await runAs(admin)
  // One booking was cancelled; of the other 60 of 100 euros are left, less the fee.
  const last = (await payouts()).at(-1)
  expect(Number(last?.companyAmountCents) - Number(last?.nettedCents)).toBe(6_000 - 180)
  await fixtures.expectInvariants()
})

test('whom a run leaves out, why, and one mail for a cause and week', async () => {
  const admin = await signInAdmin()
  const hours = (n: number) => new Date(app.now().getTime() - n * 3_600_000)
  await setting('firstPayoutHoldDays', 0)
  const [without, changed, safe, held, suspended] = [
    await companyWithAccount({ email: 'ohne@anbieter.example' }),
    await companyWithBank({ email: 'neu@anbieter.example' }, hours(47)),
    await companyWithBank({}, hours(48)),
    await companyWithBank({ email: 'bestritten@anbieter.example' }),
    await companyWithBank({ email: 'weg@anbieter.example' }),
  ]
  await app.db.updateTable('payoutAccounts').set({ canBePaid: false }).where('companyId', '=', without.id).execute()
  await app.db.insertInto('payoutHolds').values({ companyId: held.id, cause: 'bank_change_disputed', placedAt: app.now() }).execute()
  for (const { id } of [without, changed, safe, held, suspended]) await paidBooking(id)
  await app.db.updateTable('companies').set({ suspendedAt: app.now() }).where('id', '=', suspended.id).execute()
  const preview = await admin.call('admin-preview-payouts', {})
  expect(preview.body.upcoming).toEqual({ companies: 1, bookings: 1, amount: 133.86 })
  expect(preview.body.due).toEqual({ companies: 0, bookings: 0, amount: 0 })
  expect(preview.body.skipped.map((one: { cause: string }) => one.cause).sort()).toEqual([
    'held',
    'noBankDetails',
    'recentlyChanged',
    'suspended',
  ])
  const { body } = await runAs(admin)
  expect(body.summary).toEqual({ successful: 1, failed: 0, total: 1 })
  expect(body.details.split('; ')).toEqual(
    expect.arrayContaining([
      '1 Firma ausgelassen: Keine Bankdaten hinterlegt',
      '1 Firma ausgelassen: Bankdaten kürzlich geändert – Auszahlung nach Ablauf der Sicherheitsfrist',
      '1 Firma ausgelassen: Die Firma ist gesperrt',
    ]),
  )
  expect(await payouts()).toMatchObject([{ companyId: safe.id, rail: 'sepa', status: 'pending' }])
  await runAs(admin)
  await runJobs()
  const waiting = inbox.mails().filter(({ subject }) => subject === 'Ihre Auszahlung wartet')
  expect(waiting.map(({ to }) => to).sort()).toEqual(['bestritten@anbieter.example', 'neu@anbieter.example', 'ohne@anbieter.example'])
  clock.moveTo(new Date(Date.now() + 7 * day))
  await runAs(await signInAdmin())
  await runJobs()
  expect(inbox.mails().filter(({ to, subject }) => to === 'ohne@anbieter.example' && subject === 'Ihre Auszahlung wartet')).toHaveLength(2)
  await fixtures.expectInvariants()
})

test("a company's first payout waits seven days", async () => {
  const admin = await signInAdmin()
  const company = await companyWithAccount()
  await paidBooking(company.id)
  expect((await runAs(admin)).body.details).toBe('1 Firma ausgelassen: Erste Auszahlung – nach Ablauf der Wartefrist')
  clock.moveTo(new Date(Date.now() + 7 * day + 60_000))
  expect((await runAs(await signInAdmin())).body.summary.successful).toBe(1)
})

test('a disputed booking waits, the others are paid', async () => {
  await noHold()
  const admin = await signInAdmin()
  const company = await companyWithAccount()
  const [disputed, other] = [await paidBooking(company.id), await paidBooking(company.id, 50)]
  // The dispute reduces the balance below the amount of the other booking.
  await paidBooking((await makeCompany(app)).id, 300)
  const { paymentId } = await app.db
    .selectFrom('paymentTransactions')
    .select('paymentId')
    .where('bookingId', '=', disputed)
    .executeTakeFirstOrThrow()
  const dispute = await sandbox.control('dispute', { payment_intent: paymentId })
  await enqueue(app.db, { name: 'payments.converge', payload: { objectType: 'dispute', objectId: String(dispute.id) } })
  await runJobs()
  await runAs(admin)
  expect((await payouts()).map(({ companyAmountCents }) => companyAmountCents)).toEqual([4_850])
  expect((await bookingOf(disputed)).paymentStatus).toBe('paid')
  expect((await bookingOf(other)).paymentStatus).toBe('completed')
  await fixtures.expectInvariants()
})

test('a manual run leaves out appointments that lie ahead, unless they are ticked in', async () => {
  await noHold()
  const admin = await signInAdmin()
  const company = await companyWithAccount()
  const [past, ahead] = [await paidBooking(company.id, 50), await paidBooking(company.id, 70)]
  await app.db
    .updateTable('bookings')
    .set({ bookingDate: addDays(berlinDay(app.now()), -1) })
    .where('id', '=', past)
    .execute()
  expect((await admin.call('admin-preview-payouts', {})).body).toMatchObject({
    due: { companies: 1, bookings: 1, amount: 48.5 },
    upcoming: { companies: 1, bookings: 1, amount: 67.9 },
  })
  await admin.call('process-weekly-payouts', { trigger: 'manual' })
  expect((await bookingOf(past)).paymentStatus).toBe('completed')
  expect((await bookingOf(ahead)).paymentStatus).toBe('paid')
  expect((await admin.call('process-weekly-payouts', { trigger: 'manual' })).body.summary.total).toBe(0)
  await admin.call('process-weekly-payouts', { trigger: 'manual', includeUpcoming: true })
  expect((await bookingOf(ahead)).paymentStatus).toBe('completed')
  await fixtures.expectInvariants()
})

test('a transfer that comes back by itself: the payout has failed, the next run pays again', async () => {
  await noHold()
  const admin = await signInAdmin()
  const company = await companyWithAccount({ email: 'zurueck@anbieter.example' })
  const bookingId = await paidBooking(company.id)
  await runAs(admin)
  const [payout] = await payouts()
  await sandbox.control('returnTransfer', { transfer: payout?.stripeTransferId })
  await app.hooks.onTransferChanged(app, payout?.stripeTransferId ?? '')
  await app.hooks.onTransferChanged(app, payout?.stripeTransferId ?? '')
  expect(await payouts()).toMatchObject([{ status: 'failed', errorCode: 'returned', returnedAt: expect.any(Date) }])
  expect(await bookingOf(bookingId)).toMatchObject({ paymentStatus: 'paid', payoutProcessedAt: null })
  await runJobs()
  expect(mailsTo('zurueck@anbieter.example').map(({ subject }) => subject)).toContain('Ihre Auszahlung ist fehlgeschlagen')
  await fixtures.expectInvariants()
  await runAs(admin)
  expect((await payouts()).at(-1)).toMatchObject({ status: 'completed', companyAmountCents: 13_386 })
  await fixtures.expectInvariants()
})
