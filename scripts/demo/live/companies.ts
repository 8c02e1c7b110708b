import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { PlanKey } from '#src/money/plans/rules.ts'
import { slugOf } from '#src/platform/kit/text.ts'
import { productFolder } from '#src/platform/server/productFolder.ts'
import type { Category } from '#src/supply/companies/rules.ts'
import type { Rng } from '../../../tests/rng.ts'
import { type Facts, openTexts, vary } from './texts.ts'
import { type City, cities, type Offer, type Trade, towns, trades, words } from './trades.ts'

const texts = z.array(z.string())
const folk = z.object({
  streets: texts,
  towns: z.array(z.tuple([z.string(), z.string()])),
  titles: texts,
  letters: z.array(z.object({ subject: z.string(), message: z.string() })),
  rest: texts,
  replies: texts,
  refunds: texts,
  cancellations: texts,
  messages: z.array(z.tuple([z.string(), z.string()])),
  notices: z.array(z.tuple([z.string(), z.string()])),
  objections: texts,
  withdrawals: texts,
  talks: z.array(z.tuple([z.string(), z.string()])),
  declines: texts,
  higherPrices: texts,
  /** Quote request for companies of a trade: title and description. */
  quotes: z.record(z.string(), z.array(z.tuple([z.string(), z.string()]))),
  complaints: z.array(z.tuple([z.string(), z.string()])),
  absences: texts,
  reports: texts,
})
export const people = folk.parse(JSON.parse(readFileSync(new URL('scripts/demo/live/people.json', productFolder), 'utf8')))

/** A service of a company before it exists, its price in cents. */
export type Founded = { catalogueId: string; kind: Offer['kind']; cents: number; minutes: number; unit: string | null }

/** A company of the demo before it exists. */
export type Founding = {
  category: Category
  trade: string
  name: string
  person: string
  email: string
  description: string
  offers: Founded[]
  rate: number | null
  postcode: string
  town: string
  /** The large city that it serves, or its own town. */
  place: string
  street: string
  phone: string
  legalForm: string
  radiusKm: number
  /** People who work at the same time. */
  team: number
  /** The day of the history on which it joins. */
  joinsOn: number
  /** Entered by the operator, or paying for a plan. */
  kind: 'granted' | PlanKey
  payout: 'account' | 'bank' | 'none'
}

type Spot = { city: City | undefined; postcode: string; town: string; quarter: string; place: string }
type Seat = { trade: string; spot: Spot; number: number }

/** All companies that will come, in the order of their days between `first` and `last`. No two descriptions share a sentence. */
export function planCompanies(rng: Rng, { first, last }: { first: number; last: number }): Founding[] {
  const seats = shuffled(rng, planSeats(rng)).toSorted((one, other) => Number(isPaying(other)) - Number(isPaying(one)))
  const { composeText } = openTexts(rng)
  const names = new Set<string>()
  return seats.map((seat, index) => {
    const joinsOn = Math.round(first + (last - first) * (index / seats.length) ** 0.7)
    const planned = planCompany(rng, { seat, index, joinsOn, names, composeText })
    return isPaying(seat) ? { ...planned, ...paying } : planned
  })
}

/** Users of the demo can sign in as this company, the first one to join; it pays for its plan. */
const isPaying = ({ trade, spot, number }: Seat) => trade === 'fliesen' && spot.city?.name === 'Hamburg' && number === 0
const paying = { kind: 'basic', payout: 'account' } as const
const payingName = { name: 'Fliesenwerk Lorenz', person: 'Jana Lorenz', gender: 'w' } as const

/** The trade and place of every company: the large cities and their suburbs, the Ruhr, and some small towns. */
function planSeats(rng: Rng): Seat[] {
  const seats: Seat[] = []
  for (const [trade, { count, towns: which }] of Object.entries(trades)) {
    for (const [index, city] of cities.filter(({ half }) => half).entries()) {
      if (which === 'half' && (index + trade.length) % 2 === 0) continue
      for (let number = 0; number < count; number++) seats.push({ trade, number, spot: spotIn(rng, city, number) })
    }
    for (const [number, spot] of ruhrSpots(count, trade.length).entries()) seats.push({ trade, number, spot })
  }
  const usual = Object.keys(trades).filter((name) => (trades[name]?.count ?? 0) > 1)
  for (const [index, [postcode, town]] of towns.entries()) {
    const trade = usual[index % usual.length]
    if (trade) seats.push({ trade, number: index, spot: { city: undefined, postcode, town, quarter: short(town), place: short(town) } })
  }
  return seats
}

/** A quarter of the city; for one company in six a suburb. */
function spotIn(rng: Rng, city: City, number: number): Spot {
  const isOutside = number > 0 && rng.hits(0.2) && city.suburbs.length > 0
  const [postcode, quarter] = rng.one(isOutside ? city.suburbs : city.quarters)
  return { city, postcode, town: isOutside ? quarter : city.town, quarter: short(quarter), place: city.name }
}

/** Between Düsseldorf, Duisburg and Essen a company reaches all three: these few answer for each of them. */
const ruhr = [
  ['Düsseldorf', '40878', 'Ratingen'],
  ['Duisburg', '47249', 'Buchholz'],
  ['Essen', '45468', 'Mülheim an der Ruhr'],
  ['Düsseldorf', '40225', 'Bilk'],
  ['Duisburg', '47259', 'Huckingen'],
  ['Essen', '45130', 'Rüttenscheid'],
] as const

