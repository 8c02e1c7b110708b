import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PaymentsKeyRefused, PaymentsRefused, PaymentsUnavailable } from '#src/platform/ports/payments.ts'
import { stripePayments } from '#src/platform/ports/stripePayments.ts'
import { signPayload } from '../sandbox/deliveries.ts'
import { openSandbox } from '../sandbox/server.ts'
import { callControl } from '../sandbox/testSandbox.ts'

const secretKey = 'sk_test_port'
let sandbox: Awaited<ReturnType<typeof openSandbox>>
let payments: ReturnType<typeof stripePayments>
beforeAll(async () => {
  sandbox = await openSandbox({ port: 0, secretKey, checksAnswers: true })
  payments = stripePayments({ secretKey, webhookSecret: 'whsec_port', apiUrl: sandbox.url })
})
beforeEach(() => control('reset'))
afterAll(() => sandbox.close())

const control = (verb: string, body: object = {}) => callControl(sandbox.url, verb, body)
const details = { companyId: 'c-1', email: 'post@glanzwerk.example', name: 'Glanzwerk', idempotencyKey: 'company:c-1:account' }

test('an account is made once, completed on its page and read again', async () => {
  const made = await payments.createPayoutAccount(details)
  expect(made).toEqual({
    id: expect.stringMatching(/^acct_/),
    companyId: 'c-1',
    detailsSubmitted: false,
    canBePaid: false,
    bankAccount: null,
    openRequirements: expect.arrayContaining(['external_account']),
    requirementsDueAt: null,
  })
  expect((await payments.createPayoutAccount(details)).id).toBe(made.id)
  const { url } = await payments.openPayoutAccountLink({
    accountId: made.id,
    refreshUrl: 'http://127.0.0.1:9/neu',
    returnUrl: 'http://127.0.0.1:9/zurueck',
  })
  await fetch(url)
  const form = new URLSearchParams({ intention: 'confirm', name: 'Glanzwerk', iban: 'DE89370400440532013000' })
  expect((await fetch(url, { method: 'POST', body: form, redirect: 'manual' })).headers.get('location')).toBe('http://127.0.0.1:9/zurueck')
  expect(await payments.findPayoutAccount(made.id)).toEqual({
    ...made,
    detailsSubmitted: true,
    canBePaid: true,
    bankAccount: { fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/), label: 'TESTBANK, DE •••• 3000' },
    openRequirements: [],
  })
  expect((await fetch((await payments.openPayoutDashboardLink({ accountId: made.id })).url)).status).toBe(200)
  await control('account', { account: made.id, state: 'restricted' })
  expect(await payments.findPayoutAccount(made.id)).toMatchObject({
    detailsSubmitted: true,
    canBePaid: false,
    openRequirements: ['individual.verification.document'],
  })
})

test('after a lost answer the same details give the same account, changed details another', async () => {
  await control('faults', { operation: 'Accounts.create', kind: 'dropAfter' })
  const made = await payments.createPayoutAccount(details)
  expect((await payments.createPayoutAccount(details)).id).toBe(made.id)
  expect((await payments.createPayoutAccount({ ...details, name: 'Glanzwerk GmbH' })).id).not.toBe(made.id)
})

test('an unknown account is undefined, a PSP out of order is not', async () => {
  expect(await payments.findPayoutAccount('acct_nichts')).toBeUndefined()
  await control('faults', { operation: 'Accounts.retrieve', kind: 'fail', times: 10 })
  await expect(payments.findPayoutAccount('acct_nichts')).rejects.toThrow(PaymentsUnavailable)
  const stranger = stripePayments({ secretKey: 'sk_test_other', webhookSecret: 'whsec_port', apiUrl: sandbox.url })
  await control('clear')
  await expect(stranger.findPayoutAccount('acct_nichts')).rejects.toThrow(PaymentsKeyRefused)
  const link = { accountId: 'acct_nichts', refreshUrl: 'http://127.0.0.1:9/', returnUrl: 'http://127.0.0.1:9/' }
  await expect(payments.openPayoutAccountLink(link)).rejects.toThrow(PaymentsRefused)
})

test('each of several endpoints may sign, a stranger may not', async () => {
  const both = stripePayments({ secretKey, webhookSecret: 'whsec_own,whsec_accounts', apiUrl: sandbox.url })
  const now = new Date()
  const body = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'account.updated',
    data: { object: { id: 'acct_1', object: 'account' } },
  })
  const read = (secret: string) =>
    both.readWebhook({ body, signature: signPayload({ payload: body, secret, timestamp: Math.floor(now.getTime() / 1000) }), now })
  const event = { id: 'evt_1', type: 'account.updated', object: 'payoutAccount', objectId: 'acct_1' }
  expect(await read('whsec_own')).toEqual(event)
  expect(await read('whsec_accounts')).toEqual(event)
  expect(await read('whsec_own,whsec_accounts')).toBeUndefined()
  expect(await read('whsec_other')).toBeUndefined()
})
