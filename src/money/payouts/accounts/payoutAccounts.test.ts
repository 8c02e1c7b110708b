import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { accounts, openBankScene } from '../../../../tests/bankScenes.ts'
import { passCode } from '../../../../tests/factories.ts'
import { openWorld } from '../../../../tests/world.ts'
import { payoutAccountTexts } from './texts.ts'

const world = await openWorld()
const { app, clock, sandbox, runJobs } = world
const later = (seconds: number) => clock.moveTo(new Date(app.now().getTime() + seconds * 1_000))

async function openScene() {
  const scene = await openBankScene(world)
  const { id: companyId } = scene.company
  return {
    ...scene,
    account: async () => (await scene.person.call('get-payout-account', { companyId })).body,
    confirm: async () => {
      const token = await scene.confirmToken()
      expect((await world.newVisitor().call('verify-bank-update', { token })).status).toBe(200)
    },
    open: () => scene.person.call('open-payout-account', { companyId }),
    /** Webhook of a changed account. */
    webhook: async (account: string) => {
      const body = JSON.stringify({ id: `evt_${account}`, type: 'account.updated', data: { object: { id: account, object: 'account' } } })
      const at = Math.floor(app.now().getTime() / 1000)
      const hash = createHmac('sha256', app.config.stripe.webhookSecret).update(`${at}.${body}`).digest('hex')
      const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${at},v1=${hash}` }
      await world.newVisitor().request('/webhooks/stripe', { method: 'POST', body, headers })
      await runJobs()
    },
  }
}

test('is opened once per company, also by several at once, and leads to the pages of the PSP', async () => {
  const scene = await openScene()
  expect(await scene.account()).toMatchObject({ stripe_connect_account_id: null, status: 'none', details_submitted: false })
  const answers = await Promise.all([scene.open(), scene.open(), scene.open()])
  const good = answers.filter(({ status }) => status === 200)
  expect(good.length).toBeGreaterThan(0)
  expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true)
  expect(good[0]?.body.url).toContain(sandbox.url)
  await scene.open()
  const made = await app.db.selectFrom('payoutAccounts').select(['accountId', 'attempt']).execute()
  const { stripeConnectAccountId } = await app.db.selectFrom('companies').select('stripeConnectAccountId').executeTakeFirstOrThrow()
  expect(made).toEqual([{ accountId: stripeConnectAccountId, attempt: 1 }])
  expect(await scene.account()).toMatchObject({ status: 'pending', stripe_connect_account_id: stripeConnectAccountId })
})

test('is opened only with a code not older than ten minutes, because payouts go there', async () => {
  const scene = await openScene()
  later(601)
  expect(await scene.open()).toMatchObject({ status: 403, body: { code: 'step_up_required' } })
  expect((await scene.account()).status).toBe('none')
  await passCode(app, scene.person)
  expect((await scene.open()).status).toBe(200)
})

test('becomes ready when the PSP says so and the owner opened the mailed link, and then no bank details are needed', async () => {
  const scene = await openScene()
  await scene.open()
  const { stripe_connect_account_id: id } = await scene.account()
  expect((await scene.read()).waits).toMatchObject([{ cause: 'noBankDetails' }])
  await sandbox.control('account', { account: id, state: 'enabled' })
  expect((await scene.account()).status).toBe('pending')
  await scene.webhook(id)
  expect(await scene.account()).toMatchObject({ status: 'pending', details_submitted: true, awaits_confirmation: true })
  expect((await scene.read()).waits).toMatchObject([{ cause: 'noBankDetails' }])
  await scene.confirm()
  expect(await scene.account()).toMatchObject({ status: 'active', awaits_confirmation: false, bank_account: 'TESTBANK, DE •••• 3000' })
  expect((await scene.read()).waits).toMatchObject([{ cause: 'recentlyChanged' }])
})

test('is read from the PSP at most every 20 seconds while the card is open, to make up for a lost webhook', async () => {
  const scene = await openScene()
  await scene.open()
  const { stripe_connect_account_id: id } = await scene.account()
  await sandbox.control('account', { account: id, state: 'enabled' })
  expect((await scene.account()).status).toBe('pending')
  later(21)
  expect((await scene.account()).awaits_confirmation).toBe(true)
  await scene.confirm()
  expect((await scene.account()).status).toBe('active')
  await sandbox.control('account', { account: id, state: 'restricted' })
  later(5)
  expect((await scene.account()).status).toBe('active')
  later(21)
  expect((await scene.account()).status).toBe('pending')
})

/** Accounts at the PSP, by its own list. */
async function listAtPsp() {
  const listed = await fetch(`${sandbox.url}/v1/accounts`, { headers: { authorization: `Bearer ${app.config.stripe.secretKey}` } })
  return ((await listed.json()) as { data: { id: string }[] }).data.map(({ id }) => id)
}

test('is the same one after the answer to its creation was lost: the PSP names its company', async () => {
  const scene = await openScene()
  await sandbox.control('faults', { operation: 'Accounts.create', kind: 'failAfterEffect', times: 1 })
  expect(await scene.open()).toMatchObject({ status: 503, body: { error: expect.stringContaining('antwortet gerade nicht') } })
  expect((await scene.account()).status).toBe('none')
  const [lost = ''] = await listAtPsp()
  await scene.webhook(lost)
  expect(await scene.account()).toMatchObject({ status: 'pending', stripe_connect_account_id: lost })
  expect((await scene.open()).status).toBe(200)
  expect(await listAtPsp()).toEqual([lost])
})

test('that the PSP refuses because the platform is not approved is unavailable for a while, and the operator is alerted once', async () => {
  const scene = await openScene()
  await sandbox.control('platform', { transfersAlone: false })
  expect(await scene.open()).toMatchObject({ status: 409, body: { code: 'payoutAccounts.unavailable' } })
  expect((await scene.account()).status).toBe('unavailable')
  await scene.open()
  await runJobs()
  const alerts = world.inbox.mails().filter(({ subject }) => subject === 'Der Zahlungsdienst lehnt Konten für Firmen ab')
  expect(alerts.map(({ to }) => to)).toEqual([app.config.adminEmail])
  expect(alerts[0]?.text).toMatch(/StripeInvalidRequestError.*param capabilities req_/)
})

test('is created once even if the connection breaks meanwhile', async () => {
  const scene = await openScene()
  await sandbox.control('faults', { operation: 'Accounts.create', kind: 'dropAfter', times: 1 })
  expect((await scene.open()).status).toBe(200)
  expect(await listAtPsp()).toEqual([(await scene.account()).stripe_connect_account_id])
})

test('whose creation was never answered is created with the same key for 20 hours only', async () => {
  const scene = await openScene()
  await sandbox.control('faults', { operation: 'Accounts.create', kind: 'fail', status: 500, times: 9 })
  expect((await scene.open()).status).toBe(503)
  later(19 * 3_600)
  await passCode(app, scene.person)
  expect((await scene.open()).status).toBe(503)
  later(2 * 3_600)
  await passCode(app, scene.person)
  expect((await scene.open()).status).toBe(503)
  expect(await app.db.selectFrom('payoutAccounts').select('attempt').execute()).toEqual([{ attempt: 2 }])
})

test('is not offered while the PSP refuses, nor when the operator switched it off; bank details still work', async () => {
  const scene = await openScene()
  await sandbox.control('platform', { transfersAlone: false })
  expect(await scene.open()).toMatchObject({ status: 409, body: { error: payoutAccountTexts.unavailable } })
  expect((await scene.account()).status).toBe('unavailable')
  later(3_601)
  await passCode(app, scene.person)
  expect((await scene.account()).status).toBe('none')
  await app.db.insertInto('settings').values({ key: 'directPayouts', value: 'false', updatedAt: app.now() }).execute()
  expect((await scene.account()).status).toBe('unavailable')
  expect(await scene.open()).toMatchObject({ status: 409, body: { error: expect.stringContaining('derzeit nicht verfügbar') } })
  expect((await scene.change(accounts.first)).status).toBe(200)
})

test('what the PSP still asks for is shown with its deadline, and its dashboard is opened once the account is completed', async () => {
  const scene = await openScene()
  const { id: companyId } = scene.company
  const dashboard = () => scene.person.call('open-payout-dashboard', { companyId })
  expect(await dashboard()).toMatchObject({ status: 409, body: { error: payoutAccountTexts.notCompleted } })
  await scene.open()
  const { stripe_connect_account_id: id, open_requirements: atFirst } = await scene.account()
  expect(atFirst).toContain('Bankkonto')
  const dueAt = new Date(app.now().getTime() + 14 * 86_400_000)
  await sandbox.control('account', { account: id, state: 'restricted', due: Math.floor(dueAt.getTime() / 1_000) })
  await scene.webhook(id)
  const { open_requirements, requirements_due_at } = await scene.account()
  expect(open_requirements).toEqual(['Nachweis (zum Beispiel Ausweis)'])
  expect(Math.floor(new Date(requirements_due_at).getTime() / 1_000)).toBe(Math.floor(dueAt.getTime() / 1_000))
  expect((await dashboard()).body.url).toContain(sandbox.url)
  later(601)
  expect(await dashboard()).toMatchObject({ status: 403, body: { code: 'step_up_required' } })
})
