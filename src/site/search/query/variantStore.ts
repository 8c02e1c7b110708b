import { type RawBuilder, sql } from 'kysely'
import { kilometresBetween, type Point } from '#src/platform/kit/distance.ts'
import type { Database } from '#src/platform/server/db.ts'
import type { CompanyCalendar } from '#src/supply/calendars/rules.ts'
import { masksOfDay, type RequestedTime } from '../free/rules.ts'
import type { Entry, IntentEntries } from './intent.ts'
import type { Meaning, Variant } from './plan.ts'
import { byMeantPrice, costsAtMost, joinMeantPrice, meantPriceColumns } from './priceStore.ts'
import { qualityPoints } from './ranking.ts'
import {
  type CompanyCard,
  countedUpTo,
  type Facets,
  type MatchedOffer,
  onRequestUpTo,
  orderedUpTo,
  rateSteps,
  ratingSteps,
  type SearchQuery,
} from './rules.ts'
import { allOf, anyOf, hasAny, levelOf, pointsOf, textOf } from './textStore.ts'

/** Card, and the match of each searched word in their order: the points of `textPoints`, 0 for none. */
export type FoundCard = CompanyCard & {
  distanceKm: number | null
  point: Point | null
  points: number[]
  offer: MatchedOffer | null
  hasCalendar: boolean
}
/** `total`: counted up to the limit; one more means that there are more. */
export type Found = {
  total: number
  cards: FoundCard[]
  facets: Facets
  /** Calendars of companies that have one, if requested. */
  calendars: CompanyCalendar[]
  /** Number of further companies without a calendar, if a time was requested; counted up to `onRequestUpTo`. */
  onRequest: number
}

export const nobody: Found = {
  total: 0,
  cards: [],
  calendars: [],
  onRequest: 0,
  facets: { categories: {}, ratings: {}, rates: {}, verified: 0 },
}

export type Asked = SearchQuery & {
  meanings: readonly Meaning[]
  point: Point | null
  /** Terms of the place's town: companies in it match even with a smaller own radius. */
  town: readonly number[]
  /** Services and trades of the catalogue that the words mean. */
  need?: IntentEntries
  /** Only companies that are free then, by the availability index. */
  wanted?: RequestedTime | undefined
  /** Any time from now on; needed for the order by the next free time. */
  whenever?: RequestedTime | undefined
  /** Period for which the calendars of the page's companies are read, as of now; without it they are not. */
  calendarsOf?: { from: Date; to: Date; now: Date } | undefined
  limit: number
  offset: number
  hasFacets?: boolean
}

/** One query: the first companies in the chosen order, counted up to one more than is shown, with facets and one page. */
export const findCompanies = (db: Database, attempt: Variant, asked: Asked) =>
  readFound(db, asked, {
    companies: sql`search_companies`,
    level: levelOf(asked.meanings, attempt),
    condition: allOf([
      textOf(attempt, asked.meanings),
      ...choices(asked),
      ...(asked.wanted ? [anyOf([isFree(asked.wanted), isOnRequest])] : []),
    ]),
  })

/** Finds companies without a word and a place: the best of all, or of a category, are in an index in their order. */
export function findInOrder(db: Database, asked: Asked) {
  const { category } = asked
  const chosen = [...(category === null ? [] : [sql<boolean>`search_companies.category = ${category}`]), ...choices(asked)]
  const most = isByQuality(asked) ? countedUpTo + 1 : orderedUpTo
  const times = timesOf(asked)
  const companies = times
    ? sql`(
        (${inOrder([...chosen, asked.wanted ? isFree(times) : hasCalendar], most)})
        union all
        (${inOrder([...chosen, isOnRequest], isOnlyCounted(asked) ? onRequestUpTo + 1 : countedUpTo + 1)})
      ) as search_companies`
    : sql`(${inOrder(chosen, most)}) as search_companies`
  return readFound(db, asked, { companies, level: sql`0`, condition: sql`true` })
}

const inOrder = (conditions: RawBuilder<boolean>[], most: number) => sql`
  select *
  from search_companies
  where ${allOf(conditions)}
  order by quality desc, sort_name, company_id
  limit ${sql.lit(most)}`

/** Requested time that applies, if any. */
const timesOf = (asked: Asked) => asked.wanted ?? (isByTime(asked) ? asked.whenever : undefined)
const isByTime = ({ sorting, wanted, whenever }: Asked) => sorting === 'termin' && (wanted ?? whenever) !== undefined

const nextFree = ({ today, first, last, mask, earliest }: RequestedTime) => sql`
  search_next_free(
    free, free_from, free_notice, ${today}::date, ${sql.lit(first)}, ${sql.lit(last)}, ${sql.lit(mask)}, ${earliest}::integer[]
  )`
