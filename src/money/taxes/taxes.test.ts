import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { enterAs, enterAsOperator, makeOwner, passCode } from '../../../tests/factories.ts'
import { countStatements } from '../../../tests/statements.ts'
import { openTaxFixtures } from '../../../tests/taxFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'
import { informCompanies, purgeReports } from './actions.ts'
import { readTaxYear } from './report/actions.ts'
import { listFigures } from './store.ts'

const testApp = await openTestApp()
const { app, clock, inbox } = testApp
const { seller, charge, giveBack } = openTaxFixtures(testApp)
const on = (day: string, time = '12:00') => new Date(`${day}T${time}:00Z`)
const operator = () => enterAsOperator(app, testApp.newVisitor())

async function operatorComplete() {
  const value = { name: 'Handschlag GmbH', address: 'Kai 1\n20457 Hamburg', email: 'a@b.example', phone: '1', vatId: 'DE136695976' }
  await sql`insert into settings (key, value, updated_at) values ('operator', ${JSON.stringify(value)}::jsonb, ${app.now()})
    on conflict (key) do update set value = excluded.value`.execute(app.db)
}

async function asOwner(companyId: string) {
  const { email } = await makeOwner(app, companyId)
  const person = await passCode(app, await enterAs(app, testApp.newVisitor(), email))
  return { email, read: async (year: number) => (await person.call('get-tax-report', { companyId, year })).body }
}

test('a refund restates the quarter in which the booking was credited, whenever it comes; the day is Berlin time', async () => {
  const { id } = await seller()
  clock.moveTo(on('2026-11-24'))
  // 23:30 of 31 March in UTC is the second quarter in Berlin.
  await charge(id, { amountCents: 10_000, at: on('2026-03-31', '22:30') })
  const first = await charge(id, { amountCents: 20_000, at: on('2026-02-01') })
  const gone = await charge(id, { amountCents: 5_000, at: on('2026-02-02') })
  const { read } = await asOwner(id)
  const shown = async () =>
    (await read(2026)).quarters.map((one: { consideration: number; activities: number }) => [one.consideration, one.activities])
  expect(await shown()).toEqual([
    [243, 2],
    [97, 1],
    [0, 0],
    [0, 0],
  ])
  await giveBack(first, { cents: 8_000, at: on('2026-10-05'), kind: 'refund' })
  await giveBack(gone, { cents: 5_000, at: on('2026-11-05'), kind: 'disputeLost' })
  expect(await shown()).toEqual([
    [116, 1],
    [97, 1],
    [0, 0],
    [0, 0],
  ])
})

test('the page of a year reads all sellers in the same few statements, however many they are', async () => {
  clock.moveTo(on('2026-11-24'))
  const addSellers = async (count: number) => {
    for (let made = 0; made < count; made++) {
      const { id } = await seller(made % 3 === 2 ? 'incomplete' : made % 3 === 1 ? 'entity' : 'person')
      await charge(id, { amountCents: 500_000, at: on('2026-02-01') })
    }
  }
  const countFor = async () => {
    const { db, statements } = countStatements(app.db)
    const year = await readTaxYear({ ...app, db }, 2026)
    return { statements: statements.length, reportable: year.reportable, complete: year.complete }
  }
  await addSellers(3)
  const few = await countFor()
  await addSellers(6)
  const many = await countFor()
  expect([many.reportable - few.reportable, many.complete - few.complete]).toEqual([6, 4])
  expect(many.statements).toBe(few.statements)
})

test('500 random histories: the sums of the quarters are the ledger to the cent, before rounding', async () => {
  const random = seeded(7)
  for (let history = 0; history < 500; history++) {
    const { id } = history % 25 === 0 ? await seller() : { id: lastId }
    lastId = id
    const at = new Date(Date.UTC(2026, Math.floor(random() * 12), 1 + Math.floor(random() * 27), Math.floor(random() * 24)))
    const booking = await charge(id, { amountCents: 100 + Math.floor(random() * 99_900), at })
    for (const kind of ['refund', 'disputeLost'] as const) {
      if (random() < 0.6 || booking.leftCents === 0) continue
      const cents = random() < 0.3 ? booking.leftCents : 1 + Math.floor(random() * booking.leftCents)
      await giveBack(booking, { cents, at: new Date(at.getTime() + random() * 200 * 86_400_000), kind })
    }
  }
  const figures = await listFigures(app.db, { year: 2026 })
  const { rows } = await sql<{ companyId: string; share: number }>`
    select company_id, -sum(amount_cents)::bigint as share from ledger_entry
    where account in ('company_payable', 'company_receivable') group by company_id`.execute(app.db)
  const fees = await sql<{ fee: number }>`
    select -sum(amount_cents)::bigint as fee from ledger_entry where account in ('fee_revenue', 'vat_payable')`.execute(app.db)
  for (const { companyId, share } of rows) {
    const own = figures.filter((one) => one.companyId === companyId)
    expect([companyId, own.reduce((sum, one) => sum + one.shareCents, 0)]).toEqual([companyId, share])
  }
  expect(rows.length).toBeGreaterThan(15)
  expect(figures.reduce((sum, one) => sum + one.feeCents, 0)).toBe(fees.rows[0]?.fee)
})
let lastId = ''

