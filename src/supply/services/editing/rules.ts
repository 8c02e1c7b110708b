import { z } from 'zod'
import { centsOf, formatEuroShort } from '#src/platform/kit/money.ts'
import type { Wire } from '#src/platform/kit/wire.ts'
import { usualDurations } from '../catalogue/durations.ts'
import { type CatalogueService, countedUnit } from '../catalogue/rules.ts'
import { priceKinds, type ServicePlace, servicePlaces } from '../rules.ts'
import { serviceInput, serviceTimes, serviceView } from '../schemas.ts'
import { placeLabels } from '../texts.ts'

/** Maximum length of a query for catalogue entries in characters, and numbers of suggested entries. */
export const suggestLimits = { typed: 100, entries: 8, usual: 12 } as const

/** Service to save; with an id the company's service of that id is changed. */
export const serviceBody = serviceInput.safeExtend({ companyId: z.uuid(), id: z.uuid().optional() })

/** Catalogue entry for a form. Prices and durations are for orientation. */
export const catalogueEntry = z.object({
  id: z.string(),
  name: z.string(),
  trade: z.string(),
  priceKind: z.enum(priceKinds),
  unit: z.string().nullable(),
  lowCents: z.number(),
  highCents: z.number(),
  minutes: z.number(),
  minutesPerUnit: z.number().nullable(),
  isSpread: z.boolean(),
  places: z.array(z.enum(servicePlaces)),
  questions: z.array(z.string()),
})
type Entry = z.infer<typeof catalogueEntry>
export type CatalogueEntry = Wire<Entry>

/** Service for its company's form, with its catalogue entry. */
export const ownService = serviceView.extend({
  times: serviceTimes,
  isHidden: z.boolean(),
  updatedAt: z.date(),
  entry: catalogueEntry.nullable(),
})
export type OwnService = Wire<z.infer<typeof ownService>>

/**
 * All services of a company, pictures and people to choose from, words of its profile that are no service yet, and defaults of a new
 * service.
 */
export const ownServices = z.object({
  services: z.array(ownService),
  pictures: z.array(z.string()),
  resources: z.array(z.object({ id: z.string(), name: z.string(), isHidden: z.boolean() })),
  words: z.array(z.string()),
  usual: z.object({ noticeHours: z.number(), horizonDays: z.number() }),
})
export type OwnServices = Wire<z.infer<typeof ownServices>>

/** Labels of a place for the company; customers see placeLabels. */
export const ownPlaceLabels: Record<ServicePlace, string> = { customer: 'Beim Kunden', shop: 'Bei uns', remote: placeLabels.remote }

/** Continuity of a service's work. */
export const continuities = ['whole', 'spread'] as const
export const spreadLabels: Record<(typeof continuities)[number], string> = { whole: 'Am Stück', spread: 'Auf Tage verteilt' }

/** Maximum length of a file in characters. */
export const longestFile = 150_000

/** Converts a catalogue entry for a form. */
export const entryOf = (service: CatalogueService, trade: string): Entry => ({
  id: service.id,
  name: service.name,
  trade,
  priceKind: service.priceKind,
  unit: service.priceKind === 'hourly' ? null : countedUnit(service),
  lowCents: service.lowCents,
  highCents: service.highCents,
  ...usualDurations(service),
  places: [...service.places],
  questions: [...service.questions],
})

/** Formats usual prices: 'üblich 22–38 € je Std.'; undefined if the catalogue has none. */
export function usualText({ low, high, price_kind: kind, unit }: Pick<CatalogueEntry, 'low' | 'high' | 'price_kind' | 'unit'>) {
  if (high <= 0) return undefined
  const per = kind === 'hourly' ? ' je Std.' : unit === null ? '' : ` je ${unit}`
  const [least, most] = [low, high].map((amount) => formatEuroShort(centsOf(amount)))
  return low === high ? `üblich ${most}${per}` : `üblich ${least?.replace(/\s€$/, '')}–${most}${per}`
}
