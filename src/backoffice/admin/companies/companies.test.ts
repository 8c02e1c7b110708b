import { expect, test } from 'vitest'
import { accounts } from '../../../../tests/bankFixtures.ts'
import { companyBody, formOf, openCompanyFixtures } from '../../../../tests/companyFixtures.ts'
import { makeCompany, makeUser, signInAs } from '../../../../tests/factories.ts'
import { openTestApp } from '../../../../tests/testApp.ts'

const testApp = await openTestApp()
const { app, clock, inbox, newVisitor, runJobs } = testApp
const { operator, companyRow, auditOf, mailedClaimCode } = openCompanyFixtures(testApp)

type Admin = Awaited<ReturnType<typeof operator>>
const create = (admin: Admin, fields: object = {}, headers = {}) => admin.call('admin-create-provider', companyBody(fields), headers)
const read = async (admin: Admin, companyId: string) => (await admin.call('admin-read-provider', { companyId })).body
const later = (minutes: number) => clock.moveTo(new Date(app.now().getTime() + minutes * 60_000))

test('a company is entered: Premium without payment, verified, listed, and its mail carries the code that ties it to an account', async () => {
  const admin = await operator()
  const { status, body } = await create(admin, { company_name: '  Malerei Nordlicht  ', hourly_rate: '34,50', plan: 'basic' })
  expect(status).toBe(200)
  const { id } = body.company
  expect(body.company).toMatchObject({
    company_name: 'Malerei Nordlicht',
    plan: 'premium',
    premium: true,
    verified: true,
    hourly_rate: 34.5,
  })
  expect(await companyRow(id)).toMatchObject({
    ...{ subscriptionKind: 'granted', subscriptionStatus: 'active', isListed: true, website: null, postcode: '22767', town: 'Hamburg' },
    ...{ hourlyRateCents: 3_450, userId: null },
  })
  expect((await read(admin, id)).claim.state).toBe('waiting')
  const code = await mailedClaimCode('post@nordlicht.example')
  expect(code).toMatch(/^\d{8}$/)
  expect((await read(admin, id)).claim).toMatchObject({ state: 'sent', sent_at: expect.any(String) })
  expect((await auditOf(id)).map(({ action }) => action)).toEqual(['companies.create'])

  await makeUser(app, { email: 'jonte@nordlicht.example' })
  const owner = await signInAs(newVisitor(), 'jonte@nordlicht.example')
  expect((await owner.call('claim-company', { companyEmail: 'post@nordlicht.example', code })).status).toBe(200)
  expect((await read(admin, id)).claim.state).toBe('claimed')
  const refused = await admin.call('admin-issue-claim-code', { companyId: id })
  expect([refused.status, refused.body.code]).toEqual([409, 'companies.isClaimed'])
})

test('missing fields are reported in the specified order, with their texts', async () => {
  const admin = await operator()
  const empty = { company_name: ' ', category: '', email: ' ', phone: '', contact_person: '', location: '', description: ' ' }
  const { status, body } = await create(admin, empty)
  expect(status).toBe(422)
  expect(Object.values(body.fields)).toEqual([
    ['Firmenname ist erforderlich'],
    ['Kategorie ist erforderlich'],
    ['E-Mail ist erforderlich'],
    ['Telefonnummer ist erforderlich'],
    ['Ansprechpartner ist erforderlich'],
    ['Standort ist erforderlich'],
    ['Beschreibung ist erforderlich'],
  ])
  expect(await app.db.selectFrom('companies').select('id').execute()).toEqual([])
})

test.each([
  ['Reparaturen', 'Wartung'],
  ['Garten & Landschaft', 'Garten'],
  ['Umzug & Transport', 'Transport'],
  ['IT & Technik', 'IT-Services'],
  ['Sonstige', 'Sonstiges'],
  ['Handwerk', 'Handwerk'],
])('the category %s is kept as %s', async (typed, kept) => {
  const { body } = await create(await operator(), { category: typed })
  expect(body.company.category).toBe(kept)
})

test.each([
  ['', null],
  [null, null],
  ['abc', 0],
  ['-5', 0],
  [-5, 0],
  [34.5, 34.5],
  ['12,5', 12.5],
])('the hourly rate %j is kept as %j', async (typed, kept) => {
  expect((await create(await operator(), { hourly_rate: typed })).body.company.hourly_rate).toBe(kept)
})