/** Seeded random generator, so that a failure can be reproduced. */
function seeded(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

test('the year: progress and what is missing; new data, then a correction, then one taken back; nothing new is refused', async () => {
  await operatorComplete()
  const [person, entity, open] = [await seller('person'), await seller('entity'), await seller('incomplete')]
  const bookings = []
  for (const { id } of [person, entity, open]) bookings.push(await charge(id, { amountCents: 13_800, at: on('2026-05-05') }))
  clock.moveTo(on('2026-12-31'))
  expect((await (await operator()).call('admin-write-tax-report', { year: 2026 })).status).toBe(409)
  clock.moveTo(on('2027-01-05'))
  const admin = await operator()
  const page = async () => (await admin.call('admin-tax-year', { year: 2026 })).body
  expect(await page()).toMatchObject({ reportable: 3, complete: 2, due_on: '2027-02-01', missing: [{ company_id: open.id }], reports: [] })
  const write = (fields: object = {}) => admin.call('admin-write-tax-report', { year: 2026, ...fields })
  expect((await write()).body.error).toContain('fehlen Angaben')
  expect(
    (await Promise.all([write({ withoutIncomplete: true }), write({ withoutIncomplete: true })])).map(({ status }) => status).sort(),
  ).toEqual([200, 409])
  const [report] = (await page()).reports
  expect(report).toMatchObject({ indic: 'DPI401', sellers: 2 })
  const file = await admin.request(`/functions/v1/tax-report.xml?reportId=${report.id}`, {})
  const xml = await file.text()
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="pstg-meldung-2026-1.xml"')
  expect(xml).toContain('<dpi:ConsQ2 currCode="EUR">134</dpi:ConsQ2>')
  expect(xml).toContain('Firma &#38; Söhne &#60;')
  const [own, other] = bookings
  if (!own || !other) throw new Error('no bookings')
  await giveBack(own, { cents: 3_800, at: on('2027-01-04'), kind: 'refund' })
  await giveBack(other, { cents: 13_800, at: on('2027-01-04'), kind: 'refund' })
  expect((await write({ withoutIncomplete: true })).status).toBe(200)
  const [correction] = (await page()).reports
  expect(correction).toMatchObject({ indic: 'DPI402', sellers: 2, run: 2 })
  const corrected = await (await admin.request(`/functions/v1/tax-report.xml?reportId=${correction.id}`, {})).text()
  expect(corrected.match(/OECD[0-3]</g)).toEqual(['OECD0<', 'OECD2<', 'OECD3<'])
  expect(corrected.match(/<stf:CorrDocRefId>/g)).toHaveLength(2)
  expect((await write({ withoutIncomplete: true })).status).toBe(409)
  const lines = await app.db.selectFrom('taxReportLines').selectAll().execute()
  expect(lines).toHaveLength(4)
  expect(JSON.stringify([lines, await app.db.selectFrom('taxReports').selectAll().execute()])).not.toMatch(/1980-12-24|22\/815/)
})

test('a report goes with the end of the tenth year after its own, and its corrections with it; a younger one stays', async () => {
  await operatorComplete()
  const person = await seller('person')
  const booking = await charge(person.id, { amountCents: 13_800, at: on('2026-05-05') })
  clock.moveTo(on('2027-01-05'))
  await informCompanies(app)
  const write = async (year: number) => (await (await operator()).call('admin-write-tax-report', { year })).status
  expect(await write(2026)).toBe(200)
  await giveBack(booking, { cents: 3_800, at: on('2027-01-04'), kind: 'refund' })
  expect(await write(2026)).toBe(200)
  await charge(person.id, { amountCents: 5_000, at: on('2027-05-05') })
  clock.moveTo(on('2028-01-05'))
  expect(await write(2027)).toBe(200)
  const years = async () => (await app.db.selectFrom('taxReports').select('year').orderBy('year').execute()).map(({ year }) => year)
  const at = async (moment: string) => {
    clock.moveTo(new Date(moment))
    await purgeReports(app)
    return years()
  }
  expect(await at('2036-12-31T22:59:00Z')).toEqual([2026, 2026, 2027])
  expect(await at('2036-12-31T23:01:00Z')).toEqual([2027])
  expect(await app.db.selectFrom('taxReportLines').selectAll().execute()).toHaveLength(1)
  expect(await app.db.selectFrom('taxNotices').where('year', '=', 2026).selectAll().execute()).toEqual([])
  expect(await at('2037-12-31T23:01:00Z')).toEqual([])
})

test('a year without sellers is an empty report', async () => {
  await operatorComplete()
  clock.moveTo(on('2027-01-05'))
  const admin = await operator()
  expect((await admin.call('admin-write-tax-report', { year: 2026 })).status).toBe(200)
  expect((await admin.call('admin-tax-year', { year: 2026 })).body.reports).toMatchObject([{ indic: 'DPI403', sellers: 0 }])
})

test('every company with income is mailed its figures once, in January', async () => {
  const { id } = await seller()
  const { email } = await asOwner(id)
  await charge(id, { amountCents: 13_800, at: on('2026-05-05') })
  for (const day of ['2026-12-31', '2027-01-02', '2027-01-31', '2027-02-02']) {
    clock.moveTo(on(day))
    await informCompanies(app)
    await informCompanies(app)
  }
  await testApp.runJobs()
  const told = inbox.mails().filter((mail) => mail.to === email)
  expect(told).toHaveLength(1)
  expect(told[0]?.text).toContain('134 € aus 1 Buchungen')
})

test('a small business is warned before and above 25.000 €, and above 100.000 €', async () => {
  const { id } = await seller()
  clock.moveTo(on('2026-11-24'))
  await app.db.updateTable('taxProfiles').set({ status: 'small' }).where('companyId', '=', id).execute()
  const { read } = await asOwner(id)
  const warnings = []
  for (const amountCents of [1_000_000, 1_000_000, 400_000, 200_000, ...Array.from({ length: 8 }, () => 1_000_000)]) {
    await charge(id, { amountCents, at: on('2026-05-05') })
    warnings.push((await read(2026)).warning)
  }
  expect([...new Set(warnings)]).toEqual([null, 'nearYear', 'overYear', 'overAtOnce'])
})
