import { afterEach, expect, test } from 'vitest'
import { earlyStartConsent } from '#src/orders/bookings/withdrawalRules.ts'
import { addDays, berlinDay } from '#src/platform/kit/dates.ts'
import { openTestApp } from '../../../tests/testApp.ts'
import { openWithdrawalFixtures } from '../../../tests/withdrawalFixtures.ts'

const testApp = await openTestApp()
const { app, clock, runJobs } = testApp
const fixtures = openWithdrawalFixtures(testApp)
const { operator, payOut, readRefunds, violations, mailsTo, readWithdrawals, declare, statesOf, paid } = fixtures

// The invariants must hold after every test.
afterEach(async () => {
  expect(await violations()).toEqual([])
})

test('the operator accepts, once, however many ask; the booking is chosen where none was matched', async () => {
  const { bookingId, customerEmail } = await paid()
  await declare({ contract: 'Reinigung nächste Woche', email: customerEmail })
  const admin = await operator()
  const { body: list } = await admin.call('admin-list-withdrawals', { status: 'open', search: 'reinigung' })
  expect([list.total, list.rows[0].cause]).toEqual([1, 'unmatched'])
  const withdrawalId = list.rows[0].id
  const { body: details } = await admin.call('admin-read-withdrawal', { withdrawalId })
  expect(details.candidates).toMatchObject([{ id: bookingId, customer_kind: 'consumer', amount: 138 }])
  const order = { withdrawalId, decision: 'accept', bookingId, reason: 'Eindeutig gemeint' }
  const answers = await Promise.all(Array.from({ length: 10 }, () => admin.call('admin-decide-withdrawal', order)))
  expect(answers.filter(({ status }) => status === 200).map(({ body }) => body.refund)).toEqual([138])
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(new Set(['withdrawals.decided']))
  await runJobs()
  expect(await statesOf(bookingId)).toEqual(['cancelled', 'refunded', 'withdrawal'])
  expect(await readRefunds()).toHaveLength(1)
  expect(await readWithdrawals()).toMatchObject([
    { status: 'accepted', decidedBy: 'operator', proof: 'operator', bookingId, refundCents: 13_800 },
  ])
  const decision = mailsTo(customerEmail).find(({ subject }) => subject === 'Ihr Widerruf wurde angenommen')
  expect(decision?.text).toContain('Eindeutig gemeint')
  expect(await app.db.selectFrom('auditLog').selectAll().where('action', '=', 'withdrawals.accept').execute()).toHaveLength(1)
})

test('a booking under another address is found by the search, assigned once, and refunded from there', async () => {
  const { bookingId, customerEmail } = await paid()
  await declare({ contract: 'Reinigung nächste Woche', email: 'andere.adresse@kunde.example', name: 'Katrin Bergmann' })
  const admin = await operator()
  const [one] = await readWithdrawals()
  const withdrawalId = one?.id
  const read = async () => (await admin.call('admin-read-withdrawal', { withdrawalId })).body
  expect(await read()).toMatchObject({ booking: null, candidates: [] })
  const { body: found } = await admin.call('admin-list-bookings', { search: customerEmail })
  expect(found.rows).toMatchObject([{ id: bookingId }])
  const unknown = await admin.call('admin-assign-withdrawal', { withdrawalId, bookingId: '019aa111-1111-7111-8111-111111111111' })
  expect([unknown.status, unknown.body.code]).toEqual([404, 'withdrawals.bookingUnknown'])
  expect((await admin.call('admin-assign-withdrawal', { withdrawalId, bookingId })).status).toBe(200)
  expect((await admin.call('admin-assign-withdrawal', { withdrawalId, bookingId })).body.code).toBe('withdrawals.assigned')
  expect(await read()).toMatchObject({ status: 'open', booking: { id: bookingId, amount: 138 } })
  const decided = await admin.call('admin-decide-withdrawal', { withdrawalId, decision: 'accept', reason: 'Gefunden' })
  expect([decided.status, decided.body.refund]).toEqual([200, 138])
  await runJobs()
  expect(await statesOf(bookingId)).toEqual(['cancelled', 'refunded', 'withdrawal'])
  expect(await readWithdrawals()).toMatchObject([{ status: 'accepted', proof: 'operator', bookingId }])
})

