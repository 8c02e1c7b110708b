import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startDueRuns } from '#src/money/payouts/runs/scheduleActions.ts'
import { listSchedule } from '#src/money/payouts/runs/scheduleStore.ts'
import { openDashboardFixtures } from '../../../tests/dashboardFixtures.ts'
import { bookingRequestFor, makeCompany } from '../../../tests/factories.ts'
import { openTestApp, type Visitor } from '../../../tests/testApp.ts'

const testApp = await openTestApp()
const { app, newVisitor } = testApp
const { makeCompanyWithOwner, moveBothClocks, bookPaid, refund, loseDispute, insertBookings } = openDashboardFixtures(testApp)
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
) as Buffer<ArrayBuffer>

test('without a company everything is empty, and nothing fails', async () => {
  const { visitor } = await makeCompanyWithOwner()
  await app.db.updateTable('companies').set({ userId: null }).execute()
  const { status, body } = await visitor.call('get-dashboard-data', {})
  expect([status, body.companies, body.company, body.bookings, body.revenue_by_month.length]).toEqual([200, [], null, [], 12])
})

test("the company with the person's address is shown, else the oldest; the person switches to any other of theirs", async () => {
  const { visitor, owner, company } = await makeCompanyWithOwner()
  const another = await makeCompany(app, { companyName: 'Zweitwerk', userId: owner.id })
  const foreign = await makeCompany(app)
  const read = async (body: object = {}) => (await visitor.call('get-dashboard-data', body)).body
  expect([(await read()).company, (await read()).companies.map(({ id }: { id: string }) => id)]).toEqual([
    company.id,
    [company.id, another.id],
  ])
  await app.db.updateTable('companies').set({ email: owner.email.toUpperCase() }).where('id', '=', another.id).execute()
  expect((await read()).company).toBe(another.id)
  expect((await read({ companyId: company.id })).company).toBe(company.id)
  expect(await read({ companyId: foreign.id })).toMatchObject({ error: 'Firma nicht gefunden', code: 'companies.notYours' })
  expect(JSON.stringify(await read())).not.toMatch(/bank|iban|stripe|user_?id/i)
})

test('a lost dispute reduces the earnings', async () => {
  const { visitor, company } = await makeCompanyWithOwner()
  await bookPaid(company.id, 100)
  const lost = await bookPaid(company.id, 138)
  await loseDispute(lost)
  const { stats } = await dashboardOf(visitor)
  expect(stats).toMatchObject({ total_revenue: 100, company_share: 97 })
})

test('figures are what the ledger says: paid less refunds, gross, with the share beneath, by Berlin month', async () => {
  const { visitor, company } = await makeCompanyWithOwner()
  const other = await makeCompany(app)
  // 23:30 in Berlin is still January; 00:30 is February although UTC has January.
  await moveBothClocks('2027-01-31T22:30:00Z')
  await bookPaid(company.id, 100)
  await moveBothClocks('2027-01-31T23:30:00Z')
  const half = await bookPaid(company.id, 138)
  const whole = await bookPaid(company.id, 50)
  await bookPaid(other.id, 999)
  await newVisitor().call('create-booking-payment', bookingRequestFor(app, company.id, { amount: 77 }))
  await moveBothClocks('2027-03-02T12:00:00Z')
  await refund(half, 6_900)
  await refund(whole, 5_000)

  const { stats, revenue_by_month } = await dashboardOf(visitor)
  expect(stats).toEqual({ total_bookings: 4, paid_bookings: 2, total_revenue: 169, company_share: 163.93, account_status: 'active' })
  expect(revenue_by_month.map(({ month }: { month: string }) => month)).toEqual(
    '2026-04 2026-05 2026-06 2026-07 2026-08 2026-09 2026-10 2026-11 2026-12 2027-01 2027-02 2027-03'.split(' '),
  )
  expect(revenue_by_month.slice(-3)).toEqual([
    { month: '2027-01', revenue: 100, share: 97 },
    { month: '2027-02', revenue: 188, share: 182.36 },
    { month: '2027-03', revenue: -119, share: -115.43 },
  ])
  const { rows } = await sql<{ share: number }>`
    select -sum(amount_cents) as share from ledger_entry where company_id = ${company.id}`.execute(app.db)
  expect(rows[0]?.share).toBe(16_393)
  const { shares } = await app.db
    .selectFrom('bookings')
    .select(sql<number>`sum(amount_cents - refunded_cents - fee_cents)`.as('shares'))
    .where('companyId', '=', company.id)
    .executeTakeFirstOrThrow()
  expect(Number(shares)).toBe(16_393)
})

