import type pg from 'pg'
import { addDays, berlinDay } from '#src/platform/kit/dates.ts'
import type { Database } from '#src/platform/server/db.ts'
import type { When } from '#src/site/search/free/rules.ts'
import { searchCompanies } from '#src/site/search/query/actions.ts'
import { emptyQuery, radii, type SearchQuery } from '#src/site/search/query/rules.ts'
import { quantile } from '../measure.ts'
import { towns as datasetTowns, seededRandom, trades } from './companies.ts'

type Question = Partial<SearchQuery>
const perClass = 200

/** Queries by class; the argument draws another query each time. */
const classes: Record<string, (of: Draw) => Question> = {
  'one word': ({ one }) => ({ q: one(nouns) }),
  'rare name': ({ one, rareNames }) => ({ q: one(rareNames) }),
  'two words': ({ one }) => ({ q: `${one(families)} ${one(nouns)}` }),
  'two common words': ({ one }) => ({
    q: one(['reinigung service', 'beratung angebot', 'meister betrieb', 'saubere arbeit', 'wohnung reinigung']),
  }),
  typo: ({ one }) => ({ q: one(typos) }),
  'compound part': ({ one }) => ({ q: one(parts) }),
  'text+category': ({ one }) => ({ q: one(['fenster', 'büro', 'meister', 'pflege', 'notdienst']), category: one(categories) }),
  place: ({ one }) => ({ location: one(places) }),
  'text+place': ({ one }) => ({ q: one(nouns), location: one(places) }),
  'radius+category': ({ one }) => ({ category: one(categories), location: one(middles), radius: one(radii) }),
  'radius+text': ({ one }) => ({ q: one(nouns), location: one(middles), radius: one(radii) }),
  'category+town': ({ one }) => ({ category: one(categories), location: one(places) }),
  category: ({ one }) => ({ category: one(categories) }),
  empty: () => ({}),
  'text by price': ({ one }) => ({ q: one(nouns), sorting: one(['preis', 'bewertung']) }),
  'category by price': ({ one }) => ({ category: one(categories), sorting: one(['preis', 'bewertung']) }),
  need: ({ one }) => ({ q: one(needs) }),
  'need+place': ({ one }) => ({ q: one(needs), location: one(places) }),
  'radius+need': ({ one }) => ({ q: one(needs), location: one(middles), radius: one(radii) }),
  'need by price': ({ one }) => ({ q: one(needs), sorting: one(['preis', 'bewertung']) }),
  'trade by job': ({ one }) => ({ q: one(jobs) }),
  'trade and town': ({ one }) => ({ q: `${one(jobs)} ${one(towns)}` }),
  'chosen service': ({ one }) => ({ service: one(chosen), location: one(middles), radius: one(radii) }),
  'nobody does it': ({ one }) => ({ q: one(elsewhere) }),
  'one word, free': ({ one, times }) => ({ q: one(nouns), when: one(times) }),
  'text+place, free': ({ one, times }) => ({ q: one(nouns), location: one(places), when: one(times) }),
  'radius+text, free': ({ one, times }) => ({ q: one(nouns), location: one(middles), radius: one(radii), when: one(times) }),
  'category, free': ({ one, times }) => ({ category: one(categories), when: one(times) }),
  'need+place, free': ({ one, times }) => ({ q: one(needs), location: one(places), when: one(times) }),
  'next free first': ({ one }) => ({ q: one(nouns), location: one(middles), radius: one(radii), sorting: 'termin' }),
}
/** Draws one query from a mix like that of visitors, half of them with a place: for `search_companies_safe`. */
export function drawQuestion(random: () => number) {
  const one = oneOf(random)
  const kinds = [
    () => one(needs),
    () => one(needs),
    () => one(jobs),
    () => one(nouns),
    () => `${one(nouns)} ${one(['günstig', 'notdienst', 'meister', 'schnell', 'privat', 'büro', 'haus'])}`,
    () => `${one(families)} ${one(nouns)}`,
    () => one(typos),
  ]
  const place = one(townPlaces)
  return {
    search_term: one(kinds)(),
    ...(random() < 0.5 ? { location_filter: place } : {}),
    ...(random() < 0.1 ? { only_verified: true } : {}),
  }
}

