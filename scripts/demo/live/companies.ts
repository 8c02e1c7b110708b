import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { PlanKey } from '#src/money/plans/rules.ts'
import { slugOf } from '#src/platform/kit/text.ts'
import { productFolder } from '#src/platform/server/productFolder.ts'
import { type Category, categories } from '#src/supply/companies/rules.ts'
import type { Chance } from '../../../tests/storm/chance.ts'

const texts = z.array(z.string())
const range = z.tuple([z.number(), z.number()])
const trade = z.object({
  /** Names, each with the trade that it promises. */
  names: z.record(z.string(), z.string()),
  services: texts,
  /** Euros an hour, and hours of a booking. */
  rate: range,
  hours: range,
  openings: texts,
  middles: texts,
  closings: texts,
  jobs: texts,
  praise: texts,
  grumble: texts,
})
const folk = z.object({
  first: texts,
  last: texts,
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
})

const readBeside = (name: string) => JSON.parse(readFileSync(new URL(`scripts/demo/live/${name}`, productFolder), 'utf8'))
export const trades = z.record(z.enum(categories), trade).parse(readBeside('trades.json'))
export const people = folk.parse(readBeside('people.json'))

/** A company of the demo before it exists. */
export type Founding = {
  category: Category
  name: string
  person: string
  email: string
  description: string
  services: string[]
  rate: number | null
  postcode: string
  town: string
  street: string
  phone: string
  legalForm: string
  radiusKm: number
  /** The day of the history on which it joins. */
  joinsOn: number
  /** Entered by the operator, or paying for a plan. */
  kind: 'granted' | PlanKey
  payout: 'account' | 'bank' | 'none'
}

/** Number of companies in addition to those of demo.json. */
const newCompanies = 270

/** All companies that will come, in the order of their days between `first` and `last`. No two descriptions are alike. */
export function planCompanies(chance: Chance, { first, last }: { first: number; last: number }): Founding[] {
  const taken = { names: new Set<string>(), texts: new Set<string>(), last: shuffled(chance, people.last) }
  return Array.from({ length: newCompanies }, (_, index) => {
    const category = categories[index % categories.length] ?? 'Sonstiges'
    const joinsOn = Math.round(first + (last - first) * (index / newCompanies) ** 0.85)
    const planned = planCompany(chance, { category, index, joinsOn, taken })
    return index === 1 ? { ...planned, ...paying } : planned
  })
}

/** Users of the demo can sign in as this company, which pays for its plan. */
const paying = {
  name: 'Fliesenwerk Lorenz',
  person: 'Jana Lorenz',
  email: 'kontakt@fliesenwerk-lorenz.example',
  kind: 'basic',
  payout: 'account',
} as const

type Taken = { names: Set<string>; texts: Set<string>; last: string[] }
type Order = { category: Category; index: number; joinsOn: number; taken: Taken }

function planCompany(chance: Chance, { category, index, joinsOn, taken }: Order): Founding {
  const { rate, services } = trades[category]
  const [postcode, town] = chance.one(people.towns)
  const family = taken.last[index % taken.last.length] ?? ''
  const person = `${chance.one(people.first)} ${family}`
  const name = untilNew(taken.names, () =>
    chance.one(Object.keys(trades[category].names)).replace('{nach}', family).replace('{ort}', shortTown(town)),
  )
  return {
    category,
    name,
    person,
    email: `kontakt@${slugOf(name)}.example`,
    description: untilNew(taken.texts, () => composeText(chance, { category, town, person })),
    services: shuffled(chance, services).slice(0, chance.whole(3, 5)),
    rate: chance.hits(0.06) ? null : chance.whole(rate[0] * 2, rate[1] * 2) / 2,
    postcode,
    town,
    street: `${chance.one(people.streets)} ${chance.whole(1, 88)}`,
    phone: phoneOf(index),
    legalForm: chance.one(people.titles),
    radiusKm: chance.one([15, 20, 25, 30, 40, 60]),
    joinsOn,
    kind: index % 9 === 4 ? 'granted' : chance.hits(0.45) ? 'premium' : 'basic',
    payout: chance.hits(0.32) ? 'account' : chance.hits(0.92) ? 'bank' : 'none',
  }
}

/** Repeats until the result is new; there are many more combinations than companies. */
function untilNew(known: Set<string>, make: () => string) {
  for (let tries = 0; tries < 500; tries++) {
    const made = make()
    if (known.has(made)) continue
    known.add(made)
    return made
  }
  throw new Error('the texts of the demo are used up')
}

function composeText(chance: Chance, { category, town, person }: { category: Category; town: string; person: string }) {
  const { openings, middles, closings } = trades[category]
  const [one, other] = shuffled(chance, middles)
  const sentences = [chance.one(openings), one, ...(chance.hits(0.4) ? [other] : []), chance.one(closings)]
  return sentences
    .join(' ')
    .replaceAll('{ort}', shortTown(town))
    .replaceAll('{person}', person)
    .replaceAll('{jahr}', String(chance.whole(1987, 2022)))
}

const shortTown = (town: string) => town.replace(/ \(.*|\s(am|im)\s.*/, '')

/** From the blocks that the Bundesnetzagentur reserves for films. */
const phoneBlocks = ['30 23125', '40 66969', '69 90009', '89 99998']
const phoneOf = (index: number) => `+49 ${phoneBlocks[index % 4]}${200 + Math.floor(index / 4)}`

export function shuffled<T>(chance: Chance, list: readonly T[]): T[] {
  const left = [...list]
  for (let at = left.length - 1; at > 0; at--) {
    const other = chance.whole(0, at)
    const [one, two] = [left[at], left[other]]
    if (one !== undefined && two !== undefined) [left[at], left[other]] = [two, one]
  }
  return left
}
