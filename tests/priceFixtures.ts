import { randomUUID } from 'node:crypto'
import type { Chosen } from '#src/supply/services/pricing.ts'
import { priceKinds, serviceLimits } from '#src/supply/services/rules.ts'
import type { ServiceView } from '#src/supply/services/schemas.ts'
import type { Rng } from './rng.ts'

const units = [null, null, 'm²', 'Fenster', 'Stück'] as const

/** A random service with any price, unit and options that the rules allow. */
export function anyService(rng: Rng, kinds: readonly ServiceView['priceKind'][] = priceKinds): ServiceView {
  const priceKind = rng.one(kinds)
  const { min, max } = serviceLimits.priceCents
  // Small prices and prices near the limits, whole euros and odd cents.
  const cents = rng.one([rng.whole(min, max), rng.whole(min, 9_999), 100 * rng.whole(1, 400), min])
  const groups = rng.one([[], ['Größe'], ['Größe', 'Anfahrt']])
  const inGroups = groups.flatMap((group) => Array.from({ length: rng.whole(1, 4) }, (_, one) => anyOption(rng, `${group} ${one}`, group)))
  const added = Array.from({ length: rng.whole(0, 3) }, (_, one) => anyOption(rng, `Dazu ${one}`, null))
  return {
    id: randomUUID(),
    catalogueId: null,
    title: `Leistung ${rng.whole(1, 999)}`,
    description: '',
    priceKind,
    priceCents: priceKind === 'quote' ? null : cents,
    priceToCents: priceKind === 'from' ? rng.one([null, Math.min(max, cents + rng.whole(0, 9_999))]) : null,
    unit: priceKind === 'fixed' || priceKind === 'from' ? rng.one(units) : null,
    minutes: null,
    minutesPerUnit: null,
    isSpread: false,
    depositPercent: null,
    restParts: 1,
    places: ['customer'],
    questions: [],
    picture: null,
    options: [...inGroups, ...added],
  }
}

const anyOption = (rng: Rng, title: string, optionGroup: string | null) => ({
  id: randomUUID(),
  optionGroup,
  title,
  surchargeCents: rng.one([0, rng.whole(0, 9_999), 100 * rng.whole(0, 100)]),
})

/** A random valid choice for a service: one option of each group, any of the others, hours in halves or whole units. */
export function anyChoice(rng: Rng, { options, priceKind, unit }: ServiceView): Chosen {
  const groups = [...new Set(options.flatMap(({ optionGroup }) => (optionGroup === null ? [] : [optionGroup])))]
  const chosen = [
    ...groups.map((group) => rng.one(options.filter(({ optionGroup }) => optionGroup === group))),
    ...options.filter(({ optionGroup }) => optionGroup === null && rng.hits(0.5)),
  ]
  const most = rng.one([4, 20, serviceLimits.quantity.max])
  const quantity = priceKind === 'hourly' ? rng.whole(1, 48) / 2 : unit === null ? 1 : rng.whole(1, most)
  return { optionIds: chosen.map(({ id }) => id), quantity }
}
