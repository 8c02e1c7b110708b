import { beforeEach, describe, expect, test } from 'vitest'
import { type Owner, openSubscriptionFixtures } from '../../../tests/subscriptionFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'

const testApp = await openTestApp()
const { app, sandbox } = testApp
const fixtures = openSubscriptionFixtures(testApp)
beforeEach(fixtures.listen)

const declined = '4000000000000002'
const verify = async (owner: Owner, sessionId: string) =>
  (await fixtures.call(owner, 'verify-payment', { sessionId, type: 'subscription' })).body
const breaks = () => app.db.selectFrom('reconciliationBreaks').select(['kind', 'reference']).execute()
const openSessions = async () => {
  const headers = { authorization: `Bearer ${app.config.stripe.secretKey}` }
  const answer = await fetch(`${sandbox.url}/v1/checkout/sessions?status=open&limit=100`, { headers })
  const { data } = (await answer.json()) as { data: { id: string }[] }
  return data
}
const endPsp = { operation: '*', kind: 'fail', status: 503, times: 1_000 }

describe('a first payment', () => {
  test('shows the company at once, tells it, and enters 30,00 € with the tax inside', async () => {
    const owner = await fixtures.register()
    const { url, sessionId } = await fixtures.openCheckout(owner, 'premium')
    expect((await fixtures.openCheckout(owner, 'premium')).url).toBe(url)
    expect(await verify(owner, sessionId)).toEqual({ paid: false })
    await fixtures.pay(sessionId)
    expect(await verify(owner, sessionId)).toEqual({ paid: true })
    expect((await fixtures.call(owner, 'get-company-subscription')).body).toEqual({
      company_name: 'Fugenlos Fliesen',
      subscription_status: 'active',
      is_under_way: false,
    })
    expect(await fixtures.readCompany(owner.companyId)).toMatchObject({ plan: 'premium', premium: true, isListed: true })
    const entries = await app.db.selectFrom('ledgerEntry').select(['account', 'amountCents']).orderBy('amountCents').execute()
    expect(entries).toEqual([
      { account: 'subscription_revenue', amountCents: -2_521 },
      { account: 'vat_payable', amountCents: -479 },
      { account: 'psp_balance', amountCents: 3_000 },
    ])
    await expectSettledOnce(owner)
  })

  test('that twenty tabs and every webhook report twice settles once', async () => {
    const owner = await fixtures.register()
    const { sessionId } = await fixtures.openCheckout(owner, 'basic')
    await sandbox.control('webhooks', { action: 'duplicate', count: 2, times: 1_000 })
    await fixtures.pay(sessionId)
    const visitor = await fixtures.signInOwner(owner)
    const ids = { sessionId, companyId: owner.companyId, type: 'subscription' }
    const answers = await Promise.all(Array.from({ length: 20 }, () => visitor.call('verify-payment', ids)))
    expect(answers.map(({ body }) => body)).toEqual(Array(20).fill({ paid: true }))
    await fixtures.arrive()
    await expectSettledOnce(owner)
  })

  test('whose webhooks are all lost is found by reconciliation within a minute, even without the return page', async () => {
    const owner = await fixtures.register()
    const { sessionId } = await fixtures.openCheckout(owner, 'basic')
    await fixtures.reconcile()
    await sandbox.control('webhooks', { action: 'drop', times: 1_000 })
    await fixtures.pay(sessionId)
    await fixtures.passTime({ minutes: 1 })
    await fixtures.reconcile()
    await expectSettledOnce(owner)
  })

  test('whose events arrive newest first settles once', async () => {
    const owner = await fixtures.register()
    const { sessionId } = await fixtures.openCheckout(owner, 'basic')
    await sandbox.control('webhooks', { action: 'reorder', count: 1_000 })
    await fixtures.pay(sessionId)
    await sandbox.control('release')
    await fixtures.arrive()
    await expectSettledOnce(owner)
  })

  test('declined and tried again with another card uses the same checkout', async () => {
    const owner = await fixtures.register()
    const { url, sessionId } = await fixtures.openCheckout(owner, 'basic')
    expect(await fixtures.pay(sessionId, declined)).toMatchObject({ result: 'declined' })
    expect(await verify(owner, sessionId)).toEqual({ paid: false })
    expect((await fixtures.call(owner, 'get-company-subscription')).body).toMatchObject({ subscription_status: 'incomplete' })
    expect(await fixtures.subjectsTo(owner)).toEqual([])
    expect((await fixtures.openCheckout(owner, 'basic')).url).toBe(url)
    await fixtures.pay(sessionId)
    expect(await verify(owner, sessionId)).toEqual({ paid: true })
    await expectSettledOnce(owner)
  })

  test('that never came leaves the company hidden, and a new checkout is opened', async () => {
    const owner = await fixtures.register()
    const { sessionId } = await fixtures.openCheckout(owner, 'basic')
    await fixtures.passTime({ minutes: 36 })
    await fixtures.reconcile()
    expect(await fixtures.readCompany(owner.companyId)).toMatchObject({ subscriptionStatus: 'incomplete', isListed: false })
    expect((await fixtures.openCheckout(owner, 'basic')).sessionId).not.toBe(sessionId)
    expect(await breaks()).toEqual([])
  })

  test.each([
    ['told by its event', false],
    ['its event lost', true],
  ])('that came after the end counts all the same, %s', async (_, isLost) => {
    if (isLost) await sandbox.control('webhooks', { action: 'drop', times: 1_000 })
    const owner = await fixtures.register()
    const { sessionId } = await fixtures.openCheckout(owner, 'premium')
    await fixtures.passTime({ minutes: 36 })
    await fixtures.reconcile()
    await sandbox.control('pay', { session: sessionId, force: true })
    await (isLost ? fixtures.reconcile() : fixtures.arrive())
    expect(await fixtures.readCompany(owner.companyId)).toMatchObject({ subscriptionStatus: 'active' })
    expect(await verify(owner, sessionId)).toEqual({ paid: true })
    await expectSettledOnce(owner)
  })

  async function expectSettledOnce(owner: Owner) {
    expect(await fixtures.subjectsTo(owner)).toEqual(['Ihr Abonnement hat begonnen'])
    expect(await fixtures.readCompany(owner.companyId)).toMatchObject({ subscriptionStatus: 'active', isListed: true })
    expect(await app.db.selectFrom('ledgerTx').select('id').where('kind', '=', 'subscription').execute()).toHaveLength(1)
    await fixtures.expectSameAsPsp(owner.companyId)
    expect(await breaks()).toEqual([])
  }
})

