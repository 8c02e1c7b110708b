import type { Cents } from '#src/platform/kit/money.ts'
import { serviceLimits } from './rules.ts'
import type { ShownService } from './schemas.ts'

/** Customer's choice: options by id, and the number of units or hours (1 if nothing is counted). */
export type Chosen = { optionIds: readonly string[]; quantity: number }

/** Item of a purchase, amounts in cents; the quantity in hundredths, so that half hours stay whole numbers. */
export type BoughtItem = { title: string; quantity: number; unit: string | null; unitCents: Cents; totalCents: Cents }

/** Reason why a choice has no price: the service needs an agreed total, or the choice does not fit the service. */
export type NoPrice = 'notSoldDirectly' | 'unknownOption' | 'groupOpen' | 'quantity'

type Offered = Pick<ShownService, 'title' | 'priceKind' | 'priceCents' | 'unit' | 'options'>

/** True for services whose total follows from the choice alone. */
export const isSoldDirectly = ({ priceKind }: Pick<ShownService, 'priceKind'>) => priceKind === 'fixed' || priceKind === 'hourly'

/** Unit of an item that is sold by the hour. */
export const hourUnit = 'Std.'

/** True if the customer chooses a quantity: hours, or units. */
export const isCounted = ({ priceKind, unit }: Pick<ShownService, 'priceKind' | 'unit'>) => priceKind === 'hourly' || unit !== null

/**
 * Price of a choice in cents, item by item: the service first, then its options in their order. The only place where a total is computed;
 * dialog, server and receipt all use it.
 */
export function priceOf(
  service: Offered,
  { optionIds, quantity }: Chosen,
): { items: BoughtItem[]; totalCents: Cents } | { problem: NoPrice } {
  if (!isSoldDirectly(service) || service.priceCents === null) return { problem: 'notSoldDirectly' }
  if (!fitsQuantity(service, quantity)) return { problem: 'quantity' }
  const chosen = service.options.filter(({ id }) => optionIds.includes(id))
  if (chosen.length !== new Set(optionIds).size) return { problem: 'unknownOption' }
  for (const group of groupsOf(service)) {
    if (chosen.filter(({ optionGroup }) => optionGroup === group).length !== 1) return { problem: 'groupOpen' }
  }
  const unit = service.priceKind === 'hourly' ? hourUnit : service.unit
  const items = [
    itemOf({ title: service.title, quantity: Math.round(quantity * 100), unit, unitCents: service.priceCents }),
    ...chosen.map(({ title, surchargeCents }) => itemOf({ title, quantity: 100, unit: null, unitCents: surchargeCents })),
  ]
  return { items, totalCents: items.reduce((sum, { totalCents }) => sum + totalCents, 0) }
}

/** Groups of options, in their order. */
export const groupsOf = ({ options }: Pick<ShownService, 'options'>) => [
  ...new Set(options.flatMap(({ optionGroup }) => (optionGroup === null ? [] : [optionGroup]))),
]

/** Initial choice of a dialog: the first option of each group, and one unit or the usual hours. */
export const firstChoice = (service: Pick<ShownService, 'options' | 'priceKind' | 'minutes'>): Chosen => ({
  optionIds: groupsOf(service).flatMap((group) => service.options.find(({ optionGroup }) => optionGroup === group)?.id ?? []),
  quantity: service.priceKind === 'hourly' ? Math.max(1, Math.round((service.minutes ?? 60) / 30) / 2) : 1,
})

function fitsQuantity({ priceKind, unit }: Offered, quantity: number) {
  if (priceKind === 'hourly') {
    const { min, max } = serviceLimits.hours
    return Number.isInteger(quantity * 2) && quantity >= min && quantity <= max
  }
  if (unit === null) return quantity === 1
  return Number.isInteger(quantity) && quantity >= serviceLimits.quantity.min && quantity <= serviceLimits.quantity.max
}

/** Rounds half up, as all money (docs/spec.md#money). */
const itemOf = (item: Omit<BoughtItem, 'totalCents'>): BoughtItem => ({
  ...item,
  totalCents: Math.floor((item.quantity * item.unitCents + 50) / 100),
})
