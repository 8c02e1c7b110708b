import { expect, test } from 'vitest'
import { encryptBank } from '#src/money/payouts/bank/encryptionActions.ts'
import { archiveBankDetails } from '#src/money/payouts/bank/operatorActions.ts'
import { issueFees } from '#src/orders/documents/fees/actions.ts'
import { berlinInstant } from '#src/platform/kit/dates.ts'
import { archiveCompany, sweepArchives } from '#src/supply/companies/closing/actions.ts'
import { markAnonymised } from '#src/supply/companies/closing/store.ts'
import { lockForOperator } from '#src/supply/companies/operator/store.ts'
import { accounts } from '../../../tests/bankFixtures.ts'
import { companyBody, openCompanyFixtures } from '../../../tests/companyFixtures.ts'
import { openDocumentFixtures } from '../../../tests/documentFixtures.ts'
import { enterAsOperator, makeCompany, makeOwner, rightPassword, signInAs } from '../../../tests/factories.ts'
import { openMoneyFixtures } from '../../../tests/moneyFixtures.ts'
import { openSubscriptionFixtures } from '../../../tests/subscriptionFixtures.ts'
import { openTaxFixtures } from '../../../tests/taxFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'
import { returnableDays } from './rules.ts'

const testApp = await openTestApp()
const { app, inbox, newVisitor, runJobs, visitor } = testApp
const money = openMoneyFixtures(testApp)
const { operator, companyRow, auditOf } = openCompanyFixtures(testApp)
const plans = openSubscriptionFixtures(testApp)

type Admin = Awaited<ReturnType<typeof operator>>
const preview = async (admin: Admin, companyId: string) => (await admin.call('admin-preview-deletion', { companyId })).body
const remove = (admin: Admin, companyId: string, expects: 'deletion' | 'archive') =>
  admin.call('admin-delete-company', { companyId, expects })
const settle = async () => {
  await runJobs()
  await money.retryJobs()
}
const past = { date: '2020-01-01' }
/** The appointment was long ago. */
const makePast = (bookingId: string) => app.db.updateTable('bookings').set({ bookingDate: past.date }).where('id', '=', bookingId).execute()

test('without any payment: bookings first, then the company, in one transaction; nothing is left', async () => {
  const admin = await operator()
  const { id } = (await admin.call('admin-create-provider', companyBody(accounts.first))).body.company
  await app.db
    .insertInto('reviews')
    .values({ companyId: id, customerName: 'A', customerEmail: 'a@b.example', rating: 4, comment: 'Gut' })
    .execute()
  const { sessionId } = await money.bookAt(id)
  expect(await preview(admin, id)).toMatchObject({ kind: 'deletion', bookings: 1, paid_bookings: 0, reviews: 1, refund: 0, owed: 0 })
  expect((await remove(admin, id, 'deletion')).body).toEqual({ success: true })
  for (const table of ['bookings', 'checkouts', 'reviews', 'companies', 'bankDetails', 'claimCodes', 'companyArchives'] as const) {
    expect([table, (await app.db.selectFrom(table).selectAll().execute()).length]).toEqual([table, 0])
  }
  expect((await auditOf(id)).at(-1)).toMatchObject({ action: 'companies.delete', before: { bookings: 1, reviews: 1 } })
  expect(await app.payments.findCheckout(sessionId)).toMatchObject({ status: 'expired', isPaid: false })
  expect((await remove(admin, id, 'deletion')).status).toBe(404)
  await runJobs()
  expect(inbox.mails().map(({ subject }) => subject)).toContain('Ihr Anbieterprofil wurde gelöscht')
})

test('a company paid by bank file keeps name and account until the bank can no longer return a payout', async () => {
  const admin = await operator()
  await money.fillBalance()
  const direct = await money.payableCompany()
  await makePast((await money.paidBooking(direct.id)).bookingId)
  await money.payOut(admin)
  const [payout] = await money.readPayouts()
  if (!payout) throw new Error('nothing was paid out')
  const { id } = await makeCompany(app)
  const { id: _id, accountId: _account, stripeTransferId: _transfer, ...paid } = payout
  await app.db
    .insertInto('payouts')
    .values({ ...paid, companyId: id, rail: 'sepa' })
    .execute()
  expect((await remove(admin, id, 'archive')).status).toBe(200)
  await settle()
  await sweep()
  expect(await companyRow(id)).toMatchObject({ archivedAt: expect.any(Date), anonymisedAt: null })
  money.later(returnableDays * 24 * 60)
  await sweep()
  expect(await companyRow(id)).toMatchObject({ anonymisedAt: expect.any(Date) })
})

test('a payment while the dialog was open: nothing is deleted, and the answer says so', async () => {
  const admin = await operator()
  const { id } = await makeCompany(app)
  expect((await preview(admin, id)).kind).toBe('deletion')
  await money.paidBooking(id)
  const { status, body } = await remove(admin, id, 'deletion')
  expect([status, body.code, body.error]).toEqual([
    409,
    'companies.changed',
    'Inzwischen hat sich etwas geändert. Bitte prüfen Sie, was jetzt geschehen wird.',
  ])
  expect(await companyRow(id)).toMatchObject({ archivedAt: null })
})