test('account status and notices follow subscription, suspension and holds', async () => {
  const { visitor, company } = await makeCompanyWithOwner()
  const see = async (fields: object) => {
    await app.db.updateTable('companies').set(fields).where('id', '=', company.id).execute()
    const { stats, notices } = await dashboardOf(visitor)
    return [stats.account_status, notices.map(({ kind }: { kind: string }) => kind)]
  }
  expect(await see({ plan: 'basic' })).toEqual(['active', []])
  expect(await see({ subscriptionStatus: 'past_due' })).toEqual(['past_due', ['pastDue']])
  expect(await see({ subscriptionStatus: 'unpaid' })).toEqual(['unpaid', ['notListed']])
  expect(await see({ subscriptionStatus: 'active', suspendedAt: app.now() })).toEqual(['suspended', ['suspended']])
  await app.db.insertInto('payoutHolds').values({ companyId: company.id, cause: 'bank_change_disputed', placedAt: app.now() }).execute()
  expect(await see({ suspendedAt: null })).toEqual(['active', ['payoutHold']])
})

test("a customer's contact data, place, free text and files are visible only for confirmed bookings", async () => {
  const { visitor, company } = await makeCompanyWithOwner()
  const customer = newVisitor()
  const file = (await customer.upload({ name: 'Grundriß "1".png', type: 'image/png', content: png })).body
  const id = await bookPaid(company.id, 138, { visitor: customer, attachmentIds: [file.id], description: 'Schlüssel unter der Matte' })
  const read = async () => (await visitor.call('get-company-booking', { companyId: company.id, bookingId: id })).body
  const download = () => visitor.request(`/functions/v1/booking-attachment?companyId=${company.id}&attachmentId=${file.id}`, {})
  expect(await read()).toMatchObject({
    customer_phone: '+49 40 66969140',
    location: 'Schmale Gasse 12, 22767 Hamburg',
    description: 'Schlüssel unter der Matte',
    amount: 138,
    platform_fee: 4.14,
    company_share: 133.86,
    attachments: [{ id: file.id, name: file.name, bytes: file.bytes, type: 'image/png' }],
  })
  const answer = await download()
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('x-content-type-options')]).toEqual([
    200,
    'image/png',
    'nosniff',
  ])
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''Grundri%C3%9F[\w%.-]*\.png$/)
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  expect((await answer.arrayBuffer()).byteLength).toBe(file.bytes)

  await app.db.updateTable('bookings').set({ bookingStatus: 'cancelled' }).where('id', '=', id).execute()
  expect(await read()).toMatchObject({ customer_email: null, customer_phone: null, location: null, description: null, attachments: [] })
  expect((await download()).status).toBe(404)
})

test('booking, file and list of another company are 404, like an unknown id', async () => {
  const mine = await makeCompanyWithOwner()
  const theirs = await makeCompanyWithOwner()
  const customer = newVisitor()
  const file = (await customer.upload({ name: 'a.png', type: 'image/png', content: png })).body
  const id = await bookPaid(theirs.company.id, 138, { visitor: customer, attachmentIds: [file.id] })
  const read = (companyId: string, bookingId: string) => mine.visitor.call('get-company-booking', { companyId, bookingId })
  const answers = [await read(mine.company.id, id), await read(mine.company.id, theirs.company.id)]
  expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
    [404, 'Buchung nicht gefunden'],
    [404, 'Buchung nicht gefunden'],
  ])
  expect((await read(theirs.company.id, id)).body.code).toBe('companies.notYours')
  for (const attachmentId of [file.id, theirs.company.id, 'x', '']) {
    const address = `/functions/v1/booking-attachment?companyId=${mine.company.id}&attachmentId=${attachmentId}`
    expect((await mine.visitor.request(address, {})).status).toBe(404)
  }
  expect((await mine.visitor.call('list-company-bookings', { companyId: mine.company.id })).body).toEqual({ rows: [], total: 0, page: 1 })
})

