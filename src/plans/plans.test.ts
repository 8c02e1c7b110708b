import { beforeEach, expect, test } from 'vitest'
import { openSubscriptionScenes } from '../../tests/subscriptionScenes.ts'
import { openWorld } from '../../tests/world.ts'

const world = await openWorld()
const { app } = world
const scenes = openSubscriptionScenes(world)
beforeEach(scenes.listen)

test('a company registers, pays and is listed', async () => {
  const provider = await scenes.register()
  expect(await scenes.readCompany(provider.companyId)).toMatchObject({ subscriptionStatus: 'incomplete', isListed: false, premium: false })
  const { url, sessionId } = await scenes.openCheckout(provider, 'premium')
  expect((await scenes.openCheckout(provider, 'premium')).url).toBe(url)
  const ids = { sessionId, companyId: provider.companyId, type: 'subscription' }
  expect((await scenes.call(provider, 'verify-payment', ids)).body).toEqual({ paid: false })
  await scenes.pay(sessionId)
  expect((await scenes.call(provider, 'verify-payment', ids)).body).toEqual({ paid: true })
  expect((await scenes.call(provider, 'get-company-subscription')).body).toEqual({
    company_name: 'Fugenlos Fliesen',
    subscription_status: 'active',
  })
  expect(await scenes.readCompany(provider.companyId)).toMatchObject({ plan: 'premium', premium: true, isListed: true })
  await scenes.arrive()
  expect(await scenes.subjectsTo(provider)).toEqual(['Ihr Abonnement hat begonnen'])
  expect(await app.db.selectFrom('reconciliationBreaks').selectAll().execute()).toEqual([])
})