test('with payments: archived, hidden, customers are refunded, books stay, and the rest is overwritten once nothing is open', async () => {
  const admin = await operator()
  await money.fillBalance()
  const company = await money.payableCompany({
    companyName: 'Dachwerk Reimers',
    logoUrl: '/storage/v1/object/company-images/x/logo/1.webp',
  })
  const done = await money.paidBooking(company.id, { amount: 200 })
  await makePast(done.bookingId)
  const ahead = await money.paidBooking(company.id, { amount: 138 })
  const waiting = await money.bookAt(company.id)
  expect(await preview(admin, company.id)).toMatchObject({
    ...{ kind: 'archive', bookings: 3, paid_bookings: 2, future_bookings: 1, refund: 138, owed: 194 },
  })
  expect(
    (await Promise.all([remove(admin, company.id, 'archive'), remove(admin, company.id, 'archive')])).map(({ status }) => status).sort(),
  ).toEqual([200, 409])
  expect(await companyRow(company.id)).toMatchObject({
    isListed: false,
    contactPerson: '',
    phone: '',
    logoUrl: null,
    companyName: 'Dachwerk Reimers',
  })
  expect((await visitor.call('rpc/search_companies_safe', { search_term: 'Dachwerk' })).body).toEqual([])
  await settle()
  expect(await money.readBooking(ahead.bookingId)).toMatchObject({ bookingStatus: 'cancelled', paymentStatus: 'refunded' })
  expect(await money.readBooking(waiting.bookingId)).toMatchObject({ bookingStatus: 'cancelled', paymentStatus: 'failed' })
  expect(await money.readBooking(done.bookingId)).toMatchObject({ bookingStatus: 'confirmed', paymentStatus: 'paid' })
  const told = inbox.mails().filter(({ subject }) => subject.startsWith('Ihre Buchung wurde storniert'))
  expect(told.map(({ text }) => text.includes('Dachwerk Reimers'))).toEqual([true, true])
  // Its earnings are still owed, so its name and account are kept.
  expect(await companyRow(company.id)).toMatchObject({ anonymisedAt: null })

  await money.payOut(admin)
  await settle()
  await sweep()
  expect(await companyRow(company.id)).toMatchObject({
    ...{ companyName: 'Gelöschter Anbieter', email: 'geloescht@anbieter.invalid', userId: null, anonymisedAt: expect.any(Date) },
  })
  const [kept] = await app.db.selectFrom('companyArchives').selectAll().execute()
  expect(kept).toMatchObject({
    companyName: 'Dachwerk Reimers',
    contactPerson: 'Meike Petersen',
    keptUntil: `${app.now().getFullYear() + 10}-12-31`,
  })
  expect((await money.readPayouts()).length).toBe(1)
  expect(await money.violations()).toEqual([])
  expect((await auditOf(company.id)).map(({ action }) => action)).toEqual(['companies.archive', 'companies.anonymise'])
})

async function sweep() {
  const { sweepClosing } = await import('./actions.ts')
  await sweepClosing(app)
  await runJobs()
}

test("a closed company's last invoice and report say who it was and where it was paid to, until its records may go", async () => {
  const { seller, charge } = openTaxFixtures(testApp)
  await openDocumentFixtures(testApp).mayIssue('2026-11')
  const { id, sellerCode } = await seller('person')
  const details = { account_holder: 'Ayşe Demir', bank_account: accounts.first.bank_account, bank_code: accounts.first.bank_code }
  await app.db
    .insertInto('bankDetails')
    .values({ companyId: id, sealed: encryptBank(app, id, details), changedAt: app.now(), confirmedAt: app.now() })
    .execute()
  await charge(id, { amountCents: 900_000, at: berlinInstant('2026-11-20', '12:00') })
  await app.db.transaction().execute(async (tx) => {
    const company = await lockForOperator(tx, id)
    if (company) await archiveCompany(app, tx, company)
    await archiveBankDetails(tx, id)
    await markAnonymised(tx, { id, now: app.now() })
  })
  expect(await companyRow(id)).toMatchObject({ companyName: 'Gelöschter Anbieter', street: null, phone: '', vatId: null })
  testApp.clock.moveTo(berlinInstant('2026-12-01', '05:00'))
  await issueFees(app)
  expect(await app.db.selectFrom('documentFaults').selectAll().execute()).toEqual([])
  const [invoice] = await app.db.selectFrom('documents').selectAll().execute()
  const place = { street: 'Schmale Gasse 12', postcode: '22767', town: 'Hamburg' }
  expect(invoice?.facts).toMatchObject({ buyer: { id: sellerCode, name: expect.stringContaining('Firma & Söhne'), ...place } })
  testApp.clock.moveTo(berlinInstant('2027-01-05', '12:00'))
  const admin = await enterAsOperator(app, newVisitor())
  expect((await admin.call('admin-tax-year', { year: 2026 })).body).toMatchObject({ reportable: 1, complete: 1, missing: [] })
  await admin.call('admin-write-tax-report', { year: 2026 })
  const { reports } = (await admin.call('admin-tax-year', { year: 2026 })).body
  const xml = await (await admin.request(`/functions/v1/tax-report.xml?reportId=${reports[0].id}`, {})).text()
  for (const said of ['Demir', '1980-12-24', 'Am Anger 3', details.bank_account]) expect(xml).toContain(said)
  const kept = async () =>
    [
      await app.db.selectFrom('companyArchives').selectAll().execute(),
      await app.db.selectFrom('businessDetails').selectAll().execute(),
      await app.db.selectFrom('taxProfiles').selectAll().execute(),
    ].map((rows) => rows.length)
  expect(JSON.stringify(await app.db.selectFrom('companyArchives').selectAll().execute())).not.toContain(details.bank_account)
  testApp.clock.moveTo(berlinInstant('2036-12-31', '12:00'))
  await sweepArchives(app)
  expect(await kept()).toEqual([1, 1, 1])
  testApp.clock.moveTo(berlinInstant('2037-01-01', '12:00'))
  await sweepArchives(app)
  expect(await kept()).toEqual([0, 0, 0])
})

