import { expect, test } from 'vitest'
import { findProfile } from '#src/site/search/query/store.ts'
import { issueClaimCode } from '#src/supply/companies/claims/actions.ts'
import { bookingRequestFor, enterAs, makeCompany, makeUser } from '../../../tests/factories.ts'
import { openPaymentFixtures } from '../../../tests/paymentFixtures.ts'
import { readPdf } from '../../../tests/pdfText.ts'
import { companyFields } from '../../../tests/subscriptionFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'
import { recordAcceptance } from './actions.ts'
import { legalVersions } from './rules.ts'

const testApp = await openTestApp()
const { app, visitor, clock } = testApp

const { book, pay, verify } = openPaymentFixtures(testApp)

const listAcceptances = () =>
  app.db
    .selectFrom('legalAcceptances')
    .select(['document', 'version', 'bookingId', 'companyId', 'userId', 'acceptedAt'])
    .orderBy('document')
    .execute()
const textsOf = async () => (await listAcceptances()).map(({ document, version }) => [document, version])
const inBooking = [
  ['customerTerms', legalVersions.customerTerms],
  ['withdrawalPolicy', legalVersions.withdrawalPolicy],
]

test('a booking stores the versions of the terms and the withdrawal policy shown with it', async () => {
  const company = await makeCompany(app)
  expect((await visitor.call('create-booking-payment', bookingRequestFor(app, company.id))).status).toBe(200)
  expect(await textsOf()).toEqual(inBooking)
  const [row] = await listAcceptances()
  const booking = await app.db.selectFrom('bookings').select('id').executeTakeFirstOrThrow()
  expect(row).toMatchObject({ bookingId: booking.id, companyId: null, userId: null, acceptedAt: expect.any(Date) })
})

test('ten of the same request at once are one booking with one acceptance of each text', async () => {
  const request = bookingRequestFor(app, (await makeCompany(app)).id)
  await Promise.all(Array.from({ length: 10 }, () => visitor.call('create-booking-payment', request)))
  expect(await app.db.selectFrom('bookings').select('id').execute()).toHaveLength(1)
  expect(await textsOf()).toEqual(inBooking)
})

test('the confirmation mail brings the current terms and withdrawal policy along, drawn once and kept', async () => {
  const booked = await book()
  await pay(booked.sessionId)
  await verify(booked)
  await testApp.runJobs()
  const mail = testApp.inbox.mails().find(({ to }) => to === booked.customerEmail)
  const says = 'Als PDF liegen bei: AGB für Kundinnen und Kunden, Fassung vom 29.11.2026; Widerrufsbelehrung, Fassung vom 21.11.2026.'
  for (const text of [mail?.text, mail?.html]) expect(text).toContain(says)
  expect(mail?.attachments.map(({ filename }) => filename)).toEqual(
    expect.arrayContaining(['agb-2026-11-29.pdf', 'widerrufsbelehrung-2026-11-21.pdf']),
  )
  const papers = await app.db.selectFrom('legalPapers').select(['document', 'content']).orderBy('document').execute()
  expect(papers.map(({ document }) => document)).toEqual(['customerTerms', 'withdrawalPolicy'])
  const words = papers.map(({ content }) => readPdf(content).flat(2).join(' ')).join(' ')
  expect(words).toContain('Die Widerrufsfrist beträgt vierzehn Tage ab dem Tag des Vertragsabschlusses.')
  expect(words).toContain('Unterschrift des/der Verbraucher(s)')
  expect(words).toContain(app.config.operator.address)
  const others = testApp.inbox.mails().filter(({ to }) => to !== booked.customerEmail)
  expect(others.length).toBeGreaterThan(0)
  for (const { text, attachments } of others) {
    expect(text).not.toContain('Fassung vom')
    expect(attachments.filter(({ filename }) => filename.endsWith('.pdf'))).toEqual([])
  }
})

