import { expect, test } from 'vitest'
import { readCsv } from '#src/platform/kit/csv.ts'
import { enterAs, makeCompany, makeService, makeUser, passCode } from '../../../../tests/factories.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { serviceLimits, serviceTexts } from '../rules.ts'
import { fileTexts } from './csv.ts'

const testApp = await openTestApp()
const { app } = testApp

/** A signed-in owner past the second factor, whose company offers windows in two sizes and a consultation. */
async function openFixture() {
  const email = 'inhaber@firma.example'
  const user = await makeUser(app, { email })
  const company = await makeCompany(app, { userId: user.id, email })
  const windows = await makeService(app, company.id, {
    ...{ title: 'Fenster; mit "Rahmen"', unit: 'Fenster', minutes: 90, description: '=Zeile 1\nZeile 2', catalogueId: 'fenster-putzen' },
    ...{ questions: ['Wie viele?', 'Welcher Stock?'], picture: '/bild.webp', minutesPerUnit: 7.5, isSpread: true },
    options: [
      { title: 'bis 10', optionGroup: 'Größe', surchargeCents: 0 },
      { title: 'Anfahrt', optionGroup: null, surchargeCents: 1_550 },
    ],
  })
  await makeService(app, company.id, { title: 'Beratung', priceKind: 'quote', priceCents: null, hiddenAt: app.now(), position: 1 })
  const owner = await passCode(app, await enterAs(app, testApp.newVisitor(), email))
  const file = async () => (await owner.request(`/functions/v1/services.csv?companyId=${company.id}`, {})).text()
  const send = (text: string) => owner.call('import-services', { companyId: company.id, file: text })
  const all = async () => (await owner.call('list-services', { companyId: company.id })).body.services as object[]
  return { windows, file, send, all }
}

const shownOf = (services: object[]) => services.map((service) => ({ ...service, updated_at: '' }))

test('a file imported unchanged changes nothing', async () => {
  const { file, send, all } = await openFixture()
  const before = await all()
  const text = await file()
  expect(readCsv(text).map(({ cells }) => cells.slice(1))).toEqual([
    [
      ...['Titel', 'Preisart', 'Preis (EUR)', 'Preis bis (EUR)', 'Einheit', 'Dauer (Min.)'],
      ...[
        'Dauer je Einheit (Min.)',
        'Ablauf',
        'Anzahlung (%)',
        'Raten',
        'Ort',
        'Beschreibung',
        'Fragen',
        'Optionen',
        'Verzeichnis',
        'Verborgen',
      ],
    ],
    [
      ...[
        'Fenster; mit "Rahmen"',
        'Festpreis',
        '69,00',
        '',
        'Fenster',
        '90',
        '7,5',
        'Auf Tage verteilt',
        '',
        '1',
        'Beim Kunden',
        '=Zeile 1\nZeile 2',
        'Wie viele? | Welcher Stock?',
      ],
      ...['Größe > bis 10 = 0,00 | Anfahrt = 15,50', 'fenster-putzen', 'nein'],
    ],
    ['Beratung', 'Auf Anfrage', '', '', '', '', '', 'Am Stück', '', '1', 'Beim Kunden', '', '', '', '', 'ja'],
  ])
  // A text that begins like a formula is escaped.
  expect(text).toContain("'=Zeile 1")
  expect((await send(text)).body).toEqual({ created: 0, changed: 2 })
  expect(shownOf(await all())).toEqual(shownOf(before))
})

test('rows without an id create services, and missing columns leave values unchanged', async () => {
  const { windows, send, all } = await openFixture()
  const { status, body } = await send(
    `Kennung;Titel;Preisart;Preis (EUR)\n${windows.id};Fenster putzen;Festpreis;1.069,50\n;Grundreinigung;Nach Stunden;42\n;Xylophonklang;auf anfrage;`,
  )
  expect([status, body]).toEqual([200, { created: 2, changed: 1 }])
  expect(await all()).toMatchObject([
    {
      ...{ title: 'Fenster putzen', price: 1_069.5, unit: 'Fenster', minutes: 90, questions: ['Wie viele?', 'Welcher Stock?'] },
      ...{ picture: '/bild.webp', options: [{ id: windows.options[0]?.id }, { id: windows.options[1]?.id }] },
    },
    { title: 'Beratung' },
    { title: 'Grundreinigung', price_kind: 'hourly', price: 42, places: ['customer'], is_hidden: false },
    { title: 'Xylophonklang', price_kind: 'quote', price: null, catalogue_id: null },
  ])
})

test('errors are reported row by row, and then nothing is imported', async () => {
  const { windows, send, all } = await openFixture()
  const before = await all()
  const { status, body } = await send(
    [
      'Kennung;Titel;Preisart;Preis (EUR);Ort;Optionen;Verzeichnis',
      ';Grundreinigung;Festpreis;80;Beim Kunden;;',
      ';x;gratis;viel;Mond;Anfahrt = weit;',
      '00000000-0000-4000-8000-000000000000;Fremd GmbH;Festpreis;80;Bei uns;;',
      `${windows.id};Fenster putzen;Festpreis;80;Bei uns;;`,
      `${windows.id};Fenster putzen;Festpreis;80;Bei uns;;`,
    ].join('\n'),
  )
  expect([status, body.fields]).toEqual([
    422,
    {
      'rows.3': [
        `Titel: ${serviceTexts.title}`,
        `Preisart: ${serviceTexts.priceKind}`,
        `Preis: ${serviceTexts.price}`,
        `Ort: ${serviceTexts.places}`,
        `Option 1, Aufpreis: ${serviceTexts.surcharge}`,
      ],
      'rows.4': [fileTexts.unknown],
      'rows.6': [fileTexts.twice],
    },
  ])
  const unknown = await send('Titel;Preisart;Verzeichnis\nGrundreinigung;Auf Anfrage;gibt-es-nicht')
  expect(unknown.body.fields).toEqual({ 'rows.2': [`Eintrag im Verzeichnis: ${serviceTexts.catalogue}`] })
  expect(await all()).toEqual(before)
})

