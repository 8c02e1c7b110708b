import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { accounts, openBankFixture } from '../../../../tests/bankFixtures.ts'
import { passCode } from '../../../../tests/factories.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { payoutAccountTexts } from './texts.ts'

const testApp = await openTestApp()
const { app, clock, sandbox, runJobs } = testApp
const later = (seconds: number) => clock.moveTo(new Date(app.now().getTime() + seconds * 1_000))

async function openFixture() {
  const fixture = await openBankFixture(testApp)
  const { id: companyId } = fixture.company
  return {
    ...fixture,
    account: async () => (await fixture.person.call('get-payout-account', { companyId })).body,
    confirm: async () => {
      const token = await fixture.confirmToken()
      expect((await testApp.newVisitor().call('verify-bank-update', { token })).status).toBe(200)
    },
    open: () => fixture.person.call('open-payout-account', { companyId }),
    /** Webhook of a changed account. */
    webhook: async (account: string) => {
      const body = JSON.stringify({ id: `evt_${account}`, type: 'account.updated', data: { object: { id: account, object: 'account' } } })
      const at = Math.floor(app.now().getTime() / 1000)
      const hash = createHmac('sha256', app.config.stripe.webhookSecret).update(`${at}.${body}`).digest('hex')
      const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${at},v1=${hash}` }
      await testApp.newVisitor().request('/webhooks/stripe', { method: 'POST', body, headers })
      await runJobs()
    },
  }
}

test('is opened once per company, also by several at once, and leads to the pages of the PSP', async () => {
  const fixture = await openFixture()
  expect(await fixture.account()).toMatchObject({ stripe_connect_account_id: null, status: 'none', details_submitted: false })
  const answers = await Promise.all([fixture.open(), fixture.open(), fixture.open()])
  const good = answers.filter(({ status }) => status === 200)
  expect(good.length).toBeGreaterThan(0)
  expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true)
  expect(good[0]?.body.url).toContain(sandbox.url)
  await fixture.open()
  const made = await app.db.selectFrom('payoutAccounts').select(['accountId', 'attempt']).execute()
  const { stripeConnectAccountId } = await app.db.selectFrom('companies').select('stripeConnectAccountId').executeTakeFirstOrThrow()
  expect(made).toEqual([{ accountId: stripeConnectAccountId, attempt: 1 }])
  expect(await fixture.account()).toMatchObject({ status: 'pending', stripe_connect_account_id: stripeConnectAccountId })
})

test('is opened only with a code not older than ten minutes, because payouts go there', async () => {
  const fixture = await openFixture()
  later(601)
  expect(await fixture.open()).toMatchObject({ status: 403, body: { code: 'step_up_required' } })
  expect((await fixture.account()).status).toBe('none')
  await passCode(app, fixture.person)
  expect((await fixture.open()).status).toBe(200)
})

test('becomes ready when the PSP says so and the owner opened the mailed link, and then no bank details are needed', async () => {
  const fixture = await openFixture()
  await fixture.open()
  const { stripe_connect_account_id: id } = await fixture.account()
  expect((await fixture.read()).waits).toMatchObject([{ cause: 'noBankDetails' }])
  await sandbox.control('account', { account: id, state: 'enabled' })
  expect((await fixture.account()).status).toBe('pending')
  await fixture.webhook(id)
  expect(await fixture.account()).toMatchObject({ status: 'pending', details_submitted: true, awaits_confirmation: true })
  expect((await fixture.read()).waits).toMatchObject([{ cause: 'noBankDetails' }])
  await fixture.confirm()
  expect(await fixture.account()).toMatchObject({ status: 'active', awaits_confirmation: false, bank_account: 'TESTBANK, DE •••• 3000' })
  expect((await fixture.read()).waits).toMatchObject([{ cause: 'recentlyChanged' }])
})

test('is read from the PSP at most every 20 seconds while the card is open, to make up for a lost webhook', async () => {
  const fixture = await openFixture()
  await fixture.open()
  const { stripe_connect_account_id: id } = await fixture.account()
  await sandbox.control('account', { account: id, state: 'enabled' })
  expect((await fixture.account()).status).toBe('pending')
  later(21)
  expect((await fixture.account()).awaits_confirmation).toBe(true)
  await fixture.confirm()
  expect((await fixture.account()).status).toBe('active')
  await sandbox.control('account', { account: id, state: 'restricted' })
  later(5)
  expect((await fixture.account()).status).toBe('active')
  later(21)
  expect((await fixture.account()).status).toBe('pending')
})

/** Accounts at the PSP, by its own list. */
async function listAtPsp() {
  const listed = await fetch(`${sandbox.url}/v1/accounts`, { headers: { authorization: `Bearer ${app.config.stripe.secretKey}` } })
  return ((await listed.json()) as { data: { id: string }[] }).data.map(({ id }) => id)
}

test('is the same one after the answer to its creation was lost: the PSP names its company', async () => {
  const fixture = await openFixture()
  await sandbox.control('faults', { operation: 'Accounts.create', kind: 'failAfterEffect', times: 1 })
  expect(await fixture.open()).toMatchObject({ status: 503, body: { error: expect.stringContaining('antwortet gerade nicht') } })
  expect((await fixture.account()).status).toBe('none')
  const [lost = ''] = await listAtPsp()
  await fixture.webhook(lost)
  expect(await fixture.account()).toMatchObject({ status: 'pending', stripe_connect_account_id: lost })
  expect((await fixture.open()).status).toBe(200)
  expect(await listAtPsp()).toEqual([lost])
})

test('is created at the next try although the PSP stores an error for the first one', async () => {
  const fixture = await openFixture()
  await sandbox.control('faults', { operation: 'Accounts.create', kind: 'fail', status: 500, saved: true })
  expect((await fixture.open()).status).toBe(503)
  expect((await fixture.open()).status).toBe(200)
  expect(await listAtPsp()).toHaveLength(1)
})

test('that the PSP refuses because the platform is not approved is unavailable for a while, and the operator is alerted once', async () => {
  const fixture = await openFixture()
  await sandbox.control('platform', { transfersAlone: false })
  expect(await fixture.open()).toMatchObject({ status: 409, body: { code: 'payoutAccounts.unavailable' } })
  expect((await fixture.account()).status).toBe('unavailable')
  await fixture.open()
  await runJobs()
  const alerts = testApp.inbox.mails().filter(({ subject }) => subject === 'Der Zahlungsdienst lehnt Konten für Firmen ab')
  expect(alerts.map(({ to }) => to)).toEqual([app.config.adminEmail])
  expect(alerts[0]?.text).toMatch(/StripeInvalidRequestError.*param capabilities req_/)
})

test('is created once even if the connection breaks meanwhile', async () => {
  const fixture = await openFixture()
  await sandbox.control('faults', { operation: 'Accounts.create', kind: 'dropAfter', times: 1 })
  expect((await fixture.open()).status).toBe(200)
  expect(await listAtPsp()).toEqual([(await fixture.account()).stripe_connect_account_id])
})

test('whose creation was never answered is created with the same key for 20 hours only', async () => {
  const fixture = await openFixture()
  await sandbox.control('faults', { operation: 'Accounts.create', kind: 'fail', status: 500, times: 9 })
  expect((await fixture.open()).status).toBe(503)
  later(19 * 3_600)
  await passCode(app, fixture.person)
  expect((await fixture.open()).status).toBe(503)
  later(2 * 3_600)
  await passCode(app, fixture.person)
  expect((await fixture.open()).status).toBe(503)
  expect(await app.db.selectFrom('payoutAccounts').select('attempt').execute()).toEqual([{ attempt: 2 }])
})

test('is not offered while the PSP refuses, nor when the operator switched it off; bank details still work', async () => {
  const fixture = await openFixture()
  await sandbox.control('platform', { transfersAlone: false })
  expect(await fixture.open()).toMatchObject({ status: 409, body: { error: payoutAccountTexts.unavailable } })
  expect((await fixture.account()).status).toBe('unavailable')
  later(3_601)
  await passCode(app, fixture.person)
  expect((await fixture.account()).status).toBe('none')
  await app.db.insertInto('settings').values({ key: 'directPayouts', value: 'false', updatedAt: app.now() }).execute()
  expect((await fixture.account()).status).toBe('unavailable')
  expect(await fixture.open()).toMatchObject({ status: 409, body: { error: expect.stringContaining('derzeit nicht verfügbar') } })
  expect((await fixture.change(accounts.first)).status).toBe(200)
})

test('what the PSP still asks for is shown with its deadline, and its dashboard is opened once the account is completed', async () => {
  const fixture = await openFixture()
  const { id: companyId } = fixture.company
  const dashboard = () => fixture.person.call('open-payout-dashboard', { companyId })
  expect(await dashboard()).toMatchObject({ status: 409, body: { error: payoutAccountTexts.notCompleted } })
  await fixture.open()
  const { stripe_connect_account_id: id, open_requirements: atFirst } = await fixture.account()
  expect(atFirst).toContain('Bankkonto')
  const dueAt = new Date(app.now().getTime() + 14 * 86_400_000)
  await sandbox.control('account', { account: id, state: 'restricted', due: Math.floor(dueAt.getTime() / 1_000) })
  await fixture.webhook(id)
  const { open_requirements, requirements_due_at } = await fixture.account()
  expect(open_requirements).toEqual(['Nachweis (zum Beispiel Ausweis)'])
  expect(Math.floor(new Date(requirements_due_at).getTime() / 1_000)).toBe(Math.floor(dueAt.getTime() / 1_000))
  expect((await dashboard()).body.url).toContain(sandbox.url)
  later(601)
  expect(await dashboard()).toMatchObject({ status: 403, body: { code: 'step_up_required' } })
})
