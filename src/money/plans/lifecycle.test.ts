import { beforeEach, expect, test } from 'vitest'
import { makeCompany, makeOwner } from '../../../tests/factories.ts'
import { type SubscriptionEdge, subscriptionEdges } from '../../../tests/subscriptionEdges.ts'
import { openSubscriptionFixtures } from '../../../tests/subscriptionFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'

/** Lifecycle of a subscription, by the PSP's test clock, with webhooks delivered, dropped, duplicated, late and out of order. */
const testApp = await openTestApp()
const { app, sandbox } = testApp
const fixtures = openSubscriptionFixtures(testApp)
beforeEach(fixtures.listen)

const rows = subscriptionEdges(testApp, fixtures)

test('the table has an edge for each state and fault', () => {
  expect(rows.length).toBeGreaterThanOrEqual(20)
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['active', 'past_due', 'unpaid', 'canceled']))
  expect(new Set(rows.map(({ webhooks }) => webhooks))).toEqual(new Set([undefined, 'dropped', 'twice', 'newestFirst', 'late']))
})

test.each(rows.map((row) => ({ ...row, webhooks: row.webhooks ?? ('delivered' as const) })))(
  '$plan: $edge, webhooks $webhooks → $status, badge $badge, fee $fee',
  async (row) => {
    const company = await fixtures.subscribed(row.plan)
    await bend(row.webhooks)
    await row.happens(company)
    await sandbox.control('release')
    await fixtures.arrive()
    // The next reconciliation finds changes without a webhook, or with one that had no effect.
    if (row.webhooks === 'dropped') await fixtures.passTime({ minutes: 6 })
    await fixtures.reconcile()
    expect(await shownToVisitors(company.companyId)).toEqual({ isListed: row.fee !== 'refused', badge: row.badge })
    expect(await fixtures.readCompany(company.companyId)).toMatchObject({ isListed: row.fee !== 'refused', premium: row.badge })
    expect(await fixtures.bookOnce(company.companyId)).toBe(row.fee)
    // The mail of the booking goes to the account, too: the company's address is not proven.
    const subjects = (await fixtures.subjectsTo(company)).filter((subject) => !subject.startsWith('Neue Buchung'))
    expect(subjects).toEqual(['Ihr Abonnement hat begonnen', ...row.mails])
    await fixtures.expectSameAsPsp(company.companyId)
    expect(await app.db.selectFrom('reconciliationBreaks').selectAll().execute()).toEqual([])
  },
)

/** Result of the search for the company: listed, and with badge. */
async function shownToVisitors(companyId: string) {
  const { body } = await testApp.newVisitor().call('rpc/search_companies_safe', { search_term: '' })
  const found = body.find(({ id }: { id: string }) => id === companyId)
  return { isListed: found !== undefined, badge: found?.premium ?? false }
}

async function bend(webhooks: SubscriptionEdge['webhooks'] | 'delivered') {
  if (webhooks === 'dropped') await sandbox.control('webhooks', { action: 'drop', times: 1_000_000 })
  if (webhooks === 'twice') await sandbox.control('webhooks', { action: 'duplicate', count: 2, times: 1_000_000 })
  if (webhooks === 'newestFirst') await sandbox.control('webhooks', { action: 'reorder', count: 1_000_000 })
  if (webhooks === 'late') await sandbox.control('webhooks', { action: 'hold' })
}

test('a granted company stays what the operator made it', async () => {
  const { id } = await makeCompany(app, { subscriptionKind: 'granted', plan: 'premium', premium: true })
  const { email } = await makeOwner(app, id)
  const owner = { email, userId: '', companyId: id }
  const refused = { status: 409, body: { error: 'Für diese Firma gilt ein kostenfreies Abonnement.' } }
  expect(await fixtures.call(owner, 'create-company-subscription', { plan: 'basic' })).toMatchObject(refused)
  expect(await fixtures.call(owner, 'change-plan', { plan: 'basic' })).toMatchObject(refused)
  expect(await fixtures.call(owner, 'cancel-subscription')).toMatchObject(refused)
  await fixtures.passTime({ days: 400 })
  await fixtures.reconcile()
  expect(await fixtures.readCompany(id)).toMatchObject({ subscriptionStatus: 'active', plan: 'premium', premium: true, isListed: true })
  expect((await fixtures.call(owner, 'get-subscription')).body).toMatchObject({ kind: 'granted', price: 0, invoices: [] })
})
