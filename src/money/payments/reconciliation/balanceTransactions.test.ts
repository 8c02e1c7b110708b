import { expect, test } from 'vitest'
import { openReconciliationFixtures } from '../../../../tests/reconciliationFixtures.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { discrepancyAfterMinutes } from '../rules.ts'
import { fetchTransactions, markReconciliationStart, reconcileBalance } from './actions.ts'
import { auditLedger } from './auditActions.ts'

/** Movements of the PSP balance that have no cause in this product, and an account with a history before the product's first start. */
const testApp = await openTestApp()
const { app, sandbox, clock } = testApp
const fixtures = openReconciliationFixtures(testApp)
const move = (kind: 'topup' | 'adjustment' | 'reserve', amount: number) => sandbox.control('moveBalance', { kind, amount })
const lastAudit = () => app.db.selectFrom('selfAudits').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
const later = (minutes: number) => clock.moveTo(new Date(app.now().getTime() + minutes * 60_000))

test('top-ups, adjustments and reserves are entered by their kinds, and the balances stay the same', async () => {
  await fixtures.paid()
  await move('topup', 50_000)
  await move('adjustment', -120)
  await move('reserve', -3_000)
  await fetchTransactions(app)
  await fixtures.expectAllMatched()
  expect(await fixtures.ledgerSums()).toMatchObject({ bank: -50_000, psp_reserve: 3_000 })
  await move('reserve', 3_000)
  await reconcileBalance(app)
  await fixtures.expectAllMatched()
  expect((await fixtures.ledgerSums()).psp_reserve).toBeUndefined()
})

test('a movement that belongs to nothing keeps audits from being clean, and is an adjustment once the operator closes it', async () => {
  await fixtures.paid()
  const admin = await fixtures.operator()
  await auditLedger(app, { trigger: 'nightly' })
  expect(await lastAudit()).toMatchObject({ isClean: true })
  await sandbox.control('moveBalance', { kind: 'contribution', amount: -500 })
  await fetchTransactions(app)
  later(discrepancyAfterMinutes.unmatched + 1)
  await fetchTransactions(app)
  const { breaks } = (await admin.call('admin-list-breaks', {})).body
  expect(breaks).toMatchObject([{ kind: 'unmatchedTransaction', closes_itself: false }])
  const close = (
    closed: { closedAt: Date; closedBy: string; closedReason: string } | { closedAt: null; closedBy: null; closedReason: null },
  ) => app.db.updateTable('reconciliationBreaks').set(closed).execute()
  // Discrepancies closed the old way: without an adjustment in the ledger.
  await close({ closedAt: app.now(), closedBy: 'admin:x', closedReason: 'Geprüft' })
  await auditLedger(app, { trigger: 'nightly' })
  expect(await lastAudit()).toMatchObject({ openBreaks: 0, violations: 0, isClean: false })
  await close({ closedAt: null, closedBy: null, closedReason: null })
  expect((await admin.call('admin-close-break', { breakId: breaks[0].id, reason: 'Gebühr' })).body).toEqual({ success: true })
  await fixtures.expectAllMatched()
  later(1)
  await auditLedger(app, { trigger: 'nightly' })
  expect(await lastAudit()).toMatchObject({ isClean: true })
})

test('what an account did before the first start is no discrepancy: the books begin then, with an opening balance', async () => {
  await move('topup', 70_000)
  await move('adjustment', -500)
  await new Promise((done) => setTimeout(done, 1_100))
  await markReconciliationStart(app)
  await markReconciliationStart(app)
  await fixtures.paid()
  await reconcileBalance(app)
  expect((await fixtures.readTransactions()).map(({ kind }) => kind)).toEqual(['charge'])
  expect((await fixtures.ledgerSums()).opening).toBe(-69_500)
  await fixtures.expectAllMatched()
  await auditLedger(app, { trigger: 'nightly' })
  expect(await lastAudit()).toMatchObject({ isClean: true })
  await move('topup', 1_000)
  await reconcileBalance(app)
  await fixtures.expectAllMatched()
})