test('a refused booking accepts nothing', async () => {
  const { id } = await makeCompany(app, { subscriptionStatus: 'canceled' })
  expect((await visitor.call('create-booking-payment', bookingRequestFor(app, id))).status).toBe(409)
  expect(await listAcceptances()).toEqual([])
})

test('a registered company keeps the terms for companies, also when it is registered again', async () => {
  const { email } = await makeUser(app, { email: 'maler@anbieter.example' })
  const company = await enterAs(app, testApp.newVisitor(), email)
  const request = { plan: 'basic', company: companyFields }
  const { body } = await company.call('create-provider-company', request)
  await company.call('create-provider-company', { ...request, company: { ...companyFields, phone: '040 1234' } })
  expect(await listAcceptances()).toMatchObject([
    { document: 'companyTerms', version: legalVersions.companyTerms, companyId: body.companyId },
  ])
})

test('claiming a company accepts the terms for companies, and only then the company counts as a trader', async () => {
  const company = await makeCompany(app, { subscriptionKind: 'granted', email: 'post@altbau.example' })
  const isTrader = async () => {
    const { body } = await visitor.call('get-legal-notice', { companyId: company.id })
    return [body.is_trader, (await findProfile(app.db, { id: company.id, today: '2026-11-24' }))?.isTrader]
  }
  const { code } = await app.db.transaction().execute((tx) => issueClaimCode(app, tx, company.id))
  const { email } = await makeUser(app, { email: 'inhaberin@altbau.example' })
  const person = await enterAs(app, testApp.newVisitor(), email)
  await person.call('claim-company', { companyEmail: 'post@altbau.example', code: code === '00000000' ? '00000001' : '00000000' })
  expect(await listAcceptances()).toEqual([])
  expect(await isTrader()).toEqual([false, false])
  expect((await person.call('claim-company', { companyEmail: 'post@altbau.example', code })).status).toBe(200)
  expect(await isTrader()).toEqual([true, true])
  expect(await listAcceptances()).toMatchObject([{ document: 'companyTerms', companyId: company.id }])
})

test('an account keeps the terms it was signed up under, and exports them', async () => {
  expect((await visitor.call('auth/sign-up', { email: 'neu@kunde.example', password: 'Blaue-Tasse-7' })).status).toBe(200)
  expect((await visitor.call('auth/sign-up', { email: 'neu@kunde.example', password: 'Rote-Tasse-8' })).status).toBe(200)
  const { id } = await app.db.updateTable('users').set({ confirmedAt: app.now() }).returning('id').executeTakeFirstOrThrow()
  expect(await listAcceptances()).toMatchObject([{ document: 'customerTerms', version: legalVersions.customerTerms, userId: id }])
  const person = await enterAs(app, testApp.newVisitor(), 'neu@kunde.example')
  const { body } = await person.call('export-own-data', {})
  expect(body.acceptedTexts).toMatchObject([{ document: 'customerTerms', version: legalVersions.customerTerms }])
  await app.db.deleteFrom('users').where('id', '=', id).execute()
  expect(await listAcceptances()).toEqual([])
})

test('an acceptance never changes, belongs to one thing, and a later version stands beside it', async () => {
  const company = await makeCompany(app)
  const record = () => app.db.transaction().execute((tx) => recordAcceptance(app, tx, { companyId: company.id }))
  await record()
  clock.moveTo(new Date(app.now().getTime() + 60_000))
  await record()
  expect(await listAcceptances()).toHaveLength(1)
  await expect(app.db.updateTable('legalAcceptances').set({ version: '2020-01-01' }).execute()).rejects.toThrow('never change')
  const row = { document: 'companyTerms', acceptedAt: app.now() } as const
  const user = await makeUser(app)
  await expect(
    app.db
      .insertInto('legalAcceptances')
      .values({ ...row, version: '2026-01-01', companyId: company.id, userId: user.id })
      .execute(),
  ).rejects.toThrow('check')
  await app.db
    .insertInto('legalAcceptances')
    .values({ ...row, version: '2027-01-01', companyId: company.id })
    .execute()
  expect(await listAcceptances()).toHaveLength(2)
})