type Draw = { one: <T>(of: readonly T[]) => T; rareNames: string[]; times: readonly When[] }

/** Classes that always read thousands of rows. */
const heavy = [
  'two common words',
  'radius+text',
  'text by price',
  'category by price',
  'radius+need',
  'need by price',
  'radius+text, free',
  'next free first',
]

/** Bound as a multiple of a prepared point select's median, by the number of companies. */
const bounds = (name: string, count: number) => {
  if (count < 1_000_000) return { p50: Number.POSITIVE_INFINITY, p99: 150 }
  return heavy.includes(name) ? { p50: 300, p99: 900 } : { p50: 100, p99: 500 }
}

/** A search for a requested time takes at most this multiple of the same search without one, timed just before it. */
const mostOfSame = 2

const nouns = trades.flatMap(({ names, services }) => [...names, ...services])
const families = ['Müller', 'Schmidt', 'Öztürk', 'Sauer', 'Vogt', 'Weiß']
const parts = [
  'reinigung',
  'wartung',
  'pflege',
  'transport',
  'beratung',
  'installation',
  'technik',
  'dienst',
  'möbel',
  'fenster',
  'heizung',
]
const typos = ['Elektirker', 'Tischlr', 'Gebäuderenigung', 'Heizungswatrung', 'Hekenschnitt', 'Malrbetrieb', 'Umzgu', 'Caterign']
const places = ['Hamburg', 'Berlin', '80331', '9', 'Frankfurt', 'koeln', 'Regensburg', 'Husum', '33']
const middles = ['Hamburg', 'Berlin', '80331', 'Frankfurt', 'koeln', 'Regensburg', 'Husum', '04229 Leipzig', 'Potsdam', 'Bonn']
const needs = [
  'Abfluss verstopft',
  'Wasserhahn tropft',
  'Wohnung streichen lassen',
  'Fenster putzen',
  'Umzug',
  'Hecke schneiden',
  'Steckdose installieren',
  'Hochzeitsfotos',
  'Keller entrümpeln',
  'Heizung warten',
  'Laptop startet nicht',
  'Parkett abschleifen',
  'Baum fällen',
  'Nachhilfe Mathe',
]
const townPlaces = datasetTowns.flatMap(([name, postcodes]) => [name, ...postcodes])
const jobs = ['Elektrikerin', 'Maler', 'Gärtner', 'Putzfrau', 'Fliesenleger', 'Klempner', 'Fotografin', 'Steuerfachfrau', 'Dachdecker']
const towns = ['Hamburg', 'Berlin', 'Regensburg', 'Köln', 'Husum', 'Leipzig', 'Bonn']
const chosen = ['wohnung-putzen', 'abfluss-reinigen', 'hecke-schneiden', 'umzug']
const elsewhere = ['Pizza bestellen', 'asdfgh', 'Flug nach Mallorca', 'qwertz uiop']
const requestedTimes = (now: Date): When[] => [
  { day: 'morgen', part: null },
  { day: 'morgen', part: 'nachmittag' },
  { day: null, part: 'abend' },
  { day: addDays(berlinDay(now), 5), part: 'vormittag' },
]
const categories = ['Reinigung', 'Handwerk', 'Garten', 'Sonstiges', 'Wartung'] as const

/** `now`: the first day of the dataset's free times. */
type Dataset = { pool: pg.Pool; db: Database; count: number; now: Date }

/**
 * Times every class through the search's own function, count, facets and first page included. A prepared point select is timed before each
 * search, so that a change of the machine's load affects both. Returns the number of classes that exceed their bound.
 */
