import { z } from 'zod'
import type { FilterOf, ListOf } from '#src/platform/kit/listAddress.ts'
import { centsOfEuros } from '#src/platform/kit/money.ts'
import { problemsOf } from '#src/platform/kit/problems.ts'
import type { Wire } from '#src/platform/kit/wire.ts'
import { categories } from '#src/supply/companies/rules.ts'
import { priceKinds, serviceLimits, servicePlaces, serviceTexts } from '../rules.ts'

/** Lengths in characters; number of phrases of an entry that the operator adds. */
export const entryLimits = { name: { min: 2, max: 80 }, phrase: 60, phrases: 40, search: 100 } as const

export const catalogueTexts = {
  name: `Name muss zwischen ${entryLimits.name.min} und ${entryLimits.name.max} Zeichen lang sein`,
  trade: 'Bitte wählen Sie ein Gewerk',
  category: 'Bitte wählen Sie eine Kategorie',
  phrases: `Höchstens ${entryLimits.phrases} Ausdrücke, jeder höchstens ${entryLimits.phrase} Zeichen lang`,
  price: 'Preis muss zwischen 0 und 10.000 Euro liegen',
  order: 'Der höhere Preis muss mindestens so hoch sein wie der niedrigere',
} as const

export const catalogueProblems = problemsOf('catalogue', {
  unknown: [404, 'Diesen Eintrag gibt es nicht.'],
  known: [409, 'Einen Eintrag dieses Namens gibt es schon.'],
})

/** Kinds of entries: a trade, or a service of one. */
export const entryKinds = ['service', 'trade'] as const
export type EntryKind = (typeof entryKinds)[number]
export const entryKindLabels: Record<EntryKind, string> = { service: 'Leistung', trade: 'Gewerk' }
export const entryStates = ['shown', 'hidden', 'renamed', 'own'] as const
export const entryStateLabels: Record<(typeof entryStates)[number], string> = {
  shown: 'Sichtbar',
  hidden: 'Verborgen',
  renamed: 'Umbenannt',
  own: 'Von uns hinzugefügt',
}
export const entrySortLabels = { name: 'Name', category: 'Kategorie' } as const

/** Specification of the operator's list, as its URL contains it. */
export const catalogueList = {
  sorts: ['name', 'category'],
  choices: { what: entryKinds, category: categories, state: entryStates },
  searchLength: entryLimits.search,
} as const
export type CatalogueList = ListOf<typeof catalogueList>
export type CatalogueFilter = FilterOf<CatalogueList>
export type CatalogueSort = CatalogueList['sort']

/** Entry in the operator's list: packaged name, operator's name, and phrases. */
export const listedEntry = z.object({
  id: z.string(),
  what: z.enum(entryKinds),
  name: z.string(),
  ownName: z.string().nullable(),
  category: z.string(),
  trade: z.string().nullable(),
  said: z.array(z.string()),
  isHidden: z.boolean(),
  isOwn: z.boolean(),
})
export type Listed = z.infer<typeof listedEntry>
export type ListedEntry = Wire<Listed>

export const listedTrade = z.object({ id: z.string(), name: z.string(), category: z.string() })
export type ListedTrade = Wire<z.infer<typeof listedTrade>>

const id = z.string().min(1).max(80)
const name = z
  .string({ error: catalogueTexts.name })
  .trim()
  .min(entryLimits.name.min, catalogueTexts.name)
  .max(entryLimits.name.max, catalogueTexts.name)

/** Change of an entry; `ownName` null: the packaged name is shown. */
export const entryChange = z.object({ what: z.enum(entryKinds), id, ownName: name.nullable(), isHidden: z.boolean() })
export type EntryChange = z.infer<typeof entryChange>

const said = z
  .array(z.string().trim().min(1, catalogueTexts.phrases).max(entryLimits.phrase, catalogueTexts.phrases))
  .max(entryLimits.phrases, catalogueTexts.phrases)

/** Trade that the operator adds, with names of its tradespeople. Its id is derived from its name and never changes. */
export const newTrade = z.object({ name, category: z.enum(categories, { error: catalogueTexts.category }), said })
export type NewTrade = z.infer<typeof newTrade>

const euros = z.number({ error: catalogueTexts.price }).refine((amount) => {
  const cents = centsOfEuros(amount)
  return cents !== undefined && cents >= 0 && cents <= serviceLimits.priceCents.max
}, catalogueTexts.price)

/** True if both prices can be compared; each invalid one is reported at its own field. */
const havePrices = ({ value }: { value: unknown }) => z.object({ low: euros, high: euros }).safeParse(value).success

/** Service that the operator adds. Its id is derived from its name and never changes. Prices are for orientation, in euros. */
export const newEntry = z
  .object({
    name,
    tradeId: z.string({ error: catalogueTexts.trade }).min(1, catalogueTexts.trade).max(80, catalogueTexts.trade),
    said,
    priceKind: z.enum(priceKinds, { error: serviceTexts.priceKind }),
    low: euros,
    high: euros,
    minutes: z
      .int({ error: serviceTexts.minutes })
      .min(serviceLimits.minutes.min, serviceTexts.minutes)
      .max(serviceLimits.spreadMinutes, serviceTexts.minutes),
    places: z.array(z.enum(servicePlaces), { error: serviceTexts.places }).min(1, serviceTexts.places).max(3),
  })
  .refine(({ low, high }) => !(high < low), { error: catalogueTexts.order, path: ['high'], when: havePrices })
export type NewEntry = z.infer<typeof newEntry>