test('a file without the needed columns, without rows, or with too many is refused as a whole', async () => {
  const { send, all } = await openFixture()
  expect((await send('Name;Preis\nx;1')).body.fields).toEqual({ file: [fileTexts.header] })
  expect((await send('')).body.fields).toEqual({ file: [fileTexts.header] })
  expect((await send('Titel;Preisart\n')).body.fields).toEqual({ file: [fileTexts.empty] })
  const rows = Array.from({ length: serviceLimits.perCompany }, (_none, index) => `Leistung ${index};Auf Anfrage`)
  const { status, body } = await send(['Titel;Preisart', ...rows].join('\n'))
  expect([status, body.code]).toEqual([409, 'services.tooMany'])
  expect(await all()).toHaveLength(2)
})

test('an import that creates and changes a hundred services updates the search index once for each', async () => {
  const { send, file, all } = await openFixture()
  await app.pool.query(`
    create sequence indexed;
    create function count_indexed() returns trigger language plpgsql as 'begin perform nextval(''indexed''); return new; end';
    create trigger count_indexed after insert or update on search_companies for each row execute function count_indexed()`)
  const counted = async () => Number((await app.pool.query('select last_value - (not is_called)::int as times from indexed')).rows[0].times)
  const rows = Array.from({ length: serviceLimits.perCompany - 2 }, (_none, index) => `Fenster putzen ${index};Festpreis;${index + 20}`)
  expect((await send(['Titel;Preisart;Preis (EUR)', ...rows].join('\n'))).body).toEqual({ created: 98, changed: 0 })
  const created = await counted()
  const text = (await file()).replaceAll('nein', 'ja')
  expect((await send(text)).body).toEqual({ created: 0, changed: 100 })
  expect([created, (await counted()) - created]).toEqual([1, 1])
  expect((await all()).map((service) => Object(service).is_hidden)).toEqual(Array(100).fill(true))
  await app.pool.query('drop trigger count_indexed on search_companies; drop function count_indexed; drop sequence indexed')
})

test('a file of ten thousand lines is refused before its rows are parsed; formulas and markup stay text', async () => {
  const { send, all } = await openFixture()
  const long = await send(['Titel;Preisart', ...Array.from({ length: 10_000 }, () => 'x;y')].join('\n'))
  expect([long.status, long.body.code]).toEqual([409, 'services.tooMany'])
  const longer = await send(['Titel;Preisart', ...Array.from({ length: 10_000 }, () => 'Fenster putzen;Auf Anfrage')].join('\n'))
  expect([longer.status, longer.body.code]).toEqual([413, 'request.tooLarge'])
  const formula = '=HYPERLINK(""http://boese.example"";""x"")'
  const markup = '<script>alert(1)</script>'
  expect((await send(`Titel;Preisart\n"${formula}";Auf Anfrage\n${markup};Auf Anfrage`)).body).toEqual({ created: 2, changed: 0 })
  expect((await all()).map((service) => Object(service).title)).toEqual(
    expect.arrayContaining(['=HYPERLINK("http://boese.example";"x")', markup]),
  )
})

test('the time of a unit and the continuity are imported, and a wrong one is an error of its column', async () => {
  const { windows, send, all } = await openFixture()
  const head = 'Kennung;Titel;Preisart;Preis (EUR);Einheit;Dauer (Min.);Dauer je Einheit (Min.);Ablauf'
  const sent = await send(
    [
      head,
      `${windows.id};Fenster putzen;Festpreis;9;Fenster;15;12,5;am stück`,
      ';Wohnung streichen;Festpreis;900;;1440;;',
      ';Büro reinigen;Nach Stunden;42;;120;5;',
    ].join('\n'),
  )
  expect([sent.status, sent.body]).toEqual([200, { created: 2, changed: 1 }])
  const [changed, , painting, office] = await all()
  expect(changed).toMatchObject({ minutes: 15, minutes_per_unit: 12.5, is_spread: false })
  // Work over four hours is spread unless its company says otherwise; without a unit nothing is counted.
  expect(painting).toMatchObject({ minutes: 1_440, minutes_per_unit: null, is_spread: true })
  expect(office).toMatchObject({ minutes_per_unit: null, is_spread: false })
  const wrong = await send([head, ';Malern;Festpreis;900;m²;1440;x;Am Stück', ';Tapezieren;Festpreis;900;m²;60;5000;gestern'].join('\n'))
  expect(wrong.body.fields).toEqual({
    'rows.2': [`Dauer je Einheit: ${serviceTexts.minutesPerUnit}`, `Dauer: ${serviceTexts.minutesInOnePiece}`],
    'rows.3': [`Dauer je Einheit: ${serviceTexts.minutesPerUnit}`, `Ablauf: ${serviceTexts.isSpread}`],
  })
})
