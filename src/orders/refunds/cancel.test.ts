import { afterEach, expect, test } from 'vitest'
import { enterAs, makeOwner, passCode } from '../../../tests/factories.ts'
import { openMoneyFixtures } from '../../../tests/moneyFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'

const testApp = await openTestApp()
const { app, sandbox, runJobs, inbox } = testApp
const fixtures = openMoneyFixtures(testApp)
const { operator, payableCompany, bookAt, paidBooking, payOut, dispute, event, readBooking, readRefunds, ledgerSums, violations } = fixtures

// The invariants must hold after every test.
afterEach(async () => {
  expect(await violations()).toEqual([])
})

type Operator = Awaited<ReturnType<typeof operator>>
const cancel = (admin: Operator, bookingId: string, reason = 'Der Anbieter ist krank') =>
  admin.call('admin-cancel-booking', { bookingId, reason })
const codeOf = async (admin: Operator, bookingId: string) => {
  const { status, body } = await cancel(admin, bookingId)
  return [status, body.code, body.error]
}
const statesOf = async (id: string) => {
  const { bookingStatus, paymentStatus } = await readBooking(id)
  return [bookingStatus, paymentStatus]
}
const audits = (action: string) => app.db.selectFrom('auditLog').selectAll().where('action', '=', action).execute()
const mailsTo = (address: string) => inbox.mails().filter(({ to }) => to === address)
const csvOf = async (who: Operator, path: string) => (await who.request(`/functions/v1/${path}`, {})).text()

async function waiting() {
  const company = await payableCompany()
  return { admin: await operator(), company, ...(await bookAt(company.id)) }
}
async function paid(fields: object = {}) {
  const company = await payableCompany()
  return { admin: await operator(), company, ...(await paidBooking(company.id, fields)) }
}

test('before it is paid: cancelled, its checkout ended at the PSP, both sides notified of the reason, audited', async () => {
  const { admin, company, bookingId, sessionId, customerEmail } = await waiting()
  const answer = await cancel(admin, bookingId)
  expect([answer.status, answer.body]).toEqual([200, { success: true, refund: null }])
  expect(await statesOf(bookingId)).toEqual(['cancelled', 'failed'])
  await runJobs()
  const checkout = await app.db.selectFrom('checkouts').selectAll().executeTakeFirstOrThrow()
  expect([checkout.status, checkout.closedAt !== null]).toEqual(['expired', true])
  // The checkout that was still open cannot be paid any more.
  await sandbox.control('pay', { session: sessionId })
  await event('checkout.session', sessionId, 'checkout.session.completed')
  expect(await statesOf(bookingId)).toEqual(['cancelled', 'failed'])
  const [toCustomer, ...more] = mailsTo(customerEmail)
  expect([toCustomer?.subject.startsWith('Ihre Buchung wurde storniert'), more]).toEqual([true, []])
  expect(toCustomer?.text).toContain('Der Anbieter ist krank')
  expect(toCustomer?.text).toContain('Es wurde nichts abgebucht.')
  const [toCompany] = mailsTo(company.email)
  expect(toCompany?.subject).toMatch(/^Buchung storniert: Reinigung nach Absprache am /)
  expect(toCompany?.text).toContain('Der Anbieter ist krank')
  expect(await audits('bookings.cancel')).toMatchObject([
    {
      objectId: bookingId,
      before: { bookingStatus: 'pending', paymentStatus: 'pending' },
      after: { bookingStatus: 'cancelled', paymentStatus: 'failed', reason: 'Der Anbieter ist krank' },
    },
  ])
})

test('a payment that arrives before its checkout is ended goes back in full', async () => {
  const { admin, bookingId, sessionId, customerEmail } = await waiting()
  await cancel(admin, bookingId)
  await sandbox.control('pay', { session: sessionId })
  await runJobs()
  expect(await statesOf(bookingId)).toEqual(['cancelled', 'refunded'])
  expect(await readRefunds()).toMatchObject([{ status: 'succeeded', amountCents: 13_800 }])
  expect(await ledgerSums()).toEqual({})
  expect(mailsTo(customerEmail).map(({ subject }) => subject.replace(/[ :].*/, ''))).toEqual(['Erstattung', 'Ihre'])
})

test('money that arrives long after it goes back, though the service lies ahead and the company is listed', async () => {
  const { admin, bookingId, sessionId } = await waiting()
  await cancel(admin, bookingId)
  await runJobs()
  await sandbox.control('pay', { session: sessionId, force: true })
  await event('checkout.session', sessionId, 'checkout.session.completed')
  expect(await statesOf(bookingId)).toEqual(['cancelled', 'refunded'])
  expect(await ledgerSums()).toEqual({})
})

