import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { cleanRequest } from '#src/platform/server/calls/incoming.ts'
import { enterAs, enterAsOperator, makeCompany, makeOwner } from './factories.ts'
import { companyFields } from './subscriptionFixtures.ts'
import { openTestApp, type Visitor } from './testApp.ts'

const testApp = await openTestApp()
const { app, visitor, newVisitor } = testApp

/** Characters that the database cannot store: a NUL, another control character, half of a surrogate pair. */
const nul = 'Grü\0ße'
const half = 'Grüß Gott von der Firma \ud83d'

const form = (fields: Record<string, string>) => ({
  method: 'POST',
  body: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})

test('a plain form with a NUL is taken, without it', async () => {
  const sender = { name: nul, email: 'katrin@kunde.example' }
  const message = await visitor.request(
    '/functions/v1/send-contact-message',
    form({ ...sender, topic: 'other', message: `${nul}, eine Frage.` }),
  )
  expect(message.status).toBe(303)
  const kept = await app.db.selectFrom('contactMessages').select(['name', 'message']).executeTakeFirst()
  expect(kept).toEqual({ name: 'Grüße', message: 'Grüße, eine Frage.' })
  const { id } = await makeCompany(app)
  const report = { companyId: id, reason: 'untrue', explanation: `${nul}: Die Angaben stimmen nicht.`, ...sender, isGoodFaith: 'on' }
  const notice = await visitor.request('/functions/v1/report-content', form(report))
  expect(notice.status).toBe(303)
  expect((await app.db.selectFrom('contentReports').select('explanation').executeTakeFirst())?.explanation).toMatch(/^Grüße: /)
})

test('a line break of a form counts as one character, as in the browser', async () => {
  const message = `${'a'.repeat(1_990)}\r\n${'b'.repeat(1_009)}`
  const sent = await visitor.request(
    '/functions/v1/send-contact-message',
    form({ name: 'Katrin Bergmann', email: 'katrin@kunde.example', topic: 'other', message }),
  )
  expect(sent.status).toBe(303)
  const kept = await app.db.selectFrom('contactMessages').select('message').executeTakeFirst()
  expect(kept?.message).toBe(message.replace('\r\n', '\n'))
})

test('a signed webhook with a NUL is received', async () => {
  const body = JSON.stringify({
    id: 'evt_\0nul',
    type: 'checkout.session.completed',
    data: { object: { id: 'x\0', object: 'checkout.session' } },
  })
  const at = Math.floor(app.now().getTime() / 1000)
  const hash = createHmac('sha256', app.config.stripe.webhookSecret).update(`${at}.${body}`).digest('hex')
  const headers = { 'stripe-signature': `t=${at},v1=${hash}` }
  expect((await visitor.request('/webhooks/stripe', { method: 'POST', body, headers })).status).toBe(200)
})

test('half a pair in JSON is mended before an audited call keeps it', async () => {
  const operator = await enterAsOperator(app, newVisitor())
  const { body } = await operator.call('admin-create-provider', {
    ...companyFields,
    plan: 'Premium',
    description: half,
    company_name: `${half} GmbH`,
    email: 'neu@anbieter.example',
  })
  expect(body).toMatchObject({ company: { company_name: 'Grüß Gott von der Firma \ufffd GmbH' } })
})

test('half a pair in an audited call of an owner', async () => {
  const company = await makeCompany(app)
  const owner = await enterPastCode(company.id)
  const answer = await owner.call('update-company', { companyId: company.id, ...companyFields, description: half })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
})

test('names of headers, of the query and of the path are cleaned, too', async () => {
  const png = new Uint8Array(Buffer.from('89504e470d0a1a0a', 'hex'))
  const headers = { 'x-file-name': 'a%00b%C2%85.png', 'content-type': 'image/png' }
  const upload = await visitor.request('/functions/v1/upload-booking-attachment', { method: 'POST', body: png, headers })
  expect(upload.status).toBeLessThan(500)
  for (const path of [
    '/storage/v1/object/company-images/a%00b',
    '/sitemaps/%00.xml',
    '/vorschau/%00.png',
    '/functions/v1/own-booking-attachment?attachmentId=%00',
  ])
    expect([path, (await visitor.request(path, {})).status]).toEqual([path, 404])
})

test.each([
  ['/search?q=a%00b', '/search?q=ab'],
  ['/search?q=%00&%00=1', '/search?q=&=1'],
  ['/reinigung/ham%00burg', '/reinigung/hamburg'],
  ['/search?q=%C2%85x%7F', '/search?q=x'],
  ['/search?q=zwei%0AZeilen', '/search?q=zwei%0AZeilen'],
  ['/search?q=100%&location=%zz', '/search?q=100%&location=%zz'],
  ['/%zz%00', '/%zz%00'],
])('the address %s is read as %s', (path, clean) => {
  expect(cleanRequest(new Request(`http://localhost${path}`)).url).toBe(`http://localhost${clean}`)
})

test('a page behind a dirty address keeps the method, headers and body of its request', async () => {
  const dirty = new Request('http://localhost/auth?x=%00', { method: 'POST', body: 'a=1', headers: { 'x-a': 'b' } })
  const clean = cleanRequest(dirty)
  expect([clean.url, clean.method, clean.headers.get('x-a'), await clean.text()]).toEqual(['http://localhost/auth?x=', 'POST', 'b', 'a=1'])
})

test('names of fields are cleaned as values are', async () => {
  const answer = await visitor.request('/rest/v1/rpc/search_companies_safe', {
    method: 'POST',
    body: '{"search\\u0000_term":"x","__proto__":{"a\\u0000":1}}',
  })
  expect(answer.status).toBe(200)
})

async function enterPastCode(companyId: string): Promise<Visitor> {
  const { email } = await makeOwner(app, companyId)
  const person = await enterAs(app, newVisitor(), email)
  await app.db.updateTable('sessions').set({ steppedUpAt: app.now() }).execute()
  return person
}
