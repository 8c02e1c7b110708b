import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { makeCompany } from '../../../tests/factories.ts'
import { letter, openMailingFixtures } from '../../../tests/mailingFixtures.ts'
import { openTestApp, type Visitor } from '../../../tests/testApp.ts'

const testApp = await openTestApp()
const { app, inbox } = testApp
const { signInAdmin } = openMailingFixtures(testApp)
let admin: Visitor
beforeEach(async () => {
  admin = await signInAdmin()
})

const whom = { companyName: 'Glanzwerk Altona', contactPerson: 'Meike Petersen' }
const added = { ...whom, dashboardCode: '12345678', dashboardUrl: `${app.config.publicUrl}/dashboard` }
const send = (body: object, headers = {}) => admin.call('send-email', body, headers)

test('admin_provider_added: the code and the way to the dashboard, sealed in the queue, once per key', async () => {
  await makeCompany(app)
  const request = { to: '  Kontakt@Glanzwerk.example ', type: 'admin_provider_added', data: added }
  const key = { 'idempotency-key': 'einzelmail-schluessel' }
  const { status, body } = await send(request, key)
  expect([status, body]).toEqual([200, { success: true, messageId: expect.stringMatching(/^<[0-9a-f]{40}@localhost>$/) }])
  expect((await send(request, key)).body).toEqual(body)
  const { rows } = await sql<{ payload: string }>`select payload::text as payload from graphile_worker._private_jobs`.execute(app.db)
  expect([rows.length, rows.some(({ payload }) => payload.includes('12345678'))]).toEqual([1, false])
  await testApp.runJobs()
  const [mail, ...others] = inbox.mails()
  expect([mail?.to, mail?.messageId, others]).toEqual(['kontakt@glanzwerk.example', body.messageId, []])
  expect(mail?.text).toMatch(/1234 ?5678/)
  expect(mail?.text).toContain(`${app.config.publicUrl}/dashboard`)
})

test('bulk_provider_email: subject, message, the operator’s addition, and the opt-out link', async () => {
  const company = await makeCompany(app)
  const data = { ...whom, ...letter, adminMessage: 'Eine Anmerkung.' }
  const { body } = await send({ to: company.email, type: 'bulk_provider_email', data })
  await testApp.runJobs()
  const [mail] = inbox.mails()
  expect([mail?.subject, mail?.messageId]).toEqual([letter.subject, body.messageId])
  expect(mail?.text).toContain('Guten Tag Meike Petersen,')
  expect(mail?.text).toContain('Zweiter Absatz mit Grüßen.\n\nEine Anmerkung.')
  expect(mail?.headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  await app.db.insertInto('mailingOptOuts').values({ companyId: company.id, optedOutAt: app.now() }).execute()
  const refused = await send({ to: company.email, type: 'bulk_provider_email', data: { ...data, adminMessage: true } })
  expect([refused.status, refused.body.error]).toEqual([409, 'Dieser Anbieter hat Rund-Mails abbestellt.'])
})

test.each([
  [{ type: 'admin_provider_added', data: added }, 'to', 'Empfänger ist erforderlich'],
  [{ to: ' ', type: 'admin_provider_added', data: added }, 'to', 'Empfänger ist erforderlich'],
  [{ to: 'keine-adresse', type: 'admin_provider_added', data: added }, 'to', 'Ungültiges E-Mail-Format'],
  [{ to: 'a@b.example,c@d.example', type: 'admin_provider_added', data: added }, 'to', 'Ungültiges E-Mail-Format'],
  [{ to: 'kontakt@glanzwerk.example', data: added }, 'type', 'Typ ist erforderlich'],
  [{ to: 'kontakt@glanzwerk.example', type: 'newsletter', data: added }, 'type', 'Typ ist erforderlich'],
  [{ to: 'kontakt@glanzwerk.example', type: 'admin_provider_added' }, 'data', 'Daten sind erforderlich'],
  [
    { to: 'kontakt@glanzwerk.example', type: 'bulk_provider_email', data: { ...whom, ...letter, subject: '' } },
    'data.subject',
    'Bitte Betreff und Nachricht eingeben',
  ],
  [
    { to: 'kontakt@glanzwerk.example', type: 'admin_provider_added', data: { ...added, dashboardUrl: 'https://boese.example/dashboard' } },
    'data.dashboardUrl',
    'Der Link muss auf diese Website führen.',
  ],
])('%j is refused at %s: %s', async (body, field, text) => {
  await makeCompany(app)
  const { status, body: answer } = await send(body)
  expect([status, answer.fields]).toEqual([422, { [field]: [text] }])
})

test('only a registered company gets one; otherwise nothing is sent or logged', async () => {
  await makeCompany(app, { email: 'weg@anbieter.example', archivedAt: app.now() })
  for (const to of ['fremd@example.com', 'weg@anbieter.example']) {
    const { status, body } = await send({ to, type: 'admin_provider_added', data: added })
    expect([status, body.error]).toEqual([404, 'Diese Adresse gehört zu keinem Anbieter.'])
  }
  await testApp.runJobs()
  expect(inbox.mails()).toEqual([])
  expect(await app.db.selectFrom('auditLog').selectAll().execute()).toEqual([])
})

test('the log has type, subject and company, and no code', async () => {
  const company = await makeCompany(app)
  const { body } = await send({ to: company.email, type: 'admin_provider_added', data: added })
  const [row] = await app.db.selectFrom('auditLog').selectAll().execute()
  expect(row).toMatchObject({ action: 'mailings.sendEmail', objectType: 'company', objectId: company.id })
  expect(row?.after).toMatchObject({ type: 'admin_provider_added', messageId: body.messageId })
  expect(JSON.stringify(row)).not.toContain('12345678')
})
