import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDays, berlinDay } from '#src/platform/kit/dates.ts'
import { enterAs, enterAsOperator, makeCompany, makeOwner, passCode } from '../../../../tests/factories.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { readTaxProfile } from '../tax/actions.ts'
import { requestDetails } from './requestActions.ts'
import { detailsGraph } from './texts.ts'

const testApp = await openTestApp()
const { app, clock, inbox } = testApp
const dayMs = 86_400_000
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const later = (days: number) => clock.moveTo(new Date(app.now().getTime() + days * dayMs))

const person = {
  kind: 'person',
  street: 'Schmale Gasse 12',
  postcode: '22767',
  town: 'Hamburg',
  firstName: 'Meike',
  lastName: 'Petersen',
  birthDate: '24.12.1980',
  taxId: '86 095 742 719',
  homeStreet: 'Am Anger 3',
  homePostcode: '22767',
  homeTown: 'Hamburg',
  taxStatus: 'small',
  taxSince: '01.01.2026',
  taxNumber: '22/815/08156',
  hasNoVatId: true,
  legalEmail: 'Recht@glanzwerk.example',
  legalPhone: '040 66969101',
  isTrader: true,
}

async function openFixture() {
  const company = await makeCompany(app, { createdAt: new Date(app.now().getTime() - 5 * dayMs) })
  const { email } = await makeOwner(app, company.id)
  const owner = await passCode(app, await enterAs(app, testApp.newVisitor(), email))
  const ids = { companyId: company.id }
  const read = async () => (await owner.call('get-business-details', ids)).body
  // Signs in again: the clock moves by weeks, and sessions expire.
  const again = async () => passCode(app, await enterAs(app, testApp.newVisitor(), email))
  const save = async (fields: object) => (await again()).call('update-business-details', { ...ids, ...fields })
  return { company, owner, email, ids, read, save }
}
const operator = () => enterAsOperator(app, testApp.newVisitor())
const rowOf = (companyId: string) => app.db.selectFrom('businessDetails').selectAll().where('companyId', '=', companyId).executeTakeFirst()

test('a draft grows until nothing is missing; then it is submitted, checked once, and its copies are forgotten', async () => {
  const { company, owner, ids, read, save, email } = await openFixture()
  expect(await read()).toMatchObject({ status: 'incomplete', missing: expect.arrayContaining(['kind', 'taxNumber', 'isTrader']) })
  const { taxNumber, ...draft } = person
  expect((await save(draft)).body).toMatchObject({ status: 'incomplete', missing: ['taxNumber'] })
  const headers = { 'content-type': 'image/png', 'x-file-name': 'Ausweis.png' }
  const path = `/storage/v1/object/business-files/${company.id}/idCopy`
  expect((await owner.request(path, { method: 'POST', body: new Uint8Array(png), headers })).status).toBe(200)
  expect((await save(person)).body).toMatchObject({
    status: 'submitted',
    missing: [],
    details: { tax_id: '86095742719', birth_date: '1980-12-24' },
  })
  expect(await readTaxProfile(app, company.id, '2026-06-01')).toMatchObject({ status: 'small', taxNumber })
  const admin = await operator()
  const [listed] = (await admin.call('admin-list-business-details', { filter: { state: 'submitted' } })).body.rows
  expect(listed).toMatchObject({ id: company.id, status: 'submitted' })
  expect(JSON.stringify(listed)).not.toContain('86095742719')
  const { body: opened } = await admin.call('admin-open-business-details', ids)
  expect(opened).toMatchObject({ details: { tax_id: '86095742719' }, files: [{ kind: 'idCopy' }] })
  const unfounded = await admin.call('admin-decide-business-details', { ...ids, isAccepted: false })
  expect([unfounded.status, Object.keys(unfounded.body.fields)]).toEqual([422, ['reason']])
  const decide = () => admin.call('admin-decide-business-details', { ...ids, isAccepted: true })
  expect((await Promise.all([decide(), decide(), decide()])).map(({ status }) => status).sort()).toEqual([200, 409, 409])
  await testApp.runJobs()
  expect(await read()).toMatchObject({ status: 'checked', files: [] })
  const keys: string[] = []
  for await (const { key } of app.storage.list(`business-files/${company.id}`)) keys.push(key)
  expect(keys).toEqual([])
  expect(
    inbox
      .mails()
      .filter((mail) => mail.to === email)
      .map(({ subject }) => subject),
  ).toEqual(['Ihre Geschäftsangaben sind geprüft'])
  expect((await save(person)).status).toBe(200)
  expect(await read()).toMatchObject({ status: 'checked' })
  later(3)
  await requestDetails(app)
  expect(await rowOf(company.id)).toMatchObject({ askedAt: null })
  expect((await save({ ...person, taxNumber: '' })).body.fields).toEqual({ taxNumber: ['Bitte ergänzen Sie diese Angabe'] })
  const audited = await app.db.selectFrom('auditLog').select('action').where('objectId', '=', company.id).orderBy('at').execute()
  expect(audited.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['companies.changeDetails', 'companies.viewDetails', 'companies.decideDetails']),
  )
})

