import { expect } from 'vitest'
import { openMoneyFixtures } from './moneyFixtures.ts'
import { openSubscriptionFixtures } from './subscriptionFixtures.ts'
import type { TestApp } from './testApp.ts'

/** Helpers for tests of reconciliation: money moves at the PSP, and its balance transactions are compared with the ledger. */
export function openReconciliationFixtures(testApp: TestApp) {
  const { app } = testApp
  const fixtures = openMoneyFixtures(testApp)

  async function paid() {
    const company = await fixtures.payableCompany()
    return { admin: await fixtures.operator(), company, ...(await fixtures.paidBooking(company.id)) }
  }
  /** Balance at the PSP, and in the ledger. */
  async function balances() {
    const { availableCents, pendingCents } = await app.payments.readBalance()
    return { psp: availableCents + pendingCents, ledger: (await fixtures.ledgerSums()).psp_balance ?? 0 }
  }
  const readTransactions = () => app.db.selectFrom('pspTransactions').selectAll().orderBy('createdAt').execute()
  const openBreaks = () => app.db.selectFrom('reconciliationBreaks').select(['kind', 'reference']).where('closedAt', 'is', null).execute()
  async function expectAllMatched() {
    expect((await readTransactions()).filter(({ matchedAt }) => matchedAt === null)).toEqual([])
    const { psp, ledger } = await balances()
    expect(ledger).toBe(psp)
    expect(await fixtures.violations()).toEqual([])
    expect(await openBreaks()).toEqual([])
  }
  return { ...fixtures, subscriptions: openSubscriptionFixtures(testApp), paid, balances, readTransactions, openBreaks, expectAllMatched }
}