test("owners change their own fields: by the registration's rules, found at once, written down; plan and badges are none of them", async () => {
  const { visitor, owner, company } = await makeCompanyWithOwner()
  const form = {
    companyId: company.id,
    company_name: 'Neuglanz',
    category: 'Garten',
    description: 'Hecken, Rasen und alles dazwischen.',
    location: '20095 Hamburg',
    contact_person: 'Ole Jansen',
    email: 'NEU@glanzwerk.example',
    phone: '+49 40 66969102',
    website: 'neuglanz.example',
    hourly_rate: '41,50',
  }
  const theft = { plan: 'premium', premium: true, verified: true, user_id: company.id, subscription_status: 'canceled', logo_url: 'x' }
  expect((await visitor.call('update-company', { ...form, ...theft })).body).toEqual({ success: true })
  const row = await app.db.selectFrom('companies').selectAll().where('id', '=', company.id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    companyName: 'Neuglanz',
    // A new address counts after its mailed link is opened (src/supply/companies/email/email.test.ts).
    email: company.email,
    website: 'https://neuglanz.example/',
    hourlyRateCents: 4_150,
  })
  expect(row).toMatchObject({
    plan: 'basic',
    premium: false,
    // The badge belonged to the former name, and no request body restores it (src/supply/companies/verification).
    verified: false,
    userId: owner.id,
    subscriptionStatus: 'active',
    logoUrl: null,
  })
  expect((await newVisitor().call('rpc/search_companies_safe', { search_term: 'neuglanz' })).body).toHaveLength(1)
  expect((await newVisitor().call('rpc/search_companies_safe', { search_term: 'glanzwerk' })).body).toHaveLength(0)
  const audit = await app.db.selectFrom('auditLog').selectAll().orderBy('id').execute()
  expect(audit).toMatchObject([
    { action: 'companies.requestEmail', after: { email: 'neu@glanzwerk.example' } },
    {
      actor: `user:${owner.id}`,
      action: 'companies.changeProfile',
      objectType: 'company',
      objectId: company.id,
      after: { companyName: 'Neuglanz' },
    },
    { action: 'companies.loseBadge', after: { verified: false } },
  ])
  await visitor.call('update-company', form)
  expect(await app.db.selectFrom('auditLog').selectAll().execute()).toHaveLength(3)
  const wrong = await visitor.call('update-company', { ...form, company_name: '', website: 'javascript:alert(1)', hourly_rate: -1 })
  expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([422, ['company_name', 'website', 'hourly_rate']])
})

test('two unfinished companies of one person never get the same name', async () => {
  const { visitor, owner, company } = await makeCompanyWithOwner()
  await app.db.updateTable('companies').set({ subscriptionStatus: 'incomplete' }).execute()
  await makeCompany(app, { companyName: 'Zweitwerk', userId: owner.id, subscriptionStatus: 'incomplete' })
  const { companyName, contactPerson, category, description, location, email, phone } = company
  const form = {
    companyId: company.id,
    company_name: ' ZWEITWERK',
    category,
    description,
    location,
    contact_person: contactPerson,
    email,
    phone,
  }
  expect(companyName).not.toBe('Zweitwerk')
  const { status, body } = await visitor.call('update-company', form)
  expect([status, body.code]).toEqual([409, 'companies.nameTaken'])
})

const dashboardOf = async (visitor: Visitor) => (await visitor.call('get-dashboard-data', {})).body

test('a company reads what it has still to set up, and what the next payout brings as things stand', async () => {
  const { visitor, company } = await makeCompanyWithOwner()
  const { id: companyId } = company
  const home = async () => (await visitor.call('get-company-home', { companyId })).body
  await app.db
    .updateTable('companies')
    .set({ legalForm: null, logoUrl: null, galleryImages: [], verified: false })
    .where('id', '=', companyId)
    .execute()
  const nothing = { imprint: false, services: false, hours: false, bank: false, logo: false, pictures: false, verification: false }
  expect(await home()).toEqual({ setup: nothing, next_payout: null })

  await startDueRuns(app)
  await insertBookings(companyId, 10)
  const [{ nextPayoutDate } = { nextPayoutDate: undefined }] = (await listSchedule(app.db)).filter(
    ({ rhythm }) => rhythm === (company.plan === 'premium' ? 'daily' : 'weekly'),
  )
  // Paid bookings: 2, 4, 6, 8 and 10 euros, less 3 percent; no bank account is stored yet.
  expect((await home()).next_payout).toMatchObject({ at: nextPayoutDate?.toISOString(), bookings: 5, amount: 29.1 })
  expect((await home()).next_payout.waits).toMatch(/^Erste Auszahlung/)
  await app.db
    .updateTable('bookings')
    .set({ payableAt: new Date('2099-01-01') })
    .where('amountCents', '=', 1_000)
    .execute()
  expect((await home()).next_payout).toMatchObject({ bookings: 4, amount: 19.4 })

  await app.db
    .updateTable('companies')
    .set({ legalForm: 'GmbH', street: 'Hafenweg 1', logoUrl: '/l.webp', galleryImages: ['/b.webp'], verified: true })
    .where('id', '=', companyId)
    .execute()
  expect((await home()).setup).toEqual({ ...nothing, imprint: true, logo: true, pictures: true, verification: true })
})