test('accepted after the payout: the money goes back, the company owes it', async () => {
  const { bookingId, customerEmail, number } = await paid()
  await fixtures.fillBalance()
  const admin = await operator()
  await payOut(admin)
  await runJobs()
  await declare({ contract: number, email: customerEmail })
  const [one] = await readWithdrawals()
  expect(one?.cause).toBe('paidOut')
  const answer = await admin.call('admin-decide-withdrawal', { withdrawalId: one?.id, decision: 'accept', reason: 'Fristgerecht' })
  expect([answer.status, answer.body.refund]).toEqual([200, 138])
  await runJobs()
  expect((await statesOf(bookingId)).slice(0, 2)).toEqual(['cancelled', 'refunded'])
})

test('accepted in part: what was done is paid for, the rest goes back, the booking stays', async () => {
  const begun = await paid({ customerKind: 'consumer', earlyStartConsent, date: addDays(berlinDay(app.now()), 2) })
  clock.moveTo(new Date(app.now().getTime() + 3 * 86_400_000))
  await declare({ contract: begun.number, email: begun.customerEmail })
  const admin = await operator()
  const [one] = await readWithdrawals()
  const order = { withdrawalId: one?.id, decision: 'accept', reason: 'Ein Drittel war erledigt' }
  expect((await admin.call('admin-decide-withdrawal', { ...order, amount: 0 })).status).toBe(422)
  expect((await admin.call('admin-decide-withdrawal', { ...order, amount: 138.01 })).body.code).toBe('refunds.tooMuch')
  expect((await admin.call('admin-decide-withdrawal', { ...order, amount: 92 })).body).toEqual({ success: true, refund: 92 })
  await runJobs()
  expect(await statesOf(begun.bookingId)).toEqual(['confirmed', 'paid', null])
  expect(await readRefunds()).toMatchObject([{ amountCents: 9_200, status: 'succeeded' }])
})

test('rejected with a reason; a later declaration awaits a new decision', async () => {
  const { bookingId, customerEmail, number } = await paid({ customerKind: 'business' })
  await declare({ contract: number, email: customerEmail })
  const admin = await operator()
  const [one] = await readWithdrawals()
  const empty = await admin.call('admin-decide-withdrawal', { withdrawalId: one?.id, decision: 'reject', reason: ' ' })
  expect([empty.status, empty.body.fields]).toEqual([422, { reason: ['Bitte geben Sie einen Grund an (höchstens 500 Zeichen)'] }])
  await admin.call('admin-decide-withdrawal', { withdrawalId: one?.id, decision: 'reject', reason: 'Als Unternehmen gebucht' })
  await declare({ contract: number, email: customerEmail })
  await runJobs()
  expect((await readWithdrawals()).map(({ status }) => status)).toEqual(['rejected', 'open'])
  expect(await statesOf(bookingId)).toEqual(['confirmed', 'paid', null])
  const decision = mailsTo(customerEmail).find(({ subject }) => subject === 'Ihr Widerruf wurde abgelehnt')
  expect(decision?.text).toContain('Begründung: Als Unternehmen gebucht')
})

test('the database keeps a decision', async () => {
  await declare({})
  const accept = { status: 'accepted', decidedAt: app.now(), decidedBy: 'operator', refundCents: 0 } as const
  await app.db.updateTable('withdrawals').set(accept).execute()
  await expect(app.db.updateTable('withdrawals').set({ status: 'open', decidedAt: null, decidedBy: null }).execute()).rejects.toThrow(
    /cannot go/,
  )
})
