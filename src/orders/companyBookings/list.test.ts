import { expect, test } from 'vitest'
import { berlinDay, formatDate } from '#src/platform/kit/dates.ts'
import { openDashboardFixtures } from '../../../tests/dashboardFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'

const testApp = await openTestApp()
const { app } = testApp
const { makeCompanyWithOwner, insertBookings } = openDashboardFixtures(testApp)

test('the list is paged, filtered, sorted and searched by the server; the search does not reveal a hidden address', async () => {
  const { visitor, company } = await makeCompanyWithOwner()
  await insertBookings(company.id, 60)
  const list = async (query: object) => (await visitor.call('list-company-bookings', { companyId: company.id, ...query })).body
  const names = ({ rows }: { rows: { customer_name: string }[] }) => rows.map((one) => one.customer_name)
  const first = await list({ pageSize: 25 })
  const third = await list({ pageSize: 25, page: 3 })
  expect([first.total, first.rows.length, third.rows.length, names(first)[0], names(third).at(-1)]).toEqual([
    60,
    25,
    10,
    'Kunde 60',
    'Kunde 1',
  ])
  expect(names(await list({ sort: 'amountAsc', pageSize: 2 }))).toEqual(['Kunde 1', 'Kunde 2'])
  expect(names(await list({ sort: 'dateDesc', pageSize: 1 }))).toEqual(['Kunde 60'])
  expect((await list({ status: 'confirmed' })).total).toBe(30)
  expect((await list({ payment: 'failed', status: 'cancelled' })).total).toBe(30)
  expect(names(await list({ from: '2027-01-02', to: '2027-01-03', sort: 'dateAsc' }))).toEqual(['Kunde 1', 'Kunde 2'])
  expect(names(await list({ search: 'KUNDE 33' }))).toEqual(['Kunde 33'])
  expect((await list({ search: '%' })).total).toBe(0)
  expect(names(await list({ search: 'kunde12@' }))).toEqual(['Kunde 12'])
  expect((await list({ search: 'kunde11@' })).total).toBe(0)
  expect(names(await list({ search: first.rows[0].id.slice(-8) }))).toContain('Kunde 60')
  const behind = await list({ pageSize: 25, page: 9 })
  expect([behind.page, behind.rows.length, behind.total]).toEqual([3, 10, 60])
  const tooMuch = await visitor.call('list-company-bookings', { companyId: company.id, pageSize: 101 })
  expect([tooMuch.status, Object.keys(tooMuch.body.fields)]).toEqual([422, ['pageSize']])
})

test('the file for spreadsheets: German, with an apostrophe before what would be a formula, complete over all batches', async () => {
  const { visitor, company } = await makeCompanyWithOwner()
  await insertBookings(company.id, 2_345)
  const evil = ['=HYPERLINK("http://evil")', '+1+1', '-2', '@SUM(A1)', '\t=1', 'Anna; "die" Zweite', 'Zeile\numbruch']
  for (const [index, name] of evil.entries()) {
    await app.db
      .updateTable('bookings')
      .set({ customerName: name })
      .where('customerName', '=', `Kunde ${2 + 2 * index}`)
      .execute()
  }
  const answer = await visitor.request(`/functions/v1/company-bookings.csv?companyId=${company.id}&search=&status=`, {})
  expect([answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
    'text/csv; charset=utf-8',
    'attachment; filename="buchungen.csv"',
  ])
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const text = bytes.subarray(3).toString()
  const lines = text.split('\r\n')
  expect(lines[0]).toBe(
    'Buchungsnummer;Gebucht am;Termin;Uhrzeit;Leistung;Kunde;E-Mail;Telefon;Ort;Betrag (EUR);Erstattet (EUR);Provision (EUR);Ihr Anteil (EUR);Buchungsstatus;Zahlungsstatus;Umfang;Preis vereinbart mit;Art',
  )
  expect(new Set(lines.slice(1, -1).map((line) => line.split(';')[0])).size).toBe(2_345)
  const { createdAt } = await app.db
    .selectFrom('bookings')
    .select('createdAt')
    .where('customerName', '=', 'Kunde 1000')
    .executeTakeFirstOrThrow()
  expect(
    lines
      .find((line) => line.includes('Kunde 1000;'))
      ?.split(';')
      .slice(1),
  ).toEqual(
    `${formatDate(berlinDay(createdAt))};27.09.2029;07:30;Reinigung nach Absprache;Kunde 1000;kunde1000@kunde.example;'+49 40 1;Hafenweg 1;1000,00;0,00;30,00;970,00;Bestätigt;Bezahlt;;;Auftrag`.split(
      ';',
    ),
  )
  for (const cell of [
    `"'=HYPERLINK(""http://evil"")"`,
    `'+1+1`,
    `'-2`,
    `'@SUM(A1)`,
    `'\t=1`,
    '"Anna; ""die"" Zweite"',
    '"Zeile\numbruch"',
  ]) {
    expect(text).toContain(`;${cell};`)
  }
  const few = await visitor.request(`/functions/v1/company-bookings.csv?companyId=${company.id}&from=2027-01-02&to=2027-01-03`, {})
  expect((await few.text()).trimEnd().split('\r\n').length).toBe(3)
  expect((await visitor.request(`/functions/v1/company-bookings.csv?companyId=${company.id}&from=gestern`, {})).status).toBe(422)
  const odd = await visitor.request(`/functions/v1/company-bookings.csv?companyId=${company.id}&search=Kunde%001000&from=0001-01-01`, {})
  expect((await odd.text()).trimEnd().split('\r\n').length).toBe(2)
  expect((await visitor.request(`/functions/v1/company-bookings.csv?companyId=${company.id}&from=0000-01-01`, {})).status).toBe(422)
})

test('a download that a database error interrupts ends without details of the error', async () => {
  const { visitor, company } = await makeCompanyWithOwner()
  const { selectFrom } = app.db
  const answer = await visitor.request(`/functions/v1/company-bookings.csv?companyId=${company.id}`, {})
  app.db.selectFrom = () => {
    throw new Error('invalid input: Erika Mustermann')
  }
  try {
    await expect(answer.text()).rejects.toThrow(/^file cut off$/)
  } finally {
    app.db.selectFrom = selectFrom
  }
})