export async function timeClasses(dataset: Dataset, rareNames: string[]) {
  const { rows } = await dataset.pool.query<{ id: string }>('select id from companies limit 500')
  for (const _ of rows) await timePoint(dataset, rows)
  const points: number[] = []
  const timed: ({ name: string } & Awaited<ReturnType<typeof timeClass>>)[] = []
  for (const [name, ask] of Object.entries(classes)) timed.push({ name, ...(await timeClass({ dataset, rows, points, ask, rareNames })) })

  const point = quantile(points, 0.5)
  console.log(`prepared point select p50 ${point.toFixed(3)} ms`)
  const missed = timed.filter(({ name, times, anyTimes }) => {
    const [p50, p99] = [quantile(times, 0.5) / point, quantile(times, 0.99) / point]
    const most = bounds(name, dataset.count)
    const ofSame = anyTimes.length > 0 ? quantile(times, 0.5) / quantile(anyTimes, 0.5) : 0
    const isMet = p50 <= most.p50 && p99 <= most.p99 && ofSame <= mostOfSame
    const beside = ofSame > 0 ? `  (${ofSame.toFixed(2)} of the same at any time)` : ''
    console.log(
      `${isMet ? 'met ' : 'MISS'} ${name.padEnd(18)} p50 ${p50.toFixed(0).padStart(4)} ×  p99 ${p99.toFixed(0).padStart(4)} ×${beside}`,
    )
    return !isMet
  })
  console.log(missed.length ? `${missed.length} of ${timed.length} classes miss their bound` : 'every class within its bound')
  return missed.length
}

async function timePoint({ pool }: Dataset, rows: { id: string }[]) {
  const id = rows[Math.floor(Math.random() * rows.length)]?.id
  const start = performance.now()
  await pool.query({ name: 'point', text: 'select company_name from companies where id = $1', values: [id] })
  return performance.now() - start
}

const oneOf =
  (random: () => number) =>
  <T>(of: readonly T[]): T => {
    const chosen = of[Math.floor(random() * of.length)]
    if (chosen === undefined) throw new Error('nothing to choose from')
    return chosen
  }

type Timed = { dataset: Dataset; rows: { id: string }[]; points: number[]; ask: (of: Draw) => Question; rareNames: string[] }

async function timeClass({ dataset, rows, points, ask, rareNames }: Timed) {
  const random = seededRandom(7)
  const one = oneOf(random)
  const times: number[] = []
  const anyTimes: number[] = []
  for (let step = 0; step < perClass + 10; step += 1) {
    const { when, ...question } = ask({ one, rareNames, times: requestedTimes(dataset.now) })
    const point = await timePoint(dataset, rows)
    const anyTime = when && (await timeSearch(dataset, question))
    const time = await timeSearch(dataset, when ? { ...question, when } : question)
    if (step < 10) continue
    times.push(time)
    points.push(point)
    if (anyTime !== undefined) anyTimes.push(anyTime)
  }
  return { times, anyTimes }
}

async function timeSearch({ db, now }: Dataset, question: Question) {
  const start = performance.now()
  await searchCompanies(db, { ...emptyQuery, ...question, now, limit: 24, offset: 0 })
  return performance.now() - start
}

/** Times writing a company's new name and finding the company by it; returns 1 when it exceeds a second. */
export async function timeChange(dataset: Dataset) {
  const { rows } = await dataset.pool.query<{ id: string }>('select id from companies where is_listed limit 20')
  const written: number[] = []
  const times: number[] = []
  for (const { id } of rows) {
    // A saved dataset may still contain the name of an earlier run.
    const name = `Quixwerk${Array.from({ length: 8 }, () => 'abcdefghijklmnopqrst'.charAt(Math.random() * 20)).join('')}`
    const start = performance.now()
    await dataset.pool.query('update companies set company_name = $1 where id = $2', [name, id])
    written.push(performance.now() - start)
    const { companies } = await searchCompanies(dataset.db, { ...emptyQuery, q: name, limit: 24, offset: 0 })
    if (companies[0]?.id !== id) throw new Error(`${name} is not found`)
    times.push(performance.now() - start)
  }
  console.log(
    `a change is written in ${quantile(written, 0.5).toFixed(1)} ms and found after ${quantile(times, 0.99).toFixed(0)} ms (at most 1000)`,
  )
  return quantile(times, 0.99) > 1000 ? 1 : 0
}
