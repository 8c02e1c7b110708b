import { afterEach, expect, test } from 'vitest'
import { earlyStartConsent } from '#src/orders/bookings/withdrawalRules.ts'
import { addDays, berlinDay, berlinInstant, formatDate } from '#src/platform/kit/dates.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import { openTestApp } from '../../../tests/testApp.ts'
import { openWithdrawalFixtures } from '../../../tests/withdrawalFixtures.ts'
import { declareWithdrawal } from './actions.ts'

const testApp = await openTestApp()
const { app, clock, sandbox, runJobs, visitor, newVisitor } = testApp
const fixtures = openWithdrawalFixtures(testApp)
const { operator, payableCompany, bookAt, payOut, dispute, event, readRefunds, ledgerSums, violations } = fixtures
const { mailsTo, readWithdrawals, declare, statesOf, paid, tokenOf } = fixtures

// The invariants must hold after every test.
afterEach(async () => {
  expect(await violations()).toEqual([])
})

const subjects = (address: string) => mailsTo(address).map(({ subject }) => subject.replace(/( vom|:| zu Ihrer| am) .*/, ''))

test('by number and address: cancelled, fully refunded, both sides notified, a receipt with content and time', async () => {
  const { company, bookingId, customerEmail, number } = await paid()
  const at = app.now()
  clock.moveTo(at)
  const answer = await declare({ contract: `Buchung ${number.toUpperCase()}`, email: customerEmail.toUpperCase() })
  expect([answer.status, answer.body]).toEqual([200, { success: true, received_at: expect.any(String) }])
  expect(await statesOf(bookingId)).toEqual(['cancelled', 'paid', 'withdrawal'])
  await runJobs()
  expect(await statesOf(bookingId)).toEqual(['cancelled', 'refunded', 'withdrawal'])
  expect(await readRefunds()).toMatchObject([{ amountCents: 13_800, status: 'succeeded' }])
  expect(await ledgerSums()).toEqual({})
  expect(await readWithdrawals()).toMatchObject([
    { bookingId, proof: 'address', status: 'accepted', decidedBy: 'system', cause: null, refundCents: 13_800, times: 1 },
  ])
  expect(subjects(customerEmail).toSorted()).toEqual(['Eingangsbestätigung', 'Erstattung', 'Ihre Buchung wurde storniert'])
  const receipt = mailsTo(customerEmail).find(({ subject }) => subject.startsWith('Eingangsbestätigung'))
  expect(receipt?.text).toContain(`Vertrag: Buchung ${number}`)
  expect(receipt?.text).toContain('Name: Katrin Bergmann')
  expect(receipt?.text).toMatch(new RegExp(`Eingegangen am: ${formatDate(berlinDay(at))}, \\d\\d:\\d\\d:\\d\\d Uhr`))
  expect(receipt?.text).toContain('Die Buchung ist storniert.')
  expect(subjects(company.email).toSorted()).toEqual(['Buchung storniert', `Erstattung zur Buchung ${number}`])
  const [audit] = await app.db.selectFrom('auditLog').selectAll().where('action', '=', 'bookings.cancel').execute()
  expect(audit).toMatchObject({ actor: 'customer', objectId: bookingId })
})

test('by a mailed link, with any text and address', async () => {
  const { bookingId } = await paid()
  const token = await tokenOf(bookingId)
  const { body } = await visitor.call('get-withdrawal-contract', { token })
  expect(body).toMatchObject({ booking_number: bookingId.slice(-8), customer_name: 'Katrin Bergmann', booking_time: '07:30' })
  expect((await declare({ token, contract: 'die Reinigung', email: 'neu@kunde.example' })).status).toBe(200)
  expect(await statesOf(bookingId)).toEqual(['cancelled', 'paid', 'withdrawal'])
  await runJobs()
  expect(subjects('neu@kunde.example')).toEqual(['Eingangsbestätigung'])
})

test('the link of another booking does not prove the named number', async () => {
  const [one, another] = [await paid(), await paid()]
  await declare({ token: await tokenOf(one.bookingId), contract: another.number, email: 'fremd@kunde.example' })
  expect(await readWithdrawals()).toMatchObject([{ bookingId: null, cause: 'unmatched', status: 'open' }])
  expect(await statesOf(one.bookingId)).toEqual(['confirmed', 'paid', null])
  expect(await statesOf(another.bookingId)).toEqual(['confirmed', 'paid', null])
})

test('before it is paid: the booking ends, and a payment that still arrives goes back', async () => {
  const company = await payableCompany()
  const { bookingId, sessionId, customerEmail } = await bookAt(company.id, { date: addDays(berlinDay(app.now()), 60) })
  await declare({ contract: bookingId, email: customerEmail })
  expect(await statesOf(bookingId)).toEqual(['cancelled', 'failed', 'withdrawal'])
  await runJobs()
  await sandbox.control('pay', { session: sessionId, force: true })
  await event('checkout.session', sessionId, 'checkout.session.completed')
  expect(await statesOf(bookingId)).toEqual(['cancelled', 'refunded', 'withdrawal'])
  expect(await ledgerSums()).toEqual({})
})

