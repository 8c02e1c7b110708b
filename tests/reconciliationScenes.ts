import { expect } from 'vitest'
import { openMoneyScenes } from './moneyScenes.ts'
import { openSubscriptionScenes } from './subscriptionScenes.ts'
import type { World } from './world.ts'

/** Helpers for tests of reconciliation: money moves at the PSP, and its balance transactions are compared with the ledger. */
export function openReconciliationScenes(world: World) {
  const { app } = world
  const scenes = openMoneyScenes(world)

  async function paid() {
    const company = await scenes.payableCompany()
    return { admin: await scenes.operator(), company, ...(await scenes.paidBooking(company.id)) }
  }
  /** Balance at the PSP, and in the ledger. */
  async function balances() {
    const { availableCents, pendingCents } = await app.payments.readBalance()
    return { psp: availableCents + pendingCents, ledger: (await scenes.ledgerSums()).psp_balance ?? 0 }
  }
  const readTransactions = () => app.db.selectFrom('pspTransactions').selectAll().orderBy('createdAt').execute()
  const openBreaks = () => app.db.selectFrom('reconciliationBreaks').select(['kind', 'reference']).where('closedAt', 'is', null).execute()
  async function expectAllMatched() {
    expect((await readTransactions()).filter(({ matchedAt }) => matchedAt === null)).toEqual([])
    const { psp, ledger } = await balances()
    expect(ledger).toBe(psp)
    expect(await scenes.violations()).toEqual([])
    expect(await openBreaks()).toEqual([])
  }
  return { ...scenes, subscriptions: openSubscriptionScenes(world), paid, balances, readTransactions, openBreaks, expectAllMatched }
}