describe('a checkout', () => {
  test('for another plan ends the one before at the PSP; the price that was paid decides', async () => {
    const owner = await fixtures.register()
    const first = await fixtures.openCheckout(owner, 'premium')
    const second = await fixtures.openCheckout(owner, 'basic')
    expect(await fixtures.pay(first.sessionId)).toMatchObject({ result: 'closed' })
    await fixtures.pay(second.sessionId)
    await fixtures.arrive()
    expect(await fixtures.readCompany(owner.companyId)).toMatchObject({ plan: 'basic', premium: false, subscriptionStatus: 'active' })
  })

  test('opened many times at once, for both plans, leaves one that can be paid', async () => {
    const owner = await fixtures.register()
    const visitor = await fixtures.signInOwner(owner)
    const { companyId } = owner
    const wishes = Array.from({ length: 10 }, (_, index) => (index % 2 ? 'basic' : 'premium'))
    const answers = await Promise.all(wishes.map((plan) => visitor.call('create-company-subscription', { companyId, plan })))
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect((await openSessions()).length).toBeLessThanOrEqual(1)
    await fixtures.openCheckout(owner, 'basic')
    expect(await openSessions()).toHaveLength(1)
  })

  test.each([
    ['active', 'Für diese Firma besteht schon ein Abonnement.'],
    ['past_due', 'Eine Rechnung ist noch offen. Bitte begleichen Sie zuerst die offene Rechnung.'],
    ['unpaid', 'Eine Rechnung ist noch offen. Bitte begleichen Sie zuerst die offene Rechnung.'],
  ] as const)('of a company that is %s is refused', async (subscriptionStatus, error) => {
    const owner = await fixtures.register()
    await app.db.updateTable('companies').set({ subscriptionStatus }).execute()
    expect(await fixtures.call(owner, 'create-company-subscription', { plan: 'basic' })).toMatchObject({ status: 409, body: { error } })
  })

  test.each(['premium', 'basic'] as const)('that was paid unseen is noticed before one for %s is opened', async (plan) => {
    const owner = await fixtures.register()
    const { sessionId } = await fixtures.openCheckout(owner, 'premium')
    await sandbox.control('webhooks', { action: 'drop', times: 1_000 })
    await fixtures.pay(sessionId)
    expect((await fixtures.call(owner, 'create-company-subscription', { plan })).body).toMatchObject({ code: 'plans.alreadySubscribed' })
    expect(await openSessions()).toEqual([])
    expect(await fixtures.readCompany(owner.companyId)).toMatchObject({ plan: 'premium', subscriptionStatus: 'active' })
  })

  test('of a suspended company is refused, because the company is not listed', async () => {
    const owner = await fixtures.register()
    await app.db.updateTable('companies').set({ suspendedAt: app.now() }).execute()
    expect((await fixtures.call(owner, 'create-company-subscription', { plan: 'basic' })).body).toMatchObject({ code: 'plans.suspended' })
  })

  test('after the end of a subscription starts the next one', async () => {
    const company = await fixtures.subscribed('premium')
    await fixtures.atPsp('DELETE', `subscriptions/${company.subscriptionId}`)
    await fixtures.arrive()
    const { sessionId } = await fixtures.openCheckout(company, 'basic')
    await fixtures.pay(sessionId)
    await fixtures.arrive()
    expect(await fixtures.readCompany(company.companyId)).toMatchObject({ subscriptionStatus: 'active', plan: 'basic', premium: false })
    await fixtures.expectSameAsPsp(company.companyId)
    expect(await fixtures.subjectsTo(company)).toEqual([
      'Ihr Abonnement hat begonnen',
      'Ihr Abonnement ist beendet',
      'Ihr Abonnement hat begonnen',
    ])
    expect(await breaks()).toEqual([])
  })

  test('while the PSP is down is refused with its text, and works again afterwards', async () => {
    const owner = await fixtures.register()
    await sandbox.control('faults', endPsp)
    expect(await fixtures.call(owner, 'create-company-subscription', { plan: 'basic' })).toMatchObject({
      status: 503,
      body: { error: 'Checkout-Session konnte nicht erstellt werden', code: 'plans.checkoutFailed' },
    })
    await sandbox.control('clear')
    const { sessionId } = await fixtures.openCheckout(owner, 'basic')
    await fixtures.pay(sessionId)
    expect(await verify(owner, sessionId)).toEqual({ paid: true })
  })

  test('whose answer was lost is asked for again and is the same one', async () => {
    const owner = await fixtures.register()
    await sandbox.control('faults', { operation: 'Checkout/Sessions.create', kind: 'dropAfter', times: 1 })
    await fixtures.openCheckout(owner, 'basic')
    expect(await openSessions()).toHaveLength(1)
  })

  test('whose failure the PSP remembers under its key is opened under another one', async () => {
    const owner = await fixtures.register()
    await sandbox.control('faults', { operation: 'Checkout/Sessions.create', kind: 'failAfterEffect', times: 1 })
    expect((await fixtures.call(owner, 'create-company-subscription', { plan: 'basic' })).status).toBe(503)
    const { sessionId } = await fixtures.openCheckout(owner, 'basic')
    await fixtures.pay(sessionId)
    expect(await verify(owner, sessionId)).toEqual({ paid: true })
  })
})

