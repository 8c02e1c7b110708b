import { expect, test } from 'vitest'
import { accounts } from '../../../../tests/bankFixtures.ts'
import { companyBody, formOf, openCompanyFixtures } from '../../../../tests/companyFixtures.ts'
import { bookingRequestFor, enterAs, makeOwner, makeUser, passCode, signInAs } from '../../../../tests/factories.ts'
import { openTestApp } from '../../../../tests/testApp.ts'

const testApp = await openTestApp()
const { app, clock, inbox, newVisitor, runJobs } = testApp
const { operator, companyRow, auditOf, mailedClaimCode } = openCompanyFixtures(testApp)

type Admin = Awaited<ReturnType<typeof operator>>
const create = (admin: Admin, fields: object = {}, headers = {}) => admin.call('admin-create-provider', companyBody(fields), headers)
const read = async (admin: Admin, companyId: string) => (await admin.call('admin-read-provider', { companyId })).body
const later = (minutes: number) => clock.moveTo(new Date(app.now().getTime() + minutes * 60_000))

test('bank details in clear: only with a fresh code, and each access is in the audit log', async () => {
  const admin = await operator()
  const { id } = (await create(admin, accounts.first)).body.company
  const look = () => admin.call('admin-read-bank-details', { companyId: id })
  const stale = await look()
  expect([stale.status, stale.body.code]).toEqual([403, 'step_up_required'])
  await admin.call('send-admin-fresh-code', {})
  await runJobs()
  const code = /\b\d{6}\b/.exec(inbox.mails().find(({ subject }) => subject === 'Ihr Code zum Bestätigen')?.text ?? '')?.[0] ?? ''
  const wrong = await admin.call('verify-admin-fresh-code', { code: code === '000000' ? '000001' : '000000' })
  expect([wrong.status, wrong.body.error, wrong.body.verified]).toEqual([401, 'Ungültiger oder abgelaufener Code', false])
  expect((await look()).status).toBe(403)
  expect((await admin.call('verify-admin-fresh-code', { code })).body).toEqual({ verified: true })
  expect((await admin.call('verify-admin-fresh-code', { code })).status).toBe(401)
  expect((await look()).body).toMatchObject({ bank_account: 'DE89370400440532013000', account_holder: 'Glanzwerk Altona GmbH' })
  later(10)
  expect((await look()).status).toBe(403)
  const looks = (await auditOf(id)).filter(({ action }) => action === 'payouts.viewBankDetails')
  expect(looks.map(({ after }) => after)).toEqual([{ iban: 'DE89 •••• •••• •••• ••30 00' }])
})

test('a suspended company is hidden and takes no bookings until it is released; of two who suspend it one does', async () => {
  const admin = await operator()
  const { id } = (await create(admin)).body.company
  const review = { companyId: id, customerName: 'A', customerEmail: 'a@b.example', rating: 4, comment: 'Gut', publishedAt: app.now() }
  await app.db.insertInto('reviews').values(review).execute()
  expect((await newVisitor().call('rpc/get_public_reviews', { company_id_param: id })).body.length).toBe(1)
  const suspend = (reason = 'Beschwerden') => admin.call('admin-suspend-company', { companyId: id, reason, companyReason: 'Prüfung' })
  expect((await suspend('')).body.fields).toEqual({ reason: ['Bitte geben Sie einen Grund an'] })
  expect((await Promise.all([suspend(), suspend()])).map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await companyRow(id)).toMatchObject({ isListed: false })
  expect((await newVisitor().call('rpc/search_companies_safe', { search_term: 'Nordlicht' })).body).toEqual([])
  expect((await newVisitor().call('rpc/get_public_reviews', { company_id_param: id })).body).toEqual([])
  expect((await newVisitor().call('create-booking-payment', bookingRequestFor(app, id))).status).toBe(409)
  expect((await admin.call('admin-release-company', { companyId: id })).status).toBe(200)
  expect((await admin.call('admin-release-company', { companyId: id })).status).toBe(409)
  expect(await companyRow(id)).toMatchObject({ isListed: true })
  expect((await auditOf(id)).map(({ action }) => action)).toEqual(['companies.create', 'companies.suspend', 'companies.release'])
})

