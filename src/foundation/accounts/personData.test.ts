import { expect, test } from 'vitest'
import { issueSample } from '../../../tests/documentFixtures.ts'
import { makeCompany, makeUser, rightPassword, signInAs } from '../../../tests/factories.ts'
import { openTaxFixtures } from '../../../tests/taxFixtures.ts'
import { openTestApp, type Visitor } from '../../../tests/testApp.ts'

const testApp = await openTestApp()
const { app, inbox, newVisitor, runJobs } = testApp
const email = 'katrin@kunde.example'

test('the export holds the account, its sessions and its companies, and no secret', async () => {
  const user = await makeUser(app)
  await makeCompany(app, { userId: user.id })
  const visitor = await signInAs(newVisitor(), email)
  const refused = await visitor.call('export-own-data', {})
  expect([refused.status, refused.body.code]).toEqual([403, 'step_up_required'])
  await passCode(visitor)
  const { body } = await visitor.call('export-own-data', {})
  expect([body.account.email, body.sessions.length, body.companies[0].companyName]).toEqual([email, 1, 'Glanzwerk Altona'])
  expect(JSON.stringify(body)).not.toMatch(/argon2|[Hh]ash/)
})

test('what a company said about itself and its tax, and our invoices to it, stand in the export in clear', async () => {
  const user = await makeUser(app)
  const { id: companyId } = await openTaxFixtures(testApp).seller('person')
  await app.db.updateTable('companies').set({ userId: user.id }).where('id', '=', companyId).execute()
  await issueSample(app, companyId)
  const visitor = await signInAs(newVisitor(), email)
  await passCode(visitor)
  const { body } = await visitor.call('export-own-data', {})
  expect(body.businessDetails).toMatchObject([
    {
      companyId,
      status: 'submitted',
      details: { lastName: 'Demir', birthDate: '1980-12-24' },
      taxProfiles: [{ taxNumber: '22/815/08156' }],
    },
  ])
  expect(body.documents).toMatchObject([{ companyId, number: 'RE-2026-000001', facts: { grossCents: expect.any(Number) } }])
  expect(body.taxReports).toEqual([])
  expect(JSON.stringify(body)).not.toMatch(/sealed|k1:/)
})

test('an account is deleted with its password, and its company leaves the marketplace with it', async () => {
  const user = await makeUser(app)
  const company = await makeCompany(app, { userId: user.id })
  const visitor = await signInAs(newVisitor(), email)
  expect((await visitor.call('delete-own-account', { password: 'Falsche-Tasse-1' })).body.code).toBe('accounts.wrongPassword')
  expect((await visitor.call('delete-own-account', { password: rightPassword })).status).toBe(200)
  expect((await visitor.call('auth/session', {})).body.session).toBeNull()
  for (const table of ['users', 'sessions', 'knownDevices'] as const) {
    expect((await app.db.selectFrom(table).selectAll().execute()).length).toBe(0)
  }
  const left = await app.db.selectFrom('companies').select(['isListed', 'userId', 'phone']).where('id', '=', company.id).execute()
  expect(left).toEqual([{ isListed: false, userId: null, phone: '' }])
})

test('a person without a company exports without a code', async () => {
  await makeUser(app)
  const { status, body } = await (await signInAs(newVisitor(), email)).call('export-own-data', {})
  expect([status, body.account.email]).toEqual([200, email])
})

test('of a deleted account neither its reviews nor its answered messages keep the address; unconfirmed reviews go', async () => {
  await makeUser(app)
  const [company, other] = [await makeCompany(app), await makeCompany(app, { companyName: 'Zweite Firma' })]
  const words = { customerName: 'Katrin B.', customerEmail: email, rating: 4, comment: 'Gut.' }
  const publishedAt = app.now()
  await app.db
    .insertInto('reviews')
    .values({ ...words, companyId: company.id, publishedAt })
    .execute()
  await app.db
    .insertInto('reviews')
    .values({ ...words, companyId: other.id })
    .execute()
  const message = { name: 'Katrin B.', email, topic: 'other' as const, message: 'Hallo', isSuspect: false, createdAt: app.now() }
  await app.db
    .insertInto('contactMessages')
    .values([{ ...message, doneAt: app.now() }, message])
    .execute()
  const visitor = await signInAs(newVisitor(), email)
  expect((await visitor.call('delete-own-account', { password: rightPassword })).status).toBe(200)
  const reviews = await app.db.selectFrom('reviews').select(['companyId', 'customerName', 'customerEmail', 'comment']).execute()
  expect(reviews).toEqual([{ companyId: company.id, customerName: 'Katrin B.', customerEmail: '', comment: 'Gut.' }])
  const messages = await app.db.selectFrom('contactMessages').select(['email', 'doneAt']).execute()
  expect(messages).toEqual([{ email, doneAt: null }])
})

async function passCode(visitor: Visitor) {
  await visitor.call('send-2fa-code', {})
  await runJobs()
  const code = /\b(\d{6})\b/.exec(inbox.mails().find((mail) => /Code/.test(mail.subject))?.text ?? '')?.[1]
  expect((await visitor.call('verify-2fa-code', { code })).status).toBe(200)
}
