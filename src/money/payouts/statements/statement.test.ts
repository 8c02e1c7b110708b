import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDays, berlinDay, berlinInstant, formatDate, formatMonth } from '#src/platform/kit/dates.ts'
import { runsOf } from '#src/platform/server/pdf/runs.ts'
import { makeCompany, makeOwner, passCode, signInAs } from '../../../../tests/factories.ts'
import { openMoneyFixtures } from '../../../../tests/moneyFixtures.ts'
import { readPdf } from '../../../../tests/pdfText.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { renderStatement } from './pdf.ts'
import { addUp, type Movement, readMonth, type StatementFacts } from './rules.ts'

const testApp = await openTestApp()
const { app, clock, runJobs, sandbox } = testApp
const { operator, payableCompany, paidBooking, payOut, dispute, event, violations, ledgerSums } = openMoneyFixtures(testApp)

const longName = 'Müller, Łukaszewski & Söhne Gebäudereinigungs- und Hausmeisterdienstleistungsgesellschaft mbH & Co. KG'

/**
 * Last month: three bookings, one refunded in part, paid out. This month: one refunded after its payout, one disputed and lost, paid out
 * again.
 */
async function twoMonths() {
  const admin = await operator()
  const company = await payableCompany({
    hourlyRateCents: null,
    companyName: longName,
    contactPerson: 'Şükrü Öztürk',
    location: 'Große Straße 3, 20457 Hamburg',
  })
  await paidBooking((await makeCompany(app, { companyName: 'Andere GmbH' })).id, { amount: 1_000 })
  const first = await paidBooking(company.id, { amount: 100 })
  await paidBooking(company.id, { amount: 138 })
  const third = await paidBooking(company.id, { amount: 99.5 })
  await admin.call('admin-refund-booking', { bookingId: first.bookingId, amount: 50, reason: 'Kulanz' })
  await runJobs()
  await payOut(admin)
  await postedAt(minuteOfMonth(-1))
  await sandbox.control('payOutAccount', { account: company.accountId })
  await admin.call('admin-refund-booking', { bookingId: third.bookingId, reason: 'Kulanz' })
  await runJobs()
  const disputed = await paidBooking(company.id, { amount: 60 })
  const id = await dispute(disputed.paymentId)
  await event('dispute', id)
  await sandbox.control('closeDispute', { dispute: id, outcome: 'lost' })
  await event('dispute', id)
  await paidBooking(company.id, { amount: 500 })
  await payOut(admin)
  await paidBooking(company.id, { amount: 20 })
  // A minute that belongs to this month in Berlin, and to the last one in London.
  await postedAt(minuteOfMonth(1))
  expect(await violations()).toEqual([])
  const owner = await makeOwner(app, company.id)
  return { company, first, person: await passCode(app, await signInAs(testApp.newVisitor(), owner.email)) }
}

const today = berlinDay(app.now())
const thisMonth = today.slice(0, 7)
const lastMonth = addDays(`${thisMonth}-01`, -1).slice(0, 7)
const minuteOfMonth = (minute: number) => new Date(berlinInstant(`${thisMonth}-01`, '00:00').getTime() + minute * 60_000)

/** Moves everything posted since the last call to another day, because the PSP sandbox only knows today. */
async function postedAt(moment: Date) {
  await sql`alter table ledger_tx disable trigger ledger_tx_append_only`.execute(app.db)
  const aged = [minuteOfMonth(-1), minuteOfMonth(1)]
  await app.db.updateTable('ledgerTx').set({ occurredAt: moment }).where('occurredAt', 'not in', aged).execute()
  await sql`alter table ledger_tx enable trigger ledger_tx_append_only`.execute(app.db)
  await sql`
    update revenue_lines
    set on_day = told.on_day
    from revenue_of_entries as told
    where told.tx_id = revenue_lines.tx_id`.execute(app.db)
}

const addressOf = (companyId: string, month: string) => `/functions/v1/payout-statement.pdf?${new URLSearchParams({ companyId, month })}`