test('mail and dashboard tell of a suspension, its end and the reason written for the company, never the internal one', async () => {
  const admin = await operator()
  const { id, email } = (await create(admin)).body.company
  const owner = await makeOwner(app, id)
  const person = await enterAs(app, newVisitor(), owner.email)
  await passCode(app, person)
  const order = { companyId: id, reason: 'Hinweis der Konkurrenz', companyReason: 'Ihre Angaben im Impressum fehlen.' }
  expect((await admin.call('admin-suspend-company', { ...order, companyReason: ' ' })).body.fields).toEqual({
    companyReason: ['Bitte geben Sie einen Grund für den Anbieter an'],
  })
  await runJobs()
  inbox.clear()
  expect((await admin.call('admin-suspend-company', order)).status).toBe(200)
  await runJobs()
  const [mail, ...more] = inbox.mails()
  expect([mail?.to, mail?.subject, more]).toEqual([owner.email, 'Ihr Anbieterprofil ist gesperrt', []])
  expect(owner.email).not.toBe(email)
  expect(mail?.text).toContain('Ihre Angaben im Impressum fehlen.')
  expect(mail?.text).not.toContain('Konkurrenz')
  const noticesOf = async () => (await person.call('get-dashboard-data', { companyId: id })).body.notices
  expect(await noticesOf()).toEqual([{ kind: 'suspended', since: expect.any(String), reason: 'Ihre Angaben im Impressum fehlen.' }])
  expect((await auditOf(id)).at(-1)?.after).toEqual({ reason: order.reason, companyReason: order.companyReason })
  inbox.clear()
  await admin.call('admin-release-company', { companyId: id })
  await runJobs()
  expect(inbox.mails().map(({ to, subject }) => [to, subject])).toEqual([[owner.email, 'Ihr Anbieterprofil ist nicht mehr gesperrt']])
  expect(await noticesOf()).toEqual([])
  expect(await companyRow(id)).toMatchObject({ suspensionReason: null })
})

test('a hold on payouts is lifted once', async () => {
  const admin = await operator()
  const { id } = (await create(admin, accounts.first)).body.company
  await app.db.insertInto('payoutHolds').values({ companyId: id, cause: 'bank_change_disputed', placedAt: app.now() }).execute()
  expect(await read(admin, id)).toMatchObject({ is_held: true, waits: [{ cause: 'held' }] })
  const lift = () => admin.call('admin-lift-payout-hold', { companyId: id })
  expect((await Promise.all([lift(), lift()])).map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await read(admin, id)).toMatchObject({ is_held: false, waits: [] })
})

test('a claimed company shows its new owner the bank details entered by the operator, masked', async () => {
  const admin = await operator()
  const { id } = (await create(admin, accounts.first)).body.company
  const owner = await makeOwner(app, id)
  const person = await signInAs(newVisitor(), owner.email)
  await app.db.updateTable('sessions').set({ steppedUpAt: app.now() }).execute()
  const { body } = await person.call('get-bank-details', { companyId: id })
  expect([body.bank_details.bank_account, body.waits]).toEqual(['DE89 •••• •••• •••• ••30 00', []])
})

test('a changed address of an unclaimed company: the mailed code becomes invalid, the new address gets its own', async () => {
  const admin = await operator()
  const { id } = (await create(admin)).body.company
  const first = await mailedClaimCode('post@nordlicht.example')
  const twin = (await create(admin, { email: 'zwei@nordlicht.example' })).body.company.id
  const taken = await admin.call('admin-update-company', formOf(await read(admin, id), { email: 'zwei@nordlicht.example' }))
  expect([taken.status, taken.body.code]).toEqual([409, 'companies.sameCompany'])
  await admin.call('admin-delete-company', { companyId: twin, expects: 'deletion' })
  const changed = await admin.call('admin-update-company', formOf(await read(admin, id), { email: 'neu@nordlicht.example' }))
  expect(changed.status).toBe(200)
  const second = await mailedClaimCode('neu@nordlicht.example')
  await makeUser(app, { email: 'jonte@nordlicht.example' })
  const owner = await signInAs(newVisitor(), 'jonte@nordlicht.example')
  const claim = (code: string) => owner.call('claim-company', { companyEmail: 'neu@nordlicht.example', code })
  if (first !== second) expect((await claim(first)).status).toBe(403)
  expect((await claim(second)).status).toBe(200)
})
