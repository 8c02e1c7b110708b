import { afterAll, beforeEach, expect, test } from 'vitest'
import { neededEvents } from '#src/platform/ports/stripeEvents.ts'
import { openSandbox } from '../sandbox/server.ts'
import { checkStripe } from '../scripts/admin/stripeQuestions.ts'

/** The go-live check against the sandbox: never against the real Stripe. */
const secretKey = 'sk_test_check'
const publicUrl = 'https://markt.example'
const sandbox = await openSandbox({ port: 0, secretKey })
afterAll(() => sandbox.close())

const post = (path: string, body: BodyInit, type: string) =>
  fetch(`${sandbox.url}/${path}`, { method: 'POST', body, headers: { authorization: `Bearer ${secretKey}`, 'content-type': type } })
const control = (verb: string, body: object = {}) => post(`__control/${verb}`, JSON.stringify(body), 'application/json')
const register = (events: readonly string[]) => {
  const form = new URLSearchParams({ url: `${publicUrl}/webhooks/stripe` })
  for (const name of events) form.append('enabled_events[]', name)
  return post('v1/webhook_endpoints', form, 'application/x-www-form-urlencoded')
}
const wrong = async () =>
  (await checkStripe({ secretKey, apiUrl: sandbox.url, publicUrl })).filter(({ isRight }) => !isRight).map(({ answer }) => answer)

beforeEach(async () => {
  await control('reset')
})

test('an account that is ready answers all eight questions', async () => {
  await register(neededEvents)
  const findings = await checkStripe({ secretKey, apiUrl: sandbox.url, publicUrl })
  expect(findings.map(({ isRight, answer }) => (isRight ? 'right' : answer))).toEqual(Array.from({ length: 8 }, () => 'right'))
})

test('what is missing is named: events, the approval of accounts, permissions of a restricted key', async () => {
  await register(neededEvents.filter((name) => name !== 'refund.failed'))
  expect(await wrong()).toEqual(['missing: refund.failed'])
  await control('platform', { transfersAlone: false, lacks: ['Refunds.create', 'Disputes.retrieve'] })
  const found = await wrong()
  expect(found).toHaveLength(4)
  expect(found.join(' ')).toMatch(/param capabilities.*refund\.failed.*rak_disputes_read.*refund \(rak_refunds_write\)/)
})

test('a rolled key fails every question', async () => {
  await control('platform', { isKeyRolled: true })
  expect(await wrong()).toHaveLength(8)
})
