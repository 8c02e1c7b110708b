import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openReconciliationFixtures } from '../../../../tests/reconciliationFixtures.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { discrepancyAfterMinutes } from '../rules.ts'
import { fetchTransactions, reconcileBalance, storeTransactions } from './actions.ts'
import { auditNightly } from './auditActions.ts'

const testApp = await openTestApp()
const { app, sandbox, runJobs, inbox } = testApp
const fixtures = openReconciliationFixtures(testApp)
const {
  subscriptions,
  paid,
  balances,
  readTransactions,
  openBreaks,
  expectAllMatched,
  operator,
  payableCompany,
  bookAt,
  paidBooking,
  payOut,
  dispute,
  event,
  later,
  ledgerSums,
  violations,
} = fixtures

const selfAudit = async (admin: Awaited<ReturnType<typeof operator>>) =>
  (await admin.call('admin-self-audit', { run: true })).body.audits[0]

test('charge, refund, transfer, reversal, dispute, bank payout and their fees: each matched, our balance is the PSP’s', async () => {
  const { admin, company, bookingId } = await paid()
  await fixtures.fillBalance()
  await payOut(admin)
  await admin.call('admin-refund-booking', { bookingId, amount: 38, reason: 'Kulanz' })
  await runJobs()
  const won = await paidBooking(company.id)
  const id = await dispute(won.paymentId)
  await event('dispute', id)
  await sandbox.control('closeDispute', { dispute: id, outcome: 'won', returnsFee: true })
  await event('dispute', id)
  await event('payout', String((await sandbox.control('bankPayout', { amount: 5_000 })).id), 'payout.created')
  await fetchTransactions(app)
  expect((await readTransactions()).map(({ kind }) => kind).sort()).toEqual(
    ['bankPayout', 'charge', 'charge', 'charge', 'dispute', 'disputeReversal', 'refund', 'transfer', 'transferReversal'].sort(),
  )
  await expectAllMatched()
  expect((await ledgerSums()).psp_cost).toBeGreaterThan(0)
  expect((await ledgerSums()).bank).toBe(5_000)
  const read = await readTransactions()
  await fetchTransactions(app)
  expect(await readTransactions()).toEqual(read)
})

test('a day of seven thousand movements is kept as a whole, and only once', async () => {
  const now = app.now()
  const movements = Array.from({ length: 7_000 }, (_, number) => ({
    ...{ id: `txn_${number}`, kind: 'charge' as const, amountCents: 1_000, feeCents: 40, netCents: 960, currency: 'eur' },
    ...{ sourceId: `ch_${number}`, paymentId: `pi_${number}`, ownId: null, transferId: null, createdAt: now, availableAt: now },
  }))
  const keep = () => app.db.transaction().execute((tx) => storeTransactions(app, tx, movements))
  expect([await keep(), await keep()]).toEqual([7_000, 0])
  expect((await readTransactions()).length).toBe(7_000)
})

test('a payout to our bank that fails comes back', async () => {
  await paid()
  const id = String((await sandbox.control('bankPayout', { amount: 5_000 })).id)
  await event('payout', id)
  await sandbox.control('failBankPayout', { payout: id })
  await event('payout', id, 'payout.failed')
  await fetchTransactions(app)
  await expectAllMatched()
  expect((await ledgerSums()).bank).toBeUndefined()
})

test('a movement without a counterpart is a break after a while, and closes itself when it is matched', async () => {
  const admin = await operator()
  const { sessionId } = await bookAt((await payableCompany()).id)
  await sandbox.control('pay', { session: sessionId })
  // The session of the charge cannot be found, so the charge stays without a counterpart.
  await sandbox.control('faults', { operation: 'Checkout/Sessions.list', kind: 'fail', times: 1_000 })
  await fetchTransactions(app)
  expect(await openBreaks()).toEqual([])
  later(discrepancyAfterMinutes.unmatched + 1)
  await fetchTransactions(app)
  const [transaction] = await readTransactions()
  expect(await openBreaks()).toEqual([{ kind: 'unmatchedTransaction', reference: transaction?.id }])
  expect((await admin.call('admin-list-breaks', {})).body).toMatchObject({
    total: 1,
    breaks: [
      { kind: 'unmatchedTransaction', text: 'Eine Bewegung beim Zahlungsdienst hat keine Gegenbuchung im Hauptbuch', closed_at: null },
    ],
  })
  await runJobs()
  expect(inbox.mails().filter(({ subject }) => subject === 'Zahlung passt nicht zur Buchung')).toHaveLength(1)
  await sandbox.control('clear')
  await fetchTransactions(app)
  expect((await admin.call('admin-list-breaks', {})).body.total).toBe(0)
  expect((await admin.call('admin-list-breaks', { state: 'all' })).body.total).toBe(1)
  await expectAllMatched()
})

test('the nightly comparison finds a ledger transaction that the PSP does not have', async () => {
  const { bookingId } = await paid()
  await app.db.transaction().execute(async (tx) => {
    await sql`
      with head as (insert into ledger_tx (kind, reference, booking_id, occurred_at) values ('charge', 'made up', ${bookingId}, ${app.now()}) returning id)
      insert into ledger_entry (tx_id, account, amount_cents)
      select id, account, amount
      from head, (values ('psp_balance', 100), ('bank', -100)) as lines (account, amount)`.execute(tx)
  })
  later(discrepancyAfterMinutes.missing + 1)
  await reconcileBalance(app)
  expect(await openBreaks()).toMatchObject([{ kind: 'missingAtPsp' }])
})