/** For one day the availability index suffices; the function searches several. */
const isFree = (times: RequestedTime) =>
  times.first === times.last
    ? sql<boolean>`(free[${sql.lit(times.first + 1)} + (${times.today}::date - free_from)] & (${masksOfDay(times)}::bigint[])[free_notice + 1]) <> 0`
    : sql<boolean>`${nextFree(times)} is not null`
const isOnRequest = sql<boolean>`free_from is null`
const hasCalendar = sql<boolean>`free_from is not null`

/** True if the best by quality come first; by price, stars or distance in the whole country any company may. */
export const isByQuality = ({ sorting, point, radius }: Asked) =>
  point === null ? sorting === 'relevanz' || sorting === 'entfernung' : sorting === 'relevanz' && radius !== null

type Source = { companies: RawBuilder<unknown>; level: RawBuilder<unknown>; condition: RawBuilder<unknown> }

async function readFound(db: Database, asked: Asked, source: Source): Promise<Found> {
  const { limit, offset } = asked
  const shown = isOnlyCounted(asked) ? sql`(select * from matched where not is_on_request) as matched` : sql`matched`
  const { rows } = await sql<Pick<Found, 'total' | 'onRequest'> & Texts & { facets: Facets | null }>`
    with
      matched as materialized (${matchedOf(asked, source)}),
      counted as materialized (select count(*) as total from (select from ${shown} limit ${sql.lit(countedUpTo + 1)}) as shown),
      page as materialized (select array(
        select company_id
        from ${shown}
        order by ${orderOf(asked)}
        limit ${Math.max(0, Math.min(limit, countedUpTo + 1 - offset))} offset ${offset}
      ) as ids)
    select
      total,
      ${asked.hasFacets === false ? sql`null` : facetsOf(shown, servicesMeant(asked).length > 0)} as facets,
      ${cardsOf(asked)} as cards,
      ${calendarsJson(asked)} as calendars,
      ${onRequestOf(asked)} as on_request
    from counted`.execute(db)
  const [row] = rows
  if (!row) throw new Error('an attempt answers one row')
  const read: ReadCard[] = JSON.parse(row.cards)
  const cards = read.map(({ card, ...own }) => ({ ...card, ...own, distanceKm: kilometresTo(asked.point, card.point) }))
  return { ...row, facets: row.facets ?? nobody.facets, cards, calendars: JSON.parse(row.calendars) }
}

/** JSON as text: its names are already right, so they need no conversion. */
type Texts = { cards: string; calendars: string }

const calendarsJson = ({ calendarsOf }: Asked) =>
  calendarsOf
    ? sql`(
        select coalesce(json_agg(calendar)::text, '[]')
        from company_calendars((select ids from page), ${calendarsOf.from}, ${calendarsOf.to}, ${calendarsOf.now}, '', null) as calendar
      )`
    : sql`'[]'`

/** In whole kilometres, as cards show it. */
const kilometresTo = (from: Point | null, to: Point | null) => (from && to ? Math.round(kilometresBetween(from, to)) : null)

/** Selects of each company only the columns that order and count it: a search may find thousands. */
function matchedOf(asked: Asked, { companies, level, condition }: Source) {
  const times = timesOf(asked)
  const where = asked.point ? reaches(asked) : condition
  return sql`
    select
      company_id, sort_name, ${level} as level, ${scoreOf(asked)} as score
      ${needsChoices(asked) ? sql`, category, verified, nullif(hourly_rate_cents, 0) as hourly_rate_cents, rating, reviews` : sql``}
      ${asked.point ? sql`, distance` : sql``}
      ${isByMeantPrice(asked) ? sql`, ${meantPriceColumns}` : sql``}
      ${asked.wanted ? sql`, ${isOnRequest} as is_on_request` : sql``}
      ${isByTime(asked) && times ? sql`, ${nextFree(times)} as next_free` : sql``}
    from ${
      asked.point
        ? // Computed once per company, not in each comparison.
          sql`(select *, ${distanceTo(asked.point)} as distance from ${companies} where ${condition} offset 0) as search_companies`
        : companies
    }
    ${isByMeantPrice(asked) ? joinMeantPrice(servicesMeant(asked)) : sql``}
    where ${where}`
}

const servicesMeant = ({ need }: Asked) => (need?.services ?? []).map(({ text }) => text)

const isByMeantPrice = (asked: Asked) => asked.sorting === 'preis' && servicesMeant(asked).length > 0

