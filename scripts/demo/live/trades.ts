import { readdirSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { productFolder } from '#src/platform/server/productFolder.ts'
import { categories } from '#src/supply/companies/rules.ts'
import { priceKinds } from '#src/supply/services/rules.ts'

const texts = z.array(z.string())
/** A service of the catalogue as companies of a trade sell it: kind of price, euros from and to, minutes, unit. */
const offer = z
  .tuple([z.string(), z.enum(priceKinds), z.number(), z.number(), z.int()])
  .rest(z.string())
  .transform(([catalogueId, kind, low, high, minutes, unit]) => ({ catalogueId, kind, low, high, minutes, unit: unit ?? null }))
export type Offer = z.infer<typeof offer>

/**
 * A trade of the demo's companies. `count`: companies in each large city; with `towns: half` only every other city has one. All offer `core`,
 * and some of `more`. Texts have alternatives, [one|another], and facts in braces.
 */
const trade = z.object({
  category: z.enum(categories),
  count: z.int(),
  towns: z.literal('half').optional(),
  rate: z.tuple([z.number(), z.number()]),
  /** The earliest year in which one of them began. */
  since: z.int().default(1984),
  names: texts,
  core: z.array(offer),
  more: z.array(offer),
  openings: texts,
  middles: texts,
  jobs: texts,
  praise: texts,
  grumble: texts,
})
export type Trade = z.infer<typeof trade>

/** Postcode and name. */
const quarter = z.tuple([z.string(), z.string()])
const city = z.object({
  name: z.string(),
  town: z.string(),
  state: z.string(),
  /** Prices here, compared with the average. */
  factor: z.number(),
  /** False for the cities that share their companies with their neighbours. */
  half: z.boolean().default(false),
  quarters: z.array(quarter),
  streets: texts,
  suburbs: z.array(quarter),
})
export type City = z.infer<typeof city>
const places = z.object({ cities: z.array(city), towns: z.array(z.tuple([z.string(), z.string(), z.string()])) })

const sentences = z.object({
  openings: texts,
  closings: texts,
  first: z.object({ w: texts, m: texts }),
  last: texts,
})

const folder = new URL('scripts/demo/live/', productFolder)
const readJson = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), 'utf8'))

const tradeFiles = readdirSync(new URL('trades/', folder)).sort()
export const trades = z.record(z.string(), trade).parse(Object.assign({}, ...tradeFiles.map((name) => readJson(`trades/${name}`))))
export const { cities, towns } = places.parse(readJson('places.json'))
export const words = sentences.parse(readJson('sentences.json'))