/** A year with Christmas ahead, and the first working day after it, computed independently. */
function christmas() {
  const today = berlinDay(app.now())
  const year = Number(today.slice(0, 4)) + (today.slice(5) >= '12-10' ? 1 : 0)
  const working = [27, 28, 29].find((day) => ![0, 6].includes(new Date(Date.UTC(year, 11, day)).getUTCDay()))
  return { contractDay: `${year}-12-11`, lastDay: `${year}-12-${working}`, service: `${year + 1}-02-10` }
}
const moveClocks = async (to: Date) => {
  clock.moveTo(to)
  await sandbox.control('clock', { to: to.toISOString() })
}

test('23:59:59 of a last day that holidays moved: in time; one second later: the operator decides', async () => {
  const { contractDay, lastDay, service } = christmas()
  expect(addDays(contractDay, 14)).toMatch(/-12-25$/)
  await moveClocks(berlinInstant(contractDay, '10:00'))
  const [inTime, late] = [await paid({ date: service }), await paid({ date: service })]
  const midnight = berlinInstant(addDays(lastDay, 1), '00:00')
  await moveClocks(new Date(midnight.getTime() - 1_000))
  const answer = await declare({ contract: inTime.number, email: inTime.customerEmail })
  expect(answer.body.received_at.slice(0, 19)).toBe(new Date(midnight.getTime() - 1_000).toISOString().slice(0, 19))
  await moveClocks(midnight)
  await declare({ contract: late.number, email: late.customerEmail })
  await runJobs()

  expect(await statesOf(inTime.bookingId)).toEqual(['cancelled', 'refunded', 'withdrawal'])
  expect(await statesOf(late.bookingId)).toEqual(['confirmed', 'paid', null])
  expect(await readRefunds()).toMatchObject([{ bookingId: inTime.bookingId, amountCents: 13_800, status: 'succeeded' }])
  // The ledger contains only the payment of the late one.
  expect(await ledgerSums()).toEqual({ psp_balance: 13_800, company_payable: -13_386, fee_revenue: -348, vat_payable: -66 })
  const [receipt] = mailsTo(inTime.customerEmail).filter(({ subject }) => subject.startsWith('Eingangsbestätigung'))
  expect(receipt?.text).toContain(`${formatDate(lastDay)}, 23:59:59 Uhr`)
  const [lateReceipt, ...more] = mailsTo(late.customerEmail)
  expect([lateReceipt?.text.includes(`${formatDate(addDays(lastDay, 1))}, 00:00:00 Uhr`), more]).toEqual([true, []])
  expect(lateReceipt?.text).toContain('Wir prüfen Ihre Erklärung')
  expect(mailsTo(app.config.adminEmail).map(({ text }) => /Die Frist war abgelaufen/.test(text))).toEqual([true])
})

test.each([
  ['business', { customerKind: 'business' }, {}],
  ['exempt', {}, { category: 'Catering' }],
  ['exempt', {}, { category: 'Transport' }],
] as const)('%s: nothing moves, the operator decides', async (cause, fields, company) => {
  const { bookingId, customerEmail, number } = await paid(fields, company)
  expect((await declare({ contract: number, email: customerEmail })).status).toBe(200)
  expect(await readWithdrawals()).toMatchObject([{ bookingId, cause, status: 'open' }])
  expect(await statesOf(bookingId)).toEqual(['confirmed', 'paid', null])
})

test('an order without customerKind returns everything by itself before the service, and waits for the operator after it began', async () => {
  const soon = { date: addDays(berlinDay(app.now()), 2) }
  const [before, after] = [await paid(soon), await paid(soon)]
  await declare({ contract: before.number, email: before.customerEmail })
  clock.moveTo(new Date(app.now().getTime() + 3 * 86_400_000))
  await declare({ contract: after.number, email: after.customerEmail })
  expect((await readWithdrawals()).map(({ cause, status }) => [cause, status])).toEqual([
    [null, 'accepted'],
    ['begun', 'open'],
  ])
  expect(await statesOf(after.bookingId)).toEqual(['confirmed', 'paid', null])
})

test('the service has begun as it was asked for; the payment is disputed; the share is paid out', async () => {
  const early = { customerKind: 'consumer', earlyStartConsent, date: addDays(berlinDay(app.now()), 2) }
  const begun = await paid(early)
  const disputed = await paid()
  await event('dispute', await dispute(disputed.paymentId), 'charge.dispute.created')
  const paidOut = await paid()
  await fixtures.fillBalance()
  await payOut(await operator())
  await runJobs()
  clock.moveTo(new Date(app.now().getTime() + 3 * 86_400_000))
  for (const { number, customerEmail } of [begun, disputed, paidOut]) await declare({ contract: number, email: customerEmail })
  expect((await readWithdrawals()).map(({ cause, status }) => [cause, status])).toEqual([
    ['started', 'open'],
    ['disputed', 'open'],
    ['paidOut', 'open'],
  ])
  expect((await statesOf(begun.bookingId))[0]).toBe('confirmed')
})