function ruhrSpots(count: number, turn: number): Spot[] {
  const chosen =
    count === 1
      ? [ruhr[turn % 2 === 0 ? 0 : 1]]
      : count === 2
        ? [ruhr[0], ruhr[4], ruhr[5]]
        : [ruhr[0], ruhr[1], ruhr[2], ruhr[turn % 2 ? 3 : 5]]
  return chosen.flatMap((one) => {
    const city = cities.find(({ name }) => name === one?.[0])
    if (!one || !city) return []
    const isOutside = city.suburbs.some(([postcode]) => postcode === one[1])
    return [{ city, postcode: one[1], town: isOutside ? one[2] : city.town, quarter: short(one[2]), place: city.name }]
  })
}

type Order = {
  seat: Seat
  index: number
  joinsOn: number
  names: Set<string>
  composeText: ReturnType<typeof openTexts>['composeText']
}

function planCompany(rng: Rng, { seat, index, joinsOn, names, composeText }: Order): Founding {
  const { trade: key, spot, number } = seat
  const trade = trades[key]
  if (!trade) throw new Error(`there is no trade ${key}`)
  const { name, person, gender } = isPaying(seat) ? payingName : nameOf(rng, trade, { spot, names })
  const facts: Facts = {
    person,
    gender,
    town: spot.place,
    quarter: spot.quarter,
    year: rng.whole(trade.since, 2023),
    team: rng.whole(2, 12),
    radiusKm: rng.one([30, 30, 35, 40, 50]),
  }
  const factor = (spot.city?.factor ?? 0.92) * (0.94 + rng.whole(0, 12) / 100)
  const offers = offersOf(trade, number).map((offer) => priced(rng, offer, factor))
  const hourly = offers.find(({ kind }) => kind === 'hourly')
  return {
    category: trade.category,
    trade: key,
    name,
    person,
    email: `kontakt@${slugOf(name)}.example`,
    description: composeText(trade, facts),
    offers,
    rate: hourly ? hourly.cents / 100 : Math.round(trade.rate[0] * factor + rng.whole(0, trade.rate[1] - trade.rate[0])),
    postcode: spot.postcode,
    town: spot.town,
    place: spot.place,
    street: `${rng.one(spot.city && spot.town === spot.city.town ? spot.city.streets : people.streets)} ${rng.whole(1, 140)}`,
    phone: phoneOf(index),
    legalForm: rng.one(people.titles),
    radiusKm: facts.radiusKm,
    team: Math.min(3, Math.max(1, Math.round(facts.team / 4))),
    joinsOn,
    kind: index % 5 === 4 ? 'granted' : rng.hits(0.35) ? 'premium' : 'basic',
    payout: rng.hits(0.3) ? 'account' : rng.hits(0.92) ? 'bank' : 'none',
  }
}

/** A name that is new, and the person whose family it may carry. */
function nameOf(rng: Rng, trade: Trade, { spot, names }: { spot: Spot; names: Set<string> }) {
  for (let tries = 0; tries < 500; tries++) {
    const pattern = rng.one(trade.names)
    const gender = /in \{nach\}|Fotografin|mami/.test(pattern) ? ('w' as const) : rng.hits(0.46) ? ('w' as const) : ('m' as const)
    const [first, last] = [rng.one(words.first[gender]), rng.one(words.last)]
    const name = vary(rng, pattern).replace('{nach}', last).replace('{vorname}', first).replace('{viertel}', spot.quarter)
    if (names.has(slugOf(name))) continue
    names.add(slugOf(name))
    return { name, person: `${first} ${last}`, gender }
  }
  throw new Error('the names of the demo are used up')
}

/** Services of a trade at average prices. */
export function offersFor(rng: Rng, key: string) {
  const trade = trades[key]
  return trade ? offersOf(trade, 0).map((offer) => priced(rng, offer, 1)) : []
}

/** The trade's own services, and a part of the others, so that together the companies of a city offer all of them. */
function offersOf({ core, more }: Trade, number: number) {
  const share = Math.min(more.length, 4)
  return [
    ...core,
    ...Array.from({ length: share }, (_, index) => more[(number * share + index) % more.length]).filter((one) => one !== undefined),
  ]
}

function priced(rng: Rng, { catalogueId, kind, low, high, minutes, unit }: Offer, factor: number): Founded {
  const euros = (low + ((high - low) * rng.whole(0, 100)) / 100) * factor
  const step = euros < 12 ? 0.5 : euros < 100 ? 1 : 5
  return { catalogueId, kind, cents: kind === 'quote' ? 0 : Math.round(Math.round(euros / step) * step * 100), minutes, unit }
}

const short = (town: string) => town.replace(/ \(.*|\s(am|im|an der|bei)\s.*/, '')

/** From the blocks that the Bundesnetzagentur reserves for films. */
const phoneBlocks = ['30 23125', '40 66969', '69 90009', '89 99998']
const phoneOf = (index: number) => `+49 ${phoneBlocks[index % 4]}${200 + Math.floor(index / 4)}`

export function shuffled<T>(rng: Rng, list: readonly T[]): T[] {
  const left = [...list]
  for (let at = left.length - 1; at > 0; at--) {
    const other = rng.whole(0, at)
    const [one, two] = [left[at], left[other]]
    if (one !== undefined && two !== undefined) [left[at], left[other]] = [two, one]
  }
  return left
}