test('the database itself keeps what the operator cancelled from being confirmed', async () => {
  const { admin, bookingId } = await waiting()
  await cancel(admin, bookingId)
  const revive = app.db.updateTable('bookings').set({ bookingStatus: 'confirmed' }).where('id', '=', bookingId).execute()
  await expect(revive).rejects.toThrow(/bookings_cancelled_for_good|check constraint/)
})

test('paid: cancelled, and everything that is left goes back in the same transaction', async () => {
  const { admin, company, bookingId, customerEmail } = await paid()
  await admin.call('admin-refund-booking', { bookingId, amount: 38, reason: 'Kürzer gearbeitet' })
  inbox.clear()
  const answer = await cancel(admin, bookingId, 'Doppelt gebucht')
  expect([answer.status, answer.body]).toEqual([200, { success: true, refund: 100 }])
  expect((await readRefunds()).map(({ amountCents, status }) => [amountCents, status])).toEqual([
    [3_800, 'pending'],
    [10_000, 'pending'],
  ])
  await runJobs()
  expect(await statesOf(bookingId)).toEqual(['cancelled', 'refunded'])
  expect(await ledgerSums()).toEqual({})
  expect(mailsTo(customerEmail).some(({ text }) => /Wir erstatten Ihnen 100,00\s€/.test(text))).toBe(true)
  expect(mailsTo(company.email).some(({ text }) => text.includes('wird nicht ausgezahlt'))).toBe(true)
  expect(await audits('bookings.cancel')).toMatchObject([
    { before: { bookingStatus: 'confirmed' }, after: { reason: 'Doppelt gebucht', amountCents: 10_000 } },
  ])
  expect((await audits('booking.refund')).length).toBe(2)
  expect((await payOut(admin)).summary.total).toBe(0)
})

test('refunded in full before: cancelled, nothing more goes back', async () => {
  const { admin, bookingId, customerEmail } = await paid()
  await admin.call('admin-refund-booking', { bookingId, reason: 'Kulanz' })
  await runJobs()
  expect((await cancel(admin, bookingId)).body).toEqual({ success: true, refund: 0 })
  await runJobs()
  expect([(await statesOf(bookingId))[0], (await readRefunds()).length]).toEqual(['cancelled', 1])
  expect(mailsTo(customerEmail).some(({ text }) => text.includes('Ihre Zahlung haben wir bereits erstattet.'))).toBe(true)
})

test('ten at once: one cancels, the others are refused; one refund', async () => {
  const { admin, bookingId } = await paid()
  const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(admin, bookingId)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
  expect(new Set(answers.map(({ body }) => body.error))).toEqual(new Set([undefined, 'Diese Buchung ist bereits storniert.']))
  await runJobs()
  expect((await readRefunds()).length).toBe(1)
  expect((await audits('bookings.cancel')).length).toBe(1)
})

test('a cancellation and the payment at once: never confirmed and cancelled, never money without its booking', async () => {
  const { admin, bookingId, sessionId } = await waiting()
  await sandbox.control('pay', { session: sessionId })
  const verify = () => testApp.visitor.call('verify-payment', { sessionId, bookingId })
  const [answer] = await Promise.all([cancel(admin, bookingId), verify(), verify()])
  expect(answer.status).toBe(200)
  await runJobs()
  expect(await statesOf(bookingId)).toEqual(['cancelled', 'refunded'])
  expect(await ledgerSums()).toEqual({})
})

test('a cancellation and a payout at once: cancelled and refunded in either order', async () => {
  const { admin, bookingId } = await paid()
  await fixtures.fillBalance()
  const [answer] = await Promise.all([
    cancel(admin, bookingId),
    admin.call('process-weekly-payouts', { trigger: 'manual', includeUpcoming: true }),
  ])
  expect(answer.status).toBe(200)
  await runJobs()
  expect(await statesOf(bookingId)).toEqual(['cancelled', 'refunded'])
})