test.each([
  ['taxId', '86095742718', 'Die Steuer-Identifikationsnummer hat 11 Ziffern. Bitte prüfen Sie die Eingabe.'],
  ['vatId', 'DE136695975', 'Diese USt-IdNr. stimmt nicht. Bitte prüfen Sie die Ziffern, zum Beispiel DE136695976.'],
  ['taxNumber', '123', 'Bitte geben Sie die Steuernummer so ein, wie Ihr Finanzamt sie schreibt, zum Beispiel 181/815/08155'],
  ['birthDate', '24.12.2015', 'Anbieter müssen volljährig sein.'],
  ['legalEmail', 'kein', 'Ungültige E-Mail-Adresse'],
  ['postcode', '123', 'Eine Postleitzahl hat 5 Ziffern'],
])('%s may not be %s', async (name, value, text) => {
  const { save } = await openFixture()
  const { status, body } = await save({ ...person, [name]: value, hasNoVatId: name !== 'vatId' })
  expect([status, body.fields?.[name]?.[0]]).toEqual([422, text])
})

test('a change in mid-year begins with its day; what was before stays', async () => {
  const { company, save } = await openFixture()
  await save(person)
  expect((await save({ ...person, taxStatus: 'regular' })).body.fields).toHaveProperty('taxSince')
  const today = app.now().toISOString().slice(0, 10)
  expect((await save({ ...person, taxStatus: 'regular', taxSince: today, vatId: 'DE136695976', hasNoVatId: false })).status).toBe(200)
  const statuses = ['2026-01-01', today].map(async (day) => (await readTaxProfile(app, company.id, day))?.status)
  expect(await Promise.all(statuses)).toEqual(['small', 'regular'])
})

test('what begins later can be put off, changed and taken back; what holds stays', async () => {
  const { company, save } = await openFixture()
  await save(person)
  const [soon, later] = [31, 62].map((days) => addDays(berlinDay(app.now()), days))
  const regular = { ...person, taxStatus: 'regular', vatId: 'DE136695976', hasNoVatId: false }
  const statusAt = async (day: string | undefined) => (await readTaxProfile(app, company.id, day ?? ''))?.status
  const planned = async () => [await statusAt(berlinDay(app.now())), await statusAt(soon), await statusAt(later)]
  expect((await save({ ...regular, taxSince: soon })).status).toBe(200)
  expect(await planned()).toEqual(['small', 'regular', 'regular'])
  expect((await save({ ...regular, taxSince: later })).body).toMatchObject({ details: { tax_since: later } })
  expect(await planned()).toEqual(['small', 'small', 'regular'])
  expect((await save({ ...person, taxStatus: 'exempt', taxSince: soon, exemptionText: '§ 4 Nr. 14 UStG' })).status).toBe(200)
  expect(await planned()).toEqual(['small', 'exempt', 'exempt'])
  expect((await save(person)).body).toMatchObject({ details: { tax_status: 'small', tax_since: '2026-01-01' } })
  expect(await planned()).toEqual(['small', 'small', 'small'])
})