test("a month's statement: what the ledger says, its sums, and the balance from month to month", async () => {
  const { company, person, first } = await twoMonths()
  const { body } = await person.call('list-statement-months', { companyId: company.id })
  const number = (month: string) => `AB-${month.replace('-', '')}-${company.id.slice(-12).toUpperCase()}`
  expect(body.months).toEqual([
    { month: thisMonth, number: number(thisMonth), is_running: true },
    { month: lastMonth, number: number(lastMonth), is_running: false },
  ])
  const read = async (month: string) => {
    const answer = await person.request(addressOf(company.id, month), {})
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="abrechnung-${month}.pdf"`)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    return readPdf(new Uint8Array(await answer.arrayBuffer())).flatMap((lines) => lines.map((line) => line.join('|')))
  }
  const earlier = await read(lastMonth)
  const text = earlier.join('\n')
  expect(text).not.toContain('�')
  for (const line of ['Handschlag Demo', 'Musterweg 1, 10115 Berlin', 'Große Straße 3, 20457 Hamburg']) expect(text).toContain(line)
  expect(text.replaceAll('|', '')).toContain('Müller, Łukaszewski & Söhne Gebäudereinigungs- und')
  expect(text.replaceAll('|', '')).toContain('Şükrü Öztürk')
  const lastDay = formatDate(addDays(`${thisMonth}-01`, -1))
  expect(earlier).toContain(`Abrechnung ${formatMonth(lastMonth)}`)
  expect(earlier).toContain(`Abrechnungsnummer|${number(lastMonth)}`)
  expect(earlier).toContain(`Zeitraum|${formatDate(`${lastMonth}-01`)} – ${lastDay}`)
  expect(earlier.at(-1)).toMatch(/\|Seite 1 von 1$/)
  const at = earlier.indexOf('Ihr Guthaben bei uns')
  expect(earlier.slice(at + 1, at + 6)).toEqual([
    `Anfangsstand am ${formatDate(`${lastMonth}-01`)}|0,00 €`,
    'Ihr Anteil aus Zahlungen|+327,37 €',
    'Ihr Anteil an Erstattungen|−48,50 €',
    'Auszahlungen|−278,87 €',
    'Endstand am Monatsende|0,00 €',
  ])
  const bookings = earlier.indexOf('Datum|Buchung|Vorgang|Kundenbetrag|Provision|darin USt.|Ihr Anteil')
  const row = (booking: string, rest: string) => `${lastDay}|${booking}|${rest}`
  const shown = first.bookingId.slice(-8)
  const [some, others] = [earlier.slice(bookings + 1, bookings + 5), earlier.slice(bookings + 5)]
  expect(some).toContain(row(shown, 'Zahlung|100,00 €|3,00 €|0,48 €|97,00 €'))
  expect(some.map((line) => line.split('|').slice(2).join('|')).sort()).toEqual([
    'Erstattung|−50,00 €|−1,50 €|−0,24 €|−48,50 €',
    'Zahlung|100,00 €|3,00 €|0,48 €|97,00 €',
    'Zahlung|138,00 €|4,14 €|0,66 €|133,86 €',
    'Zahlung|99,50 €|2,99 €|0,48 €|96,51 €',
  ])
  expect(others[0]).toBe('Summe|287,50 €|8,63 €|1,38 €|278,87 €')
  expect(text).toMatch(/\|[0-9a-f]{8}\|Auszahlung, Direktauszahlung\|278,87 €\|0,00 €\|−278,87 €\nSumme\|−278,87 €/)
  expect(text).toContain('Provision netto|7,25 €\nUmsatzsteuer 19 %|1,38 €\nProvision brutto|8,63 €')
  expect(text).not.toContain('Vorläufig')

  const later = await read(thisMonth)
  const then = later.indexOf('Ihr Guthaben bei uns')
  expect(later.slice(then + 1, then + 7)).toEqual([
    `Anfangsstand am ${formatDate(`${thisMonth}-01`)}|0,00 €`,
    'Ihr Anteil aus Zahlungen|+562,60 €',
    'Ihr Anteil an Erstattungen|−96,51 €',
    'Ihr Anteil an Rückbuchungen der Bank|−58,20 €',
    'Auszahlungen|−388,49 €',
    `Endstand am ${formatDate(today)}|19,40 €`,
  ])
  const { company_payable: payable = 0, company_receivable: receivable = 0 } = await ledgerSums()
  const ofTheOther = 97_000
  expect(-payable - receivable - ofTheOther).toBe(1_940)
  expect(later).toContain('Vorläufig: Der Monat läuft noch.')
  expect(later.join('\n')).toMatch(/Auszahlung, Direktauszahlung\|485,00 €\|96,51 €\|−388,49 €/)
})

test('a month without anything says so; one that makes no sense is refused, and so is the company of another', async () => {
  clock.moveTo(new Date('2026-12-15T10:00:00Z'))
  const company = await makeCompany(app)
  const other = await makeCompany(app)
  const owner = await makeOwner(app, company.id)
  const person = await passCode(app, await signInAs(testApp.newVisitor(), owner.email))
  expect((await person.call('list-statement-months', { companyId: company.id })).body).toEqual({ months: [] })
  const empty = await person.request(addressOf(company.id, '2026-10'), {})
  const lines = readPdf(new Uint8Array(await empty.arrayBuffer())).flatMap((page) => page.map((line) => line.join('|')))
  for (const line of [
    'Anfangsstand am 01.10.2026|0,00 €',
    'Endstand am Monatsende|0,00 €',
    'In diesem Monat wurde nichts bezahlt und nichts erstattet.',
    'In diesem Monat wurde nichts ausgezahlt.',
    'Provision brutto|0,00 €',
  ]) {
    expect(lines).toContain(line)
  }
  for (const month of ['2026-13', '1926-10', '2026-1', 'Oktober', '', '2026-10-01']) {
    const answer = await person.request(addressOf(company.id, month), {})
    expect([answer.status, (await answer.json()).fields]).toEqual([422, { month: ['Bitte wählen Sie einen Monat.'] }])
  }
  const future = await person.request(addressOf(company.id, '2027-01'), {})
  expect([future.status, (await future.json()).fields]).toEqual([422, { month: ['Dieser Monat hat noch nicht begonnen.'] }])
  expect((await person.request(addressOf(other.id, '2026-10'), {})).status).toBe(404)
  expect((await person.call('list-statement-months', { companyId: other.id })).status).toBe(404)
  expect((await testApp.newVisitor().request(addressOf(company.id, '2026-10'), {})).status).toBe(401)
})

const movement = (place: number): Movement => ({
  id: String(place),
  kind: 'charge',
  reference: '',
  bookingId: `01975d6e-0000-7000-8000-${String(place).padStart(12, '0')}`,
  occurredAt: new Date(Date.UTC(2026, 9, 1 + (place % 30), 9)),
  balanceCents: 970_000,
  feeCents: 30_000,
  vatCents: 4_790,
  vatBasisPoints: 1_900,
  companyAmountCents: null,
  nettedCents: null,
  rail: null,
})
const factsOf = (movements: Movement[], more: Partial<StatementFacts> = {}): StatementFacts => ({
  brandName: 'Handschlag',
  companyId: '01975d6e-1111-7000-8000-0000aabbccdd',
  month: '2026-10',
  operator: { name: 'Betreiber GmbH', lines: ['Weg 1, 10115 Berlin'] },
  company: { name: longName, lines: [] },
  movements,
  openingCents: 0,
  closingCents: movements.reduce((sum, { balanceCents }) => sum + balanceCents, 0),
  madeAt: new Date('2026-11-21T10:00:00Z'),
  ...more,
})

test('many bookings go on over pages, each with the head of the table and its number; amounts of five digits have room', async () => {
  const pages = readPdf(await renderStatement(factsOf(Array.from({ length: 100 }, (_one, place) => movement(place)))))
  const lines = pages.map((page) => page.map((line) => line.join('|')))
  expect(pages).toHaveLength(3)
  const rows = lines.flatMap((page) => page.filter((line) => /^\d\d\.10\.2026\|\d{8}\|Zahlung\|/.test(line)))
  expect(new Set(rows).size).toBe(100)
  expect(rows[0]).toBe('01.10.2026|00000000|Zahlung|10.000,00 €|300,00 €|47,90 €|9.700,00 €')
  for (const [place, page] of lines.entries()) {
    expect(page).toContain('Datum|Buchung|Vorgang|Kundenbetrag|Provision|darin USt.|Ihr Anteil')
    expect(page.at(-1)).toMatch(new RegExp(`\\|Seite ${place + 1} von 3$`))
    expect(page.at(-1)).toContain('AB-202610-0000AABBCCDD · Müller, ')
  }
  expect(lines.flat()).toContain('Summe|1.000.000,00 €|30.000,00 €|4.790,00 €|970.000,00 €')
})

test('what does not add up is never drawn; a rate that changed and none at all have their own lines', async () => {
  await expect(renderStatement(factsOf([movement(1)], { closingCents: 969_999 }))).rejects.toThrow(/does not add up/)
  const free = { ...movement(2), vatCents: 0, vatBasisPoints: 0 }
  expect(addUp(factsOf([movement(1), free])).taxed).toEqual([
    { vatBasisPoints: 1_900, netCents: 25_210, vatCents: 4_790, grossCents: 30_000 },
    { vatBasisPoints: 0, netCents: 30_000, vatCents: 0, grossCents: 30_000 },
  ])
  const text = readPdf(await renderStatement(factsOf([free]))).flatMap((page) => page.map((line) => line.join('|')))
  expect(text).toContain('Umsatzsteuer (keine, § 19 UStG)|0,00 €')
})

test('a word longer than a line is broken, nothing of an address is lost', async () => {
  const name = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
  const [page = []] = readPdf(await renderStatement(factsOf([], { company: { name: `${name} & Co.`, lines: [`${name}weg 1`] } })))
  const written = page.flat().join('')
  expect(written).toContain(`${name} & Co.`)
  expect(written).toContain(`${name}weg 1`)
})

test('letters of all files of the fonts, of none of them, and months at the border', () => {
  expect(runsOf('Łódź €')).toEqual([
    { isExtended: true, text: 'Ł' },
    { isExtended: false, text: 'ód' },
    { isExtended: true, text: 'ź' },
    { isExtended: false, text: ' €' },
  ])
  expect(runsOf('Ấ Юg')).toEqual([{ isExtended: false, text: 'A Yug' }])
  expect(runsOf('')).toEqual([])
  expect(readMonth('2026-11', '2026-11-01')).toBe('2026-11')
  expect(() => readMonth('2026-12', '2026-11-30')).toThrow('Bitte korrigieren Sie die markierten Felder.')
})