test('paid out: shown as cancelled to customer, company and operator, both sides notified, the share is reversed', async () => {
  const { admin, company, bookingId, sessionId, customerEmail } = await paid()
  await fixtures.fillBalance()
  await payOut(admin)
  await runJobs()
  expect(await statesOf(bookingId)).toEqual(['confirmed', 'completed'])
  inbox.clear()
  expect((await cancel(admin, bookingId)).body).toEqual({ success: true, refund: 138 })
  await runJobs()
  expect(await statesOf(bookingId)).toEqual(['cancelled', 'refunded'])
  const told = (address: string) => mailsTo(address).find(({ text }) => text.includes('Der Termin findet nicht statt.'))?.text
  expect(told(customerEmail)).toMatch(/Der Anbieter ist krank[\s\S]*Wir erstatten Ihnen 138,00\s€/)
  expect(told(company.email)).toMatch(/Der Anbieter ist krank[\s\S]*Ihr Anteil war schon ausgezahlt oder unterwegs\./)

  const shown = { booking_status: 'cancelled', payment_status: 'refunded' }
  const ids = { bookingId, sessionId }
  expect((await testApp.newVisitor().call('get-booking', ids)).body).toMatchObject({ ...shown, takes_place: false })
  const owner = await enterAs(app, testApp.newVisitor(), (await makeOwner(app, company.id)).email)
  await passCode(app, owner)
  const own = { companyId: company.id }
  expect((await owner.call('list-company-bookings', own)).body.rows).toMatchObject([{ id: bookingId, ...shown }])
  expect((await owner.call('get-company-booking', { ...own, bookingId })).body).toMatchObject(shown)
  expect(await csvOf(owner, `company-bookings.csv?companyId=${company.id}`)).toContain(';Storniert;Erstattet')
  expect((await admin.call('admin-list-bookings', { status: 'cancelled' })).body.rows).toMatchObject([{ id: bookingId, ...shown }])
  expect((await admin.call('admin-read-booking', { bookingId })).body).toMatchObject({ ...shown, cancel_reason: 'Der Anbieter ist krank' })
  expect(await csvOf(admin, 'admin-bookings.csv')).toContain(';Storniert;Erstattet')
})

test('cancelled while its payout is under way, which then fails: nothing is paid, nothing stays owed', async () => {
  const { admin, company, bookingId } = await paid()
  await fixtures.fillBalance()
  await sandbox.control('account', { account: company.accountId, state: 'restricted' })
  await sandbox.control('faults', { operation: 'Transfers.create', kind: 'fail', status: 500, times: 4 })
  await payOut(admin)
  expect((await fixtures.readPayouts()).map(({ status }) => status)).toEqual(['pending'])
  expect((await cancel(admin, bookingId)).body).toEqual({ success: true, refund: 138 })
  await runJobs()
  await sandbox.control('clear')
  fixtures.later(5)
  await payOut(admin)
  await fixtures.reconcileReversals()
  expect((await fixtures.readPayouts()).map(({ status }) => status)).toEqual(['failed'])
  await sandbox.control('account', { account: company.accountId, state: 'enabled' })
  await payOut(admin)
  expect(await statesOf(bookingId)).toEqual(['cancelled', 'refunded'])
  // The share released by the failed payout is netted with the company's debt from the refund.
  expect((await fixtures.readPayouts()).at(-1)).toMatchObject({ status: 'completed', companyAmountCents: 13_386, nettedCents: 13_386 })
  expect((await ledgerSums()).company_receivable).toBeUndefined()
})

test('refused: disputed, cancelled before, unknown, without a reason', async () => {
  const { admin, bookingId, company } = await paid()
  const second = await paidBooking(company.id)
  await event('dispute', await dispute(second.paymentId), 'charge.dispute.created')
  expect(await codeOf(admin, second.bookingId)).toEqual([
    409,
    'cancellations.disputed',
    'Die Zahlung ist angefochten. Die Buchung kann erst storniert werden, wenn die Bank entschieden hat.',
  ])
  const third = await bookAt(company.id)
  await cancel(admin, third.bookingId)
  expect(await codeOf(admin, third.bookingId)).toEqual([409, 'cancellations.alreadyCancelled', 'Diese Buchung ist bereits storniert.'])
  expect(await codeOf(admin, company.id)).toEqual([404, 'cancellations.bookingUnknown', 'Buchung nicht gefunden'])
  const { status, body } = await cancel(admin, bookingId, '  ')
  expect([status, body.fields]).toEqual([422, { reason: ['Bitte geben Sie einen Grund an (höchstens 500 Zeichen)'] }])
})

test('a returned payout releases the booking: then it can be cancelled', async () => {
  const { admin, bookingId } = await paid()
  await fixtures.fillBalance()
  await payOut(admin)
  const transfer = (await fixtures.readPayouts())[0]?.stripeTransferId
  await sandbox.control('returnTransfer', { transfer })
  await event('transfer', String(transfer), 'transfer.reversed')
  expect(await statesOf(bookingId)).toEqual(['confirmed', 'paid'])
  expect((await cancel(admin, bookingId)).body).toEqual({ success: true, refund: 138 })
  await runJobs()
  expect(await statesOf(bookingId)).toEqual(['cancelled', 'refunded'])
})
