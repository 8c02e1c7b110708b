import { beforeEach, expect, test } from 'vitest'
import { companyFields, openSubscriptionFixtures } from './subscriptionFixtures.ts'
import { openTestApp } from './testApp.ts'

const testApp = await openTestApp()
const { app, inbox, newVisitor, runJobs } = testApp
const fixtures = openSubscriptionFixtures(testApp)
beforeEach(fixtures.listen)
const typed = 'opfer@fremd.example'
const to = (address: string) => inbox.mails().filter((mail) => mail.to === address)

async function paidCompany(fields: object = {}) {
  const owner = await fixtures.register(fields)
  const { sessionId } = await fixtures.openCheckout(owner, 'basic')
  await fixtures.pay(sessionId)
  await fixtures.call(owner, 'verify-payment', { sessionId, type: 'subscription' })
  await runJobs()
  return owner
}

test("customers' data go to the account until the address of the registration is proven by its link", async () => {
  const owner = await paidCompany({ email: typed })
  const [link, ...others] = to(typed)
  expect([link?.subject, others]).toEqual(['Bitte bestätigen Sie die E-Mail-Adresse Ihrer Firma', []])
  expect(link?.text).not.toContain('Fugenlos')
  await fixtures.bookOnce(owner.companyId)
  await runJobs()
  expect(to(typed)).toHaveLength(1)
  expect(to(owner.email).filter(({ subject }) => subject.startsWith('Neue Buchung'))).toHaveLength(1)
  // No customer sees the account's own address.
  const shown = inbox.mails().filter((mail) => mail.to !== owner.email && mail.text.includes(owner.email))
  expect(shown).toEqual([])
  inbox.clear()
  const token = /[?&]token=([\w-]{43})/.exec(link?.text ?? '')?.[1]
  expect((await newVisitor().call('confirm-company-email', { token })).status).toBe(200)
  await fixtures.bookOnce(owner.companyId)
  await runJobs()
  expect(to(typed).filter(({ subject }) => subject.startsWith('Neue Buchung'))).toHaveLength(1)
  expect(to(owner.email)).toEqual([])
})

test('saving the company asks again once the link expired, and an address of the account needs none', async () => {
  const owner = await paidCompany({ email: typed })
  testApp.clock.moveTo(new Date(app.now().getTime() + 25 * 3_600_000))
  const save = () => fixtures.call(owner, 'update-company', { ...companyFields, email: typed, companyId: owner.companyId })
  expect((await save()).status).toBe(200)
  expect((await save()).status).toBe(200)
  await runJobs()
  expect(to(typed)).toHaveLength(2)
  inbox.clear()
  const other = await fixtures.register()
  await app.db.updateTable('companies').set({ subscriptionStatus: 'active' }).where('id', '=', other.companyId).execute()
  expect((await fixtures.call(other, 'update-company', { ...companyFields, email: other.email, companyId: other.companyId })).status).toBe(
    200,
  )
  const { emailProven } = await fixtures.readCompany(other.companyId)
  expect(emailProven).toBe(true)
})