test('bank details are optional as a whole, checked as everywhere, and kept sealed', async () => {
  const admin = await operator()
  const wrong = await create(admin, { account_holder: '', bank_account: 'DE00 1234', bank_code: 'x' })
  expect([wrong.status, wrong.body.fields]).toEqual([
    422,
    { account_holder: ['Kontoinhaber ist erforderlich'], bank_account: ['Ungültige IBAN'], bank_code: ['Ungültige BIC'] },
  ])
  const { body } = await create(admin, accounts.first)
  const { sealed, changedAt } = await app.db.selectFrom('bankDetails').selectAll().executeTakeFirstOrThrow()
  expect([sealed.includes('DE89'), changedAt]).toEqual([false, null])
  expect((await read(admin, body.company.id)).bank.bank_account).toBe('DE89 •••• •••• •••• ••30 00')
  expect(JSON.stringify(await auditOf(body.company.id))).not.toContain('DE89370400440532013000')
})

test('the same company is created once: by its key, by name and address, and with twenty parallel requests', async () => {
  const admin = await operator()
  const key = { 'idempotency-key': 'eine-lange-zufaellige-kennung' }
  const [first, again] = [await create(admin, {}, key), await create(admin, {}, key)]
  expect(again.body.company.id).toBe(first.body.company.id)
  const twin = await create(admin, { company_name: 'malerei nordlicht', email: 'POST@nordlicht.example' })
  expect([twin.status, twin.body.error]).toEqual([409, 'Diesen Anbieter gibt es schon: gleicher Firmenname und gleiche E-Mail-Adresse.'])
  const other = { company_name: 'Andere Malerei' }
  const answers = await Promise.all(Array.from({ length: 20 }, () => create(admin, other)))
  expect(answers.filter(({ status }) => status === 200).length).toBe(1)
  await runJobs()
  expect(inbox.mails().length).toBe(2)
})

test('a mail that is refused leaves the company, says so, and a new code is mailed', async () => {
  const admin = await operator()
  const { body } = await create(admin, { email: 'unbekannt@nordlicht.example' })
  const { id } = body.company
  const { occasion } = await app.db
    .selectFrom('claimCodes')
    .select('mailId')
    .executeTakeFirstOrThrow()
    .then(({ mailId }) => ({
      occasion: `company:claim:${mailId}`,
    }))
  await app.db.insertInto('sentMails').values({ occasion, messageId: '<x@y>', sentAt: app.now(), refusedCode: 550 }).execute()
  expect((await read(admin, id)).claim.state).toBe('refused')
  expect((await admin.call('admin-issue-claim-code', { companyId: id })).status).toBe(200)
  expect(await mailedClaimCode('unbekannt@nordlicht.example')).toMatch(/^\d{8}$/)
  expect((await read(admin, id)).claim.state).toBe('sent')
  later(15 * 24 * 60)
  expect((await read(await operator(), id)).claim.state).toBe('expired')
})

