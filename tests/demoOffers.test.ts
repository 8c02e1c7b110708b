import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { searchCompanies } from '#src/site/search/query/actions.ts'
import { defaultRadius } from '#src/site/search/query/rules.ts'
import { isPriced } from '#src/supply/services/pricing.ts'
import { listOffered } from '#src/supply/services/store.ts'
import { loadDemo } from '../scripts/demo/loadDemo.ts'
import { foreignNeeds, largestCities, typedNeeds } from './demoNeeds.ts'
import { openTestApp } from './testApp.ts'

const testApp = await openTestApp({ SEPA_PAYOUTS: '1' })
const { app } = testApp

describe('companies of the living demo', () => {
  test('answer usual searches in the largest cities, write their own texts, and sell at prices', async () => {
    expect(await loadDemo(app, 'living')).toBe(true)
    await expectAnswers()
    await expectForeignAnswers()
    await expectOwnTexts()
    await expectPrices()
  })
})

/** Of 450 searches at most 3 % are empty, and 70 % find three companies or more (80 % are wanted); 95 % of the first hits can be booked at a price. */
async function expectAnswers() {
  const { totals, empty, three, first } = await searchAll(typedNeeds)
  expect(totals).toHaveLength(450)
  expect(empty).toBeLessThanOrEqual(0.03)
  expect(three).toBeGreaterThanOrEqual(0.7)
  expect(first).toBeGreaterThanOrEqual(0.95)
}

/** The same with needs for which the demo was not written. */
async function expectForeignAnswers() {
  const sources = readdirSync('scripts/demo', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|json)$/.test(name))
    .map((name) => readFileSync(join('scripts/demo', name), 'utf8').toLowerCase())
  expect(foreignNeeds.filter((need) => sources.some((text) => text.includes(need.toLowerCase())))).toEqual([])
  const { empty } = await searchAll(foreignNeeds)
  expect(empty).toBeLessThanOrEqual(0.1)
}

/** Searches for each need in each city and prints the table; returns the numbers of hits, and shares of all searches or first hits. */
async function searchAll(needs: readonly string[]) {
  const found: { need: string; counts: number[] }[] = []
  const firsts: boolean[] = []
  for (const need of needs) {
    const counts: number[] = []
    for (const city of largestCities) {
      const { total, companies } = await search(need, city)
      counts.push(total)
      const [hit] = companies
      if (hit) firsts.push(await canBeBooked(hit))
    }
    found.push({ need, counts })
  }
  const table = found.map(({ need, counts }) => `${need.padEnd(26)}${counts.map((count) => String(count).padStart(4)).join('')}`)
  const totals = found.flatMap(({ counts }) => counts)
  const empty = totals.filter((total) => total === 0).length / totals.length
  const three = totals.filter((total) => total >= 3).length / totals.length
  const first = firsts.filter(Boolean).length / firsts.length
  const percent = (part: number) => `${(part * 100).toFixed(1)} %`
  console.log(['', ' '.repeat(26) + largestCities.map((city) => city.slice(0, 3).padStart(4)).join(''), ...table].join('\n'))
  console.log(
    `${totals.length} searches, empty ${percent(empty)}, three or more ${percent(three)}, first hits with a price ${percent(first)}`,
  )
  return { totals, empty, three, first }
}

/** True if the service of a hit, or without one any service of its company, has an exact price or a ceiling. */
async function canBeBooked({ id, offered }: { id: string; offered: { id: string } | null }) {
  const services = await listOffered(app.db, id)
  return services.some((service) => isPriced(service) && (offered === null || offered.id === service.id))
}

const search = (q: string, location: string) =>
  searchCompanies(app.db, {
    q,
    location,
    category: null,
    service: null,
    notMeant: [],
    radius: defaultRadius,
    minRating: null,
    maxRateCents: null,
    onlyVerified: false,
    when: { day: null, part: null },
    alsoOnRequest: false,
    sorting: 'relevanz',
    limit: 3,
    offset: 0,
    now: app.now(),
    hasStarts: true,
    hasFacets: false,
  })

/** No sentence of a description occurs twice, and few reviews say the same. */
async function expectOwnTexts() {
  const companies = await app.db.selectFrom('companies').select(['companyName', 'description']).execute()
  expect(companies.length).toBeGreaterThanOrEqual(600)
  expect(companies.length).toBeLessThanOrEqual(900)
  expect(new Set(companies.map(({ companyName }) => companyName)).size).toBe(companies.length)
  const sentences = companies.flatMap(({ description }) => description.split(/(?<=[.!?])\s+/))
  const twice = sentences.filter((sentence, index) => sentences.indexOf(sentence) !== index)
  expect(twice).toEqual([])
  expect(companies.filter(({ description }) => /[[\]{}|]/.test(description))).toEqual([])
  const { rows } = await sql<{ comment: string; count: number }>`
    select comment, count(*)::integer as count
    from reviews
    group by comment
    order by count desc`.execute(app.db)
  expect(rows[0]?.count).toBeLessThanOrEqual(4)
}

/** Nine of ten services with a price are bookable at once; each names an entry of the catalogue. */
async function expectPrices() {
  const { rows } = await sql<{ direct: number; unknown: number; withoutServices: number }>`
    select
      avg((services.price_kind in ('fixed', 'hourly'))::integer)::float as direct,
      (count(*) filter (where catalogue_services.id is null))::integer as unknown,
      (select count(*) from companies where not exists (select from services where company_id = companies.id))::integer as without_services
    from services
    left join catalogue_services on catalogue_services.id = catalogue_id`.execute(app.db)
  expect(rows[0]?.direct).toBeGreaterThan(0.85)
  expect(rows[0]?.unknown).toBe(0)
  expect(rows[0]?.withoutServices).toBeLessThan(10)
}
