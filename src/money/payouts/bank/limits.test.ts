import { expect, test } from 'vitest'
import { accounts, openBankFixture } from '../../../../tests/bankFixtures.ts'
import { passCode, signInAs } from '../../../../tests/factories.ts'
import { openTestApp } from '../../../../tests/testApp.ts'

const testApp = await openTestApp({ LIMITS_FACTOR: '1' })
const { app, clock } = testApp

test('five changes a day and company, not a sixth; the next day is open', async () => {
  const fixture = await openBankFixture(testApp)
  for (let round = 0; round < 5; round += 1) expect((await fixture.request(accounts.first)).status).toBe(200)
  expect((await fixture.request({ ...accounts.first, bank_account: 'DE1' })).status).toBe(422)
  const refused = await fixture.request(accounts.first)
  expect([refused.status, refused.body.error]).toEqual([
    429,
    'Bankdaten lassen sich höchstens 5-mal am Tag ändern. Bitte versuchen Sie es in 24 Stunden erneut.',
  ])
  const elsewhere = await passCode(app, await signInAs(testApp.newVisitor('203.0.113.99'), fixture.owner.email))
  expect((await fixture.request(accounts.first, elsewhere)).status).toBe(429)
  clock.moveTo(new Date(app.now().getTime() + 86_401_000))
  await passCode(app, fixture.person)
  expect((await fixture.request(accounts.first)).status).toBe(200)
})
