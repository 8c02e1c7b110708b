import { expect, test } from 'vitest'
import { accounts, openBankScene } from '../../../../tests/bankScenes.ts'
import { passCode, signInAs } from '../../../../tests/factories.ts'
import { openWorld } from '../../../../tests/world.ts'

const world = await openWorld({ LIMITS_FACTOR: '1' })
const { app, clock } = world

test('five changes a day and company, not a sixth; the next day is open', async () => {
  const scene = await openBankScene(world)
  for (let round = 0; round < 5; round += 1) expect((await scene.request(accounts.first)).status).toBe(200)
  expect((await scene.request({ ...accounts.first, bank_account: 'DE1' })).status).toBe(422)
  const refused = await scene.request(accounts.first)
  expect([refused.status, refused.body.error]).toEqual([
    429,
    'Bankdaten lassen sich höchstens 5-mal am Tag ändern. Bitte versuchen Sie es in 24 Stunden erneut.',
  ])
  const elsewhere = await passCode(app, await signInAs(world.newVisitor('203.0.113.99'), scene.owner.email))
  expect((await scene.request(accounts.first, elsewhere)).status).toBe(429)
  clock.moveTo(new Date(app.now().getTime() + 86_401_000))
  await passCode(app, scene.person)
  expect((await scene.request(accounts.first)).status).toBe(200)
})