test('a future appointment that was paid out already is refunded as well, and the company owes the money', async () => {
  const admin = await operator()
  await money.fillBalance()
  const company = await money.payableCompany()
  const { bookingId } = await money.paidBooking(company.id)
  await money.payOut(admin)
  await runJobs()
  expect((await remove(admin, company.id, 'archive')).status).toBe(200)
  await settle()
  expect(await money.readBooking(bookingId)).toMatchObject({ paymentStatus: 'refunded' })
  expect(await money.violations()).toEqual([])
})

test("a closed company's subscription ends, and no other can be paid", async () => {
  const admin = await operator()
  await plans.listen()
  const { companyId, subscriptionId } = await plans.subscribed('premium')
  expect(await preview(admin, companyId)).toMatchObject({ kind: 'archive', has_subscription: true, has_account: true })
  expect((await remove(admin, companyId, 'archive')).status).toBe(200)
  await settle()
  expect(await app.payments.findSubscription(subscriptionId)).toMatchObject({ status: 'canceled' })
  expect(await companyRow(companyId)).toMatchObject({ subscriptionStatus: 'canceled' })
  await sweep()
  expect(await companyRow(companyId)).toMatchObject({ anonymisedAt: expect.any(Date), userId: null })
  expect((await app.db.selectFrom('subscriptionInvoices').selectAll().execute()).length).toBe(1)
})

test('a suspension closes the checkout of a plan, so that a hidden company is not paid for', async () => {
  const admin = await operator()
  const company = await plans.register()
  const { sessionId } = await plans.openCheckout(company, 'basic')
  expect(
    (
      await admin.call('admin-suspend-company', {
        companyId: company.companyId,
        reason: 'Prüfung',
        companyReason: 'Wir prüfen Beschwerden',
      })
    ).status,
  ).toBe(200)
  await runJobs()
  expect(await app.payments.findCheckout(sessionId)).toMatchObject({ status: 'expired' })
  expect(await app.db.selectFrom('subscriptionCheckouts').select('status').execute()).toEqual([{ status: 'expired' }])
})

test('an account with a company: refused while money is open, else archived with it in one transaction', async () => {
  const company = await money.payableCompany({ companyName: 'Dachwerk Reimers' })
  const owner = await makeOwner(app, company.id)
  const { bookingId } = await money.paidBooking(company.id)
  const person = await signInAs(newVisitor(), owner.email)
  const leave = () => person.call('delete-own-account', { password: rightPassword })
  const refused = await leave()
  expect([refused.status, refused.body.code, refused.body.error]).toEqual([
    409,
    'companies.moneyOpen',
    'Zu Ihrem Anbieterprofil gibt es noch bevorstehende Termine oder offene Zahlungen. Sobald alles abgewickelt ist, können Sie Ihr Konto löschen.',
  ])
  await makePast(bookingId)
  expect((await leave()).status).toBe(409)
  await money.payOut(await operator())
  await runJobs()
  expect((await leave()).status).toBe(200)
  expect(await companyRow(company.id)).toMatchObject({ isListed: false, userId: null, contactPerson: '' })
  await settle()
  expect(await companyRow(company.id)).toMatchObject({ companyName: 'Gelöschter Anbieter' })
  expect((await auditOf(company.id)).map(({ action, actor }) => [action, actor])).toEqual([
    ['companies.archive', `user:${owner.id}`],
    ['companies.anonymise', 'system'],
  ])
})

test('what was archived is neither changed, suspended nor deleted again', async () => {
  const admin = await operator()
  const company = await money.payableCompany()
  await money.paidBooking(company.id)
  await remove(admin, company.id, 'archive')
  for (const [name, body] of [
    ['admin-suspend-company', { reason: 'x', companyReason: 'x' }],
    ['admin-delete-company', { expects: 'archive' }],
    ['admin-preview-deletion', {}],
    ['admin-issue-claim-code', {}],
  ] as const) {
    const answer = await admin.call(name, { companyId: company.id, ...body })
    expect([name, answer.status, answer.body.code]).toEqual([name, 409, 'companies.isArchived'])
  }
})