describe('a foreign company', () => {
  test('can neither be paid for nor asked after, and its session proves nothing', async () => {
    const [own, foreign] = [await fixtures.subscribed('basic'), await fixtures.subscribed('premium')]
    const asOwner = { ...own, companyId: foreign.companyId }
    for (const name of [
      'get-company-subscription',
      'get-subscription',
      'cancel-subscription',
      'resume-subscription',
      'open-billing-portal',
    ]) {
      expect(await fixtures.call(asOwner, name)).toMatchObject({ status: 404, body: { error: 'Firma nicht gefunden' } })
    }
    expect((await fixtures.call(asOwner, 'create-company-subscription', { plan: 'basic' })).status).toBe(404)
    expect((await fixtures.call(asOwner, 'change-plan', { plan: 'basic' })).status).toBe(404)
    const ids = { sessionId: foreign.sessionId, type: 'subscription' }
    expect((await fixtures.call(asOwner, 'verify-payment', ids)).status).toBe(404)
    expect(await fixtures.call(own, 'verify-payment', ids)).toMatchObject({
      status: 404,
      body: { error: 'Zahlungsverifikation fehlgeschlagen' },
    })
    expect((await testApp.newVisitor().call('verify-payment', { ...ids, companyId: foreign.companyId })).status).toBe(401)
  })
})