/** Returns whether the columns of choices are counted for the facets, or order the results. */
const needsChoices = ({ hasFacets, sorting }: Asked) => hasFacets !== false || sorting === 'preis' || sorting === 'bewertung'

/** True if companies without a calendar, whose free times are unknown, are counted separately and not shown. */
const isOnlyCounted = ({ wanted, alsoOnRequest }: Asked) => wanted !== undefined && !alsoOnRequest

const onRequestOf = (asked: Asked) =>
  isOnlyCounted(asked)
    ? sql`(select count(*) from (select from matched where is_on_request limit ${sql.lit(onRequestUpTo + 1)}) as others)`
    : sql`0`

/** Only if all found companies are counted: facets of the first ones are not used (`completeFacets`). */
const facetsOf = (shown: RawBuilder<unknown>, isOfService: boolean) => sql`case when total <= ${sql.lit(countedUpTo)} then (
  select json_build_object(
    'categories', (
      select coalesce(json_object_agg(category, counted), '{}')
      from (select category, count(*) as counted from ${shown} group by category) as categories
    ),
    'ratings', json_build_object(${sql.join(ratingSteps.map((least) => sql`${sql.lit(String(least))}, count(*) filter (where rating >= ${sql.lit(least)})`))}),
    'rates', ${isOfService ? sql`'{}'::json` : sql`json_build_object(${sql.join(rateSteps.map((most) => sql`${sql.lit(String(most))}, count(*) filter (where hourly_rate_cents <= ${sql.lit(most)})`))})`},
    'verified', count(*) filter (where verified)
  )
  from ${shown}
) end`

/** The constant part of a card comes from `search_cards`, which the database plans once. */
type ReadCard = Pick<FoundCard, 'points' | 'offer'> & { card: Omit<FoundCard, 'distanceKm' | 'points' | 'offer'> }

const cardsOf = ({ meanings, need }: Asked) => sql`
  (
    select coalesce(json_agg(json_build_object(
      'card', card,
      'points', array[${sql.join(meanings.map((one) => pointsOf(one, { isFound: false })))}]::integer[],
      'offer', ${need ? offerOf(need) : sql`null`}
    ))::text, '[]')
    from search_cards((select ids from page), ${(need?.services ?? []).map(({ text }) => text)}::text[]) as search_companies
  )`

const offerOf = ({ services, trades }: IntentEntries) =>
  sql`json_build_object('offered', offered, 'service', ${firstOf(services)}, 'trade', ${firstOf(trades)})`

const firstOf = (entries: readonly Entry[]) =>
  entries.length
    ? sql`case ${sql.join(
        entries.map(({ id, text }) => sql`when ${hasAny([id])} then ${text}`),
        sql` `,
      )} end`
    : sql`null`

/** Within the requested radius, and within the company's own. */
function reaches({ point, radius, town }: Asked) {
  if (!point || radius === null) return sql`true`
  const own = sql<boolean>`coalesce(distance <= service_radius_km, true)`
  return allOf([sql<boolean>`distance <= ${sql.lit(radius)}`, town.length ? anyOf([own, sql<boolean>`terms @> ${town}::integer[]`]) : own])
}

function choices(asked: Asked) {
  const { minRating, maxRateCents, onlyVerified } = asked
  return [
    ...(minRating === null ? [] : [sql<boolean>`rating >= ${sql.lit(minRating)}`]),
    ...(maxRateCents === null ? [] : [costsAtMost(servicesMeant(asked), maxRateCents)]),
    ...(onlyVerified ? [sql<boolean>`verified`] : []),
  ]
}

const distanceTo = ({ longitude, latitude }: Point) => sql`search_distance_km(point, point(${sql.lit(longitude)}, ${sql.lit(latitude)}))`

/** All orders end with name and id, so that pages follow each other without a gap. */
function orderOf(asked: Asked) {
  const { sorting, point } = asked
  const relevance = sql`level desc, score desc, sort_name, company_id`
  if (sorting === 'entfernung' && point) return sql`distance nulls last, ${relevance}`
  if (sorting === 'bewertung') return sql`rating desc nulls last, reviews desc, ${relevance}`
  if (isByTime(asked)) return sql`next_free nulls last, ${relevance}`
  if (isByMeantPrice(asked)) return sql`${byMeantPrice}, ${relevance}`
  if (sorting === 'preis') return sql`hourly_rate_cents nulls last, ${relevance}`
  return relevance
}

/** Quality, minus the distance. */
function scoreOf({ point }: Asked) {
  const { perKm, unknownKm } = qualityPoints
  return point ? sql`quality + ${sql.lit(perKm)} * coalesce(distance, ${sql.lit(unknownKm)})` : sql`quality`
}
