import { randomUUID } from 'node:crypto'
import type { Chosen } from '#src/supply/services/pricing.ts'
import { priceKinds, serviceLimits } from '#src/supply/services/rules.ts'
import type { ShownService } from '#src/supply/services/schemas.ts'
import type { Chance } from './storm/chance.ts'

const units = [null, null, 'm²', 'Fenster', 'Stück'] as const

/** A random service with any price, unit and options that the rules allow. */
export function anyService(chance: Chance, kinds: readonly ShownService['priceKind'][] = priceKinds): ShownService {
  const priceKind = chance.one(kinds)
  const { min, max } = serviceLimits.priceCents
  // Small prices and prices near the limits, whole euros and odd cents.
  const cents = chance.one([chance.whole(min, max), chance.whole(min, 9_999), 100 * chance.whole(1, 400), min])
  const groups = chance.one([[], ['Größe'], ['Größe', 'Anfahrt']])
  const inGroups = groups.flatMap((group) =>
    Array.from({ length: chance.whole(1, 4) }, (_, one) => anyOption(chance, `${group} ${one}`, group)),
  )
  const added = Array.from({ length: chance.whole(0, 3) }, (_, one) => anyOption(chance, `Dazu ${one}`, null))
  return {
    id: randomUUID(),
    catalogueId: null,
    title: `Leistung ${chance.whole(1, 999)}`,
    description: '',
    priceKind,
    priceCents: priceKind === 'quote' ? null : cents,
    unit: priceKind === 'fixed' ? chance.one(units) : null,
    minutes: null,
    places: ['customer'],
    questions: [],
    picture: null,
    options: [...inGroups, ...added],
  }
}

const anyOption = (chance: Chance, title: string, optionGroup: string | null) => ({
  id: randomUUID(),
  optionGroup,
  title,
  surchargeCents: chance.one([0, chance.whole(0, 9_999), 100 * chance.whole(0, 100)]),
})

/** A random valid choice for a service: one option of each group, any of the others, hours in halves or whole units. */
export function anyChoice(chance: Chance, { options, priceKind, unit }: ShownService): Chosen {
  const groups = [...new Set(options.flatMap(({ optionGroup }) => (optionGroup === null ? [] : [optionGroup])))]
  const chosen = [
    ...groups.map((group) => chance.one(options.filter(({ optionGroup }) => optionGroup === group))),
    ...options.filter(({ optionGroup }) => optionGroup === null && chance.hits(0.5)),
  ]
  const most = chance.one([4, 20, serviceLimits.quantity.max])
  const quantity = priceKind === 'hourly' ? chance.whole(1, 48) / 2 : unit === null ? 1 : chance.whole(1, most)
  return { optionIds: chosen.map(({ id }) => id), quantity }
}
