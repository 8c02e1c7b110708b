import { beforeEach, expect, test } from 'vitest'
import { companyFields, openSubscriptionScenes } from './subscriptionScenes.ts'
import { openWorld } from './world.ts'

const world = await openWorld()
const { app, inbox, newVisitor, runJobs } = world
const scenes = openSubscriptionScenes(world)
beforeEach(scenes.listen)
const typed = 'opfer@fremd.example'
const to = (address: string) => inbox.mails().filter((mail) => mail.to === address)

async function paidCompany(fields: object = {}) {
  const owner = await scenes.register(fields)
  const { sessionId } = await scenes.openCheckout(owner, 'basic')
  await scenes.pay(sessionId)
  await scenes.call(owner, 'verify-payment', { sessionId, type: 'subscription' })
  await runJobs()
  return owner
}

test("customers' data go to the account until the address of the registration is proven by its link", async () => {
  const owner = await paidCompany({ email: typed })
  const [link, ...others] = to(typed)
  expect([link?.subject, others]).toEqual(['Bitte bestätigen Sie die E-Mail-Adresse Ihrer Firma', []])
  expect(link?.text).not.toContain('Fugenlos')
  await scenes.bookOnce(owner.companyId)
  await runJobs()
  expect(to(typed)).toHaveLength(1)
  expect(to(owner.email).filter(({ subject }) => subject.startsWith('Neue Buchung'))).toHaveLength(1)
  // No customer sees the account's own address.
  const shown = inbox.mails().filter((mail) => mail.to !== owner.email && mail.text.includes(owner.email))
  expect(shown).toEqual([])
  inbox.clear()
  const token = /[?&]token=([\w-]{43})/.exec(link?.text ?? '')?.[1]
  expect((await newVisitor().call('confirm-company-email', { token })).status).toBe(200)
  await scenes.bookOnce(owner.companyId)
  await runJobs()
  expect(to(typed).filter(({ subject }) => subject.startsWith('Neue Buchung'))).toHaveLength(1)
  expect(to(owner.email)).toEqual([])
})

test('saving the company asks again once the link expired, and an address of the account needs none', async () => {
  const owner = await paidCompany({ email: typed })
  world.clock.moveTo(new Date(app.now().getTime() + 25 * 3_600_000))
  const save = () => scenes.call(owner, 'update-company', { ...companyFields, email: typed, companyId: owner.companyId })
  expect((await save()).status).toBe(200)
  expect((await save()).status).toBe(200)
  await runJobs()
  expect(to(typed)).toHaveLength(2)
  inbox.clear()
  const other = await scenes.register()
  await app.db.updateTable('companies').set({ subscriptionStatus: 'active' }).where('id', '=', other.companyId).execute()
  expect((await scenes.call(other, 'update-company', { ...companyFields, email: other.email, companyId: other.companyId })).status).toBe(
    200,
  )
  const { emailProven } = await scenes.readCompany(other.companyId)
  expect(emailProven).toBe(true)
})