test('asked, reminded twice, bookings stopped after the grace, payouts withheld from day 60; complete details lift all at once', async () => {
  const { company, save, email } = await openFixture()
  const pass = async () => {
    await requestDetails(app)
    await requestDetails(app)
  }
  await pass()
  const steps = async () => {
    const row = await rowOf(company.id)
    return [row?.remindedAt, row?.bookingsStoppedAt, row?.remindedAgainAt, row?.payoutsWithheldAt].map((at) => at != null)
  }
  expect(await steps()).toEqual([false, false, false, false])
  later(21)
  await pass()
  expect(await steps()).toEqual([true, false, false, false])
  later(9)
  await pass()
  expect(await steps()).toEqual([true, true, false, false])
  const offer = async () => (await testApp.newVisitor().call('get-company-services', { companyId: company.id })).body.code
  expect(await offer()).toBe('companies.takesNoBookings')
  later(12)
  await pass()
  expect(await steps()).toEqual([true, true, true, false])
  later(17)
  await pass()
  expect(await steps()).toEqual([true, true, true, false])
  later(1)
  await pass()
  expect(await steps()).toEqual([true, true, true, true])
  await testApp.runJobs()
  expect(inbox.mails().filter((mail) => mail.to === email)).toHaveLength(5)
  expect((await save(person)).body).toMatchObject({ status: 'submitted', are_bookings_stopped: false, are_payouts_withheld: false })
  expect(await rowOf(company.id)).toMatchObject({ bookingsStoppedAt: null, payoutsWithheldAt: null })
  expect(await offer()).toBeUndefined()
})

test('without the second reminder nothing is withheld before day 180, and then in any case', async () => {
  const { company } = await openFixture()
  await requestDetails(app)
  const shift = (days: number) =>
    app.db
      .updateTable('businessDetails')
      .set({ askedAt: new Date(app.now().getTime() - days * dayMs) })
      .where('companyId', '=', company.id)
      .execute()
  const isWithheld = async () => (await rowOf(company.id))?.payoutsWithheldAt != null
  await shift(179)
  await app.db.updateTable('businessDetails').set({ remindedAt: app.now() }).where('companyId', '=', company.id).execute()
  await requestDetails(app)
  expect(await isWithheld()).toBe(false)
  await shift(180)
  await requestDetails(app)
  expect(await isWithheld()).toBe(true)
})

test('a check that counted 36 months is asked for anew', async () => {
  const { company, ids, save } = await openFixture()
  await save(person)
  await (await operator()).call('admin-decide-business-details', { ...ids, isAccepted: true })
  await app.db.updateTable('businessDetails').set({ validUntil: '2026-01-01' }).where('companyId', '=', company.id).execute()
  await requestDetails(app)
  expect(await rowOf(company.id)).toMatchObject({ status: 'expired', remindedAt: null })
})

test('the database refuses every other change of state', async () => {
  const rows = await app.db.selectFrom('stateEdges').select(['fromState', 'toState']).where('graph', '=', 'businessDetails').execute()
  const drawn = Object.entries(detailsGraph.businessDetails).flatMap(([from, to]) => to.map((one) => `${from} ${one}`))
  expect(rows.map(({ fromState, toState }) => `${fromState} ${toState}`).sort()).toEqual(drawn.sort())
  const { company, save } = await openFixture()
  await save(person)
  const back = app.db.updateTable('businessDetails').set({ status: 'expired' }).where('companyId', '=', company.id).execute()
  await expect(back).rejects.toThrow('businessDetails cannot go from submitted to expired')
})

test('no column of the database holds tax id, tax number or birth date in clear', async () => {
  const { save } = await openFixture()
  expect((await save(person)).status).toBe(200)
  const tables = await sql<{
    name: string
  }>`select table_name as name from information_schema.tables where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`.execute(
    app.db,
  )
  const found: string[] = []
  for (const { name } of tables.rows) {
    if (name.startsWith('_')) continue
    const { rows } = await sql<{ text: string }>`select to_jsonb(one)::text as text from ${sql.table(name)} as one`.execute(app.db)
    const clear = /86\s?095\s?742\s?719|22\/815\/08156|1980-12-24|24\.12\.1980/
    if (rows.some(({ text }) => clear.test(text))) found.push(name)
  }
  expect(tables.rows.length).toBeGreaterThan(60)
  expect(found).toEqual([])
})