test('a movement that the PSP sorted in behind the cursor is found by its window', async () => {
  await paid()
  await fetchTransactions(app)
  const [first] = await readTransactions()
  await paidBooking((await payableCompany()).id)
  // Simulates a transaction that the cursor has skipped.
  await fetchTransactions(app)
  const hidden = (await readTransactions()).find(({ id }) => id !== first?.id)
  await app.db.deleteFrom('pspTransactions').where('id', '=', String(hidden?.id)).execute()
  await fetchTransactions(app)
  expect((await readTransactions()).length).toBe(1)
  expect(await reconcileBalance(app)).toBe((await balances()).psp)
  expect((await readTransactions()).length).toBe(2)
  await expectAllMatched()
})

test('a subscription’s payment matches its invoice', async () => {
  const owner = await subscriptions.register()
  const { sessionId } = await subscriptions.openCheckout(owner, 'basic')
  await subscriptions.pay(sessionId)
  await app.hooks.onSubscriptionChanged(app, { sessionId })
  await fetchTransactions(app)
  await expectAllMatched()
  expect((await readTransactions()).map(({ ledgerKind }) => ledgerKind)).toEqual(['subscription'])
})

test('the self-audit is clean, is kept, and is audited', async () => {
  const { admin } = await paid()
  await payOut(admin)
  const audit = await selfAudit(admin)
  expect(audit).toMatchObject({ trigger: 'manual', is_clean: true, violations: 0, open_breaks: 0, findings: [] })
  expect(audit.psp).toBe(audit.ledger)
  expect((await admin.call('admin-self-audit', {})).body.audits).toHaveLength(1)
  expect(await app.db.selectFrom('auditLog').select('action').where('action', '=', 'payments.selfAudit').execute()).toHaveLength(1)
})

/** Each case writes a wrong row past every guard; the audit must name the violated invariant. */
test.each([
  [
    'ledgerSumsToZero',
    sql`insert into ledger_entry (tx_id, account, amount_cents) select id, 'bank', 1 from ledger_tx where kind = 'charge' limit 1`,
  ],
  [
    'ledgerTxSumsToZero',
    sql`insert into ledger_entry (tx_id, account, amount_cents) select id, 'bank', 1 from ledger_tx where kind = 'charge' limit 1`,
  ],
  ['pspBalanceMatches', sql`update psp_transactions set amount_cents = amount_cents + 1, net_cents = net_cents + 1`],
  ['paidOutWithinShare', sql`update payout_items set amount_cents = amount_cents + 1`],
  [
    'refundsWithinAmount',
    sql`
      insert into refunds (booking_id, checkout_id, payment_id, amount_cents, reason, requested_at)
      select booking_id, id, payment_id, amount_cents + 1, 'x', created_at
      from checkouts`,
  ],
  ['feeFollowsTheRate', sql`update bookings set fee_cents = fee_cents + 1`],
  ['paidBookingHasItsCharge', sql`delete from ledger_tx where kind = 'charge'`],
  ['companyPayable', sql`update payouts set company_amount_cents = company_amount_cents + 1`],
  [
    'noAccountBelowZero',
    sql`
      insert into ledger_entry (tx_id, account, company_id, amount_cents)
      select tx_id, account, company_id, 1
      from ledger_entry
      where account = 'company_payable'
      limit 1`,
  ],
  ['transitIsPendingPayouts', sql`update payouts set status = 'pending', processed_at = null`],
  [
    'disputeHoldIsOpenDisputes',
    sql`insert into disputes (id, payment_id, amount_cents, status, reason, opened_at, held_at, checked_at) values ('x', 'y', 1, 'open', 'z', now(), now(), now())`,
  ],
  ['revenueFollowsTheLedger', sql`update revenue_lines set fee_cents = fee_cents + 1`],
  [
    'itemsSumToAmount',
    sql`
      insert into booking_items (booking_id, position, title, quantity, unit_cents, total_cents)
      select id, 0, 'x', 100, amount_cents - 1, amount_cents - 1
      from bookings`,
  ],
])('the self-audit finds a seeded fault and names it: %s', async (invariant, seed) => {
  const { admin } = await paid()
  await payOut(admin)
  await fetchTransactions(app)
  expect(await violations()).toEqual([])
  await app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await seed.execute(tx)
  })
  const audit = await selfAudit(admin)
  expect(audit.is_clean).toBe(false)
  expect(audit.findings.map((one: { invariant: string }) => one.invariant)).toContain(invariant)
  await runJobs()
  const mail = inbox.mails().find(({ subject }) => subject === 'Die Selbstprüfung der Bücher hat etwas gefunden')
  expect(mail?.text).toContain(invariant)
})

test('the nightly audit runs once, on whichever process', async () => {
  await paid()
  const night = new Date('2026-12-02T03:30:00+01:00')
  testApp.clock.moveTo(new Date('2026-12-02T02:30:00+01:00'))
  await auditNightly(app)
  expect(await app.db.selectFrom('selfAudits').select('id').execute()).toEqual([])
  testApp.clock.moveTo(night)
  await auditNightly(app)
  await auditNightly(app)
  expect(await app.db.selectFrom('selfAudits').select('trigger').execute()).toEqual([{ trigger: 'nightly' }])
})