test('the list: searched by name, place and person, filtered, sorted, paged, with exact counts; archived ones only when asked for', async () => {
  const admin = await operator()
  await makeCompany(app, {
    companyName: 'Ägir Bau',
    location: '24103 Kiel',
    contactPerson: 'Ole Maß',
    category: 'Handwerk',
    createdAt: hoursAgo(3),
  })
  await makeCompany(app, {
    companyName: 'Zimt Catering',
    location: '20095 Hamburg',
    contactPerson: 'Ada Weiß',
    category: 'Catering',
    createdAt: hoursAgo(2),
  })
  await makeCompany(app, {
    companyName: 'Blank',
    location: '28195 Bremen',
    contactPerson: 'Ida Roth',
    plan: 'premium',
    suspendedAt: app.now(),
    createdAt: hoursAgo(1),
  })
  await makeCompany(app, { companyName: 'Altfirma', archivedAt: app.now(), verified: false, subscriptionStatus: 'canceled' })
  const names = async (query: object) => {
    const { body } = await admin.call('admin-list-providers', query)
    return [body.total, body.rows.map(({ company_name }: { company_name: string }) => company_name)]
  }
  expect(await names({})).toEqual([3, ['Blank', 'Zimt Catering', 'Ägir Bau']])
  expect(await names({ sort: 'nameAsc' })).toEqual([3, ['Ägir Bau', 'Blank', 'Zimt Catering']])
  expect(await names({ search: 'AEGIR' })).toEqual([1, ['Ägir Bau']])
  expect(await names({ search: 'kiel' })).toEqual([1, ['Ägir Bau']])
  expect(await names({ search: 'weiss' })).toEqual([1, ['Zimt Catering']])
  expect(await names({ search: '100%' })).toEqual([0, []])
  expect(await names({ category: 'Catering' })).toEqual([1, ['Zimt Catering']])
  expect(await names({ plan: 'premium' })).toEqual([1, ['Blank']])
  expect(await names({ state: 'suspended' })).toEqual([1, ['Blank']])
  expect(await names({ state: 'listed', sort: 'oldest' })).toEqual([2, ['Ägir Bau', 'Zimt Catering']])
  expect(await names({ state: 'archived', verified: 'no', status: 'canceled' })).toEqual([1, ['Altfirma']])
  expect(await names({ pageSize: 2, page: 2 })).toEqual([3, ['Ägir Bau']])
  const csv = await (await admin.request('/functions/v1/admin-providers.csv?search=weiss', {})).text()
  expect(csv.trim().split('\r\n').length).toBe(2)
  expect(csv).toContain('Zimt Catering;Catering;20095 Hamburg;Ada Weiß')
})
const hoursAgo = (hours: number) => new Date(app.now().getTime() - hours * 3_600_000)

test('a change is written and recorded with before and after; of two at once the second is refused as outdated', async () => {
  const admin = await operator()
  const { id } = (await create(admin)).body.company
  const known = await read(admin, id)
  later(1)
  const answers = await Promise.all(
    ['Neuer Name', 'Anderer Name'].map((company_name) =>
      admin.call('admin-update-company', formOf(known, { company_name, plan: 'basic' })),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const refused = answers.find(({ status }) => status === 409)?.body
  expect([refused.code, refused.error]).toEqual([
    'companies.changedMeanwhile',
    'Dieser Anbieter wurde inzwischen geändert. Laden Sie den neuen Stand und prüfen Sie Ihre Eingaben.',
  ])
  const [, change] = await auditOf(id)
  expect(change).toMatchObject({ action: 'companies.change', before: { companyName: 'Malerei Nordlicht', plan: 'premium' } })
  expect(Object.keys(change?.after ?? {}).sort()).toEqual(['companyName', 'plan'])
})

test('a change says what is missing at each field, in its own words', async () => {
  const admin = await operator()
  const { id } = (await create(admin)).body.company
  const empty = { company_name: '', category: '', contact_person: '', email: '', phone: '', location: '', description: '' }
  const { status, body } = await admin.call('admin-update-company', formOf(await read(admin, id), empty))
  expect([status, body.fields]).toEqual([
    422,
    {
      company_name: ['Firmenname ist erforderlich'],
      category: ['Kategorie ist erforderlich'],
      location: ['Standort ist erforderlich'],
      contact_person: ['Ansprechpartner ist erforderlich'],
      email: ['E-Mail ist erforderlich'],
      phone: ['Telefon ist erforderlich'],
    },
  ])
})

test('the plan of a paying company follows its subscription; everything else of it may be changed', async () => {
  const admin = await operator()
  const { id } = await makeCompany(app, { plan: 'basic' })
  const known = await read(admin, id)
  const { status, body } = await admin.call('admin-update-company', formOf(known, { plan: 'premium' }))
  expect([status, body.fields]).toEqual([422, { plan: ['Der Plan folgt dem Abonnement.'] }])
  expect((await admin.call('admin-update-company', formOf(known, { premium: true }))).status).toBe(422)
  expect((await admin.call('admin-update-company', formOf(known, { verified: false, hourly_rate: 'quatsch' }))).status).toBe(200)
  expect(await companyRow(id)).toMatchObject({ plan: 'basic', verified: false, hourlyRateCents: 0 })
})
