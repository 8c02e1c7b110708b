import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeCompany } from '../../../../tests/factories.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { searchCompanies } from '../query/actions.ts'
import { emptyQuery } from '../query/rules.ts'
import { countTerms, orderRows } from './store.ts'

const { app } = await openTestApp()
const towns = ['Hamburg', 'Kempten', 'Berlin', 'Aachen']

test('rows that were put in order lie by sample, category and place, and are found as before', async () => {
  for (let number = 0; number < 24; number += 1) {
    await makeCompany(app, {
      companyName: `Firma ${number} Fensterreinigung`,
      category: number % 3 === 0 ? 'Reinigung' : number % 3 === 1 ? 'Garten' : 'Transport',
      location: towns[number % 4] ?? '',
      verified: number % 5 === 0,
    })
  }
  await countTerms(app.db)
  const found = await idsOf('Fensterreinigung')
  expect(found).toHaveLength(24)
  await orderRows(app.db)
  const rows = await rowsAsTheyLie()
  expect(new Set(rows.map(({ sample }) => sample)).size).toBeGreaterThan(1)
  expect(new Set(rows.map(({ band }) => band)).size).toBeGreaterThan(2)
  const places = rows.map(({ sample, category, band, longitude }) => [sample, category, band, longitude] as const)
  expect(places).toEqual(places.toSorted(([a, b, c, d], [e, f, g, h]) => a - e || Number(b > f) - Number(b < f) || c - g || d - h))
  expect(await idsOf('Fensterreinigung')).toEqual(found)
  const { id } = await makeCompany(app, { companyName: 'Neue Fensterreinigung' })
  expect(await idsOf('Neue Fensterreinigung')).toContain(id)
})

const idsOf = async (q: string) => (await searchCompanies(app.db, { ...emptyQuery, q, limit: 40, offset: 0 })).companies.map(({ id }) => id)

async function rowsAsTheyLie() {
  const { rows } = await sql<{ sample: number; category: string; band: number; longitude: number }>`
    select sample, category, floor(point[1] * 2.5) as band, point[0] as longitude
    from search_companies
    order by ctid`.execute(app.db)
  return rows
}
