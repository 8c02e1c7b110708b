import { expect, test } from 'vitest'
import { openReconciliationScenes } from '../../../../tests/reconciliationScenes.ts'
import { openWorld } from '../../../../tests/world.ts'
import { breakAfterMinutes } from '../rules.ts'
import { beginBooks, compareBooks, readBooks } from './actions.ts'
import { auditBooks } from './auditActions.ts'

/** Movements of the PSP balance that have no cause in this product, and an account with a history before the product's first start. */
const world = await openWorld()
const { app, sandbox, clock } = world
const scenes = openReconciliationScenes(world)
const move = (kind: 'topup' | 'adjustment' | 'reserve', amount: number) => sandbox.control('moveBalance', { kind, amount })
const lastAudit = () => app.db.selectFrom('selfAudits').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
const later = (minutes: number) => clock.moveTo(new Date(app.now().getTime() + minutes * 60_000))

test('top-ups, adjustments and reserves are entered by their kinds, and the balances stay the same', async () => {
  await scenes.paid()
  await move('topup', 50_000)
  await move('adjustment', -120)
  await move('reserve', -3_000)
  await readBooks(app)
  await scenes.expectAllMatched()
  expect(await scenes.ledgerSums()).toMatchObject({ bank: -50_000, psp_reserve: 3_000 })
  await move('reserve', 3_000)
  await compareBooks(app)
  await scenes.expectAllMatched()
  expect((await scenes.ledgerSums()).psp_reserve).toBeUndefined()
})

test('a movement that belongs to nothing keeps audits from being clean, and is an adjustment once the operator closes it', async () => {
  await scenes.paid()
  const admin = await scenes.operator()
  await auditBooks(app, { trigger: 'nightly' })
  expect(await lastAudit()).toMatchObject({ isClean: true })
  await sandbox.control('moveBalance', { kind: 'contribution', amount: -500 })
  await readBooks(app)
  later(breakAfterMinutes.unmatched + 1)
  await readBooks(app)
  const { breaks } = (await admin.call('admin-list-breaks', {})).body
  expect(breaks).toMatchObject([{ kind: 'unmatchedTransaction', closes_itself: false }])
  const close = (
    closed: { closedAt: Date; closedBy: string; closedReason: string } | { closedAt: null; closedBy: null; closedReason: null },
  ) => app.db.updateTable('reconciliationBreaks').set(closed).execute()
  // Discrepancies closed the old way: without an adjustment in the ledger.
  await close({ closedAt: app.now(), closedBy: 'admin:x', closedReason: 'Geprüft' })
  await auditBooks(app, { trigger: 'nightly' })
  expect(await lastAudit()).toMatchObject({ openBreaks: 0, violations: 0, isClean: false })
  await close({ closedAt: null, closedBy: null, closedReason: null })
  expect((await admin.call('admin-close-break', { breakId: breaks[0].id, reason: 'Gebühr' })).body).toEqual({ success: true })
  await scenes.expectAllMatched()
  later(1)
  await auditBooks(app, { trigger: 'nightly' })
  expect(await lastAudit()).toMatchObject({ isClean: true })
})

test('what an account did before the first start is no discrepancy: the books begin then, with an opening balance', async () => {
  await move('topup', 70_000)
  await move('adjustment', -500)
  await new Promise((done) => setTimeout(done, 1_100))
  await beginBooks(app)
  await beginBooks(app)
  await scenes.paid()
  await compareBooks(app)
  expect((await scenes.readTransactions()).map(({ kind }) => kind)).toEqual(['charge'])
  expect((await scenes.ledgerSums()).opening).toBe(-69_500)
  await scenes.expectAllMatched()
  await auditBooks(app, { trigger: 'nightly' })
  expect(await lastAudit()).toMatchObject({ isClean: true })
  await move('topup', 1_000)
  await compareBooks(app)
  await scenes.expectAllMatched()
})
