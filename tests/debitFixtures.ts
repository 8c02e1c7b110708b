import { sql } from 'kysely'
import { expect } from 'vitest'
import { refreshMethodApprovals } from '#src/money/payments/methodActions.ts'
import { fetchTransactions } from '#src/money/payments/reconciliation/actions.ts'
import type { PlanKey } from '#src/money/plans/rules.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import { writeSettings } from '#src/platform/server/settings.ts'
import { type Owner, openSubscriptionFixtures } from './subscriptionFixtures.ts'
import type { TestApp } from './testApp.ts'

/** Helpers for tests of SEPA debits of subscriptions: begin, end, take back, pay again, compare the books. */
export function openDebitFixtures(testApp: TestApp) {
  const { app, sandbox, inbox } = testApp
  const fixtures = openSubscriptionFixtures(testApp)

  /** Delivers webhooks, and offers cards and debits. */
  async function prepare() {
    await fixtures.listen()
    await refreshMethodApprovals(app)
    await offer(['card', 'sepaDebit'])
  }

  const offer = (subscription: ('card' | 'sepaDebit')[]) =>
    app.db
      .transaction()
      .execute((tx) => writeSettings(tx, { paymentMethods: { direct: ['card'], held: ['card'], subscription } }, app.now()))

  /** A company whose first debit is under way. */
  async function debited(plan: PlanKey) {
    const owner = await fixtures.register()
    const { sessionId } = await fixtures.openCheckout(owner, plan)
    await sandbox.control('pay', { session: sessionId, method: 'sepa_debit' })
    await fixtures.arrive()
    const { pspId, customerId, latestInvoiceId } = await fixtures.readSubscription(owner.companyId)
    return { ...owner, sessionId, subscriptionId: pspId, customerId, invoiceId: latestInvoiceId ?? '' }
  }

  /** A company whose first debit was paid by the bank. */
  async function paid(plan: PlanKey) {
    const company = await debited(plan)
    await end(company.invoiceId, 'succeeded')
    return company
  }

  async function end(invoice: string, outcome: 'succeeded' | 'failed') {
    await sandbox.control('endProcessing', { invoice, outcome })
    await fixtures.arrive()
  }

  /** Bank of the payer takes the payment of an invoice back. */
  async function takeBack(invoice: string) {
    await sandbox.control('dispute', { invoice, reason: 'debit_not_authorized', lost: true })
    await fixtures.arrive()
  }

  const payOnPage = (url: string) => fetch(url, { method: 'POST', body: new URLSearchParams({ intention: 'pay' }) })
  const cardOf = async (owner: Owner) => (await fixtures.call(owner, 'get-subscription')).body
  const breaks = () => app.db.selectFrom('reconciliationBreaks').select('kind').execute()
  const announce = async () => {
    await enqueue(app.db, { name: 'plans.announceRenewals', payload: {} })
    await testApp.runJobs()
  }
  const noticesTo = ({ email }: Owner) =>
    inbox.mails().filter((mail) => mail.to === email && mail.subject === 'Wir buchen Ihren Beitrag ab')

  /** Asserts that the ledger's balance is the PSP's, cent by cent, and returns its other sums. */
  async function expectSameBalance() {
    await fetchTransactions(app)
    const { rows } = await sql<{ account: string; cents: number }>`
      select account, sum(amount_cents)::integer as cents from ledger_entry group by account`.execute(app.db)
    const { psp_balance: balance = 0, ...sums } = Object.fromEntries(rows.map(({ account, cents }) => [account, cents]))
    const { availableCents, pendingCents } = await app.payments.readBalance()
    expect(balance).toBe(availableCents + pendingCents)
    const { unmatched } = await app.db
      .selectFrom('pspTransactions')
      .select(({ fn }) => fn.countAll<number>().as('unmatched'))
      .where('matchedAt', 'is', null)
      .executeTakeFirstOrThrow()
    expect(Number(unmatched)).toBe(0)
    return sums
  }
  return { fixtures, prepare, offer, debited, paid, end, takeBack, payOnPage, cardOf, breaks, announce, noticesTo, expectSameBalance }
}