test('unknown number, wrong address, no number, odd words: taken, with a receipt that repeats nothing free', async () => {
  const { number, bookingId } = await paid()
  const evil = 'Gewinn! https://evil.example 0900 123456'
  for (const fields of [{ contract: 'deadbeef' }, { contract: number, email: 'fremd@kunde.example' }, { contract: evil, name: evil }]) {
    expect((await declare(fields)).status).toBe(200)
  }
  await runJobs()
  expect(await statesOf(bookingId)).toEqual(['confirmed', 'paid', null])
  expect((await readWithdrawals()).map(({ cause }) => cause)).toEqual(['unmatched', 'unmatched', 'unmatched'])
  const receipts = [...mailsTo('katrin@kunde.example'), ...mailsTo('fremd@kunde.example')]
  expect(receipts).toHaveLength(3)
  for (const { text, html } of receipts) expect(`${text}${html}`).not.toMatch(/https:\/\/evil|evil\.example|0900|Gewinn!/)
  expect(mailsTo(app.config.adminEmail)).toHaveLength(3)
})

test('ten at once: one effect, ten receipts', async () => {
  const { bookingId, customerEmail, number } = await paid()
  const answers = await Promise.all(Array.from({ length: 10 }, () => declare({ contract: number, email: customerEmail }, newVisitor())))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  await runJobs()
  expect(await readWithdrawals()).toMatchObject([{ times: 10, status: 'accepted' }])
  expect(await readRefunds()).toHaveLength(1)
  expect(await statesOf(bookingId)).toEqual(['cancelled', 'refunded', 'withdrawal'])
  expect(mailsTo(customerEmail).filter(({ subject }) => subject.startsWith('Eingang'))).toHaveLength(10)
})

test('ten at once that match nothing: one for the operator; the same key is answered once', async () => {
  await Promise.all(Array.from({ length: 10 }, () => declare({}, newVisitor())))
  const key = { 'idempotency-key': 'k'.repeat(32) }
  const same = { name: 'A', contract: 'B', email: 'c@kunde.example' }
  const [first, second] = [await visitor.call('declare-withdrawal', same, key), await visitor.call('declare-withdrawal', same, key)]
  expect(second.body).toEqual(first.body)
  await runJobs()
  expect((await readWithdrawals()).map(({ times }) => times)).toEqual([10, 1])
  expect(mailsTo(app.config.adminEmail)).toHaveLength(2)
})

test('what goes wrong with the booking does not lose the declaration', async () => {
  const { bookingId, customerEmail, number } = await paid()
  // Creating the links of the cancellation's mail fails: the whole cancellation is rolled back.
  const random = () => {
    throw new Error('no chance')
  }
  const broken = { ...app, random }
  const declaration = { name: 'Katrin Bergmann', contract: number, email: customerEmail }
  await declareWithdrawal(broken, { declaration, requestId: 'x', countCreated: async () => {} })
  expect(await readWithdrawals()).toMatchObject([{ bookingId, cause: 'failed', status: 'open' }])
  expect((await statesOf(bookingId))[0]).toBe('confirmed')
})

test('decided ones are forgotten at the end of the sixth year, open ones never; the export holds them', async () => {
  await declare({})
  await declare({ contract: 'Eine andere' })
  const [one] = await readWithdrawals()
  const decidedAt = new Date(Date.UTC(app.now().getUTCFullYear() - 7, 5, 1))
  const accept = { status: 'accepted', decidedAt, decidedBy: 'operator' } as const
  await app.db.updateTable('withdrawals').set(accept).where('id', '=', String(one?.id)).execute()
  expect(await app.hooks.exportPerson.withdrawals?.(app, { userId: '', email: 'katrin@kunde.example' })).toHaveLength(2)
  await enqueue(app.db, { name: 'withdrawals.sweep', payload: {} })
  await runJobs()
  expect((await readWithdrawals()).map(({ contract }) => contract)).toEqual(['Eine andere'])
})

test('where no script runs, the form itself is the declaration', async () => {
  const { bookingId, customerEmail, number } = await paid()
  const answer = await newVisitor().request('/functions/v1/declare-withdrawal', {
    method: 'POST',
    body: new URLSearchParams({ name: 'Katrin Bergmann', contract: number, email: customerEmail }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/vertrag-widerrufen?eingegangen=1'])
  expect(await statesOf(bookingId)).toEqual(['cancelled', 'paid', 'withdrawal'])
})
