import type { Cents } from '#src/platform/kit/money.ts'
import { serviceLimits } from './rules.ts'
import type { ServiceView } from './schemas.ts'

/** Customer's choice: options by id, and the number of units or hours (1 if nothing is counted). */
export type Chosen = { optionIds: readonly string[]; quantity: number }

/** Item of a purchase, amounts in cents; the quantity in hundredths, so that half hours stay whole numbers. */
export type BoughtItem = { title: string; quantity: number; unit: string | null; unitCents: Cents; totalCents: Cents }

/** Reason why a choice has no price: the service is sold by quote, or the choice does not fit the service. */
export type NoPrice = 'notSoldDirectly' | 'unknownOption' | 'groupOpen' | 'quantity' | 'tooHigh'

type Offered = Pick<ServiceView, 'title' | 'priceKind' | 'priceCents' | 'priceToCents' | 'unit' | 'options'>

/** True for services whose total, or range, follows from the choice alone; the others are sold by quote. */
export const isPriced = ({ priceKind }: Pick<ServiceView, 'priceKind'>) => priceKind !== 'quote'

/** True for services with a price range: the company confirms the price of each order (docs/spec.md#estimates). */
export const isEstimated = ({ priceKind }: Pick<ServiceView, 'priceKind'>) => priceKind === 'from'

/** Upper end of a 'from' price in cents: the company's, or half as much again. */
const topOf = ({ priceToCents }: Pick<ServiceView, 'priceToCents'>, priceCents: Cents) => priceToCents ?? Math.round(priceCents * usualTop)
const usualTop = 1.5

/** Unit of an item that is sold by the hour. */
export const hourUnit = 'Std.'

/** True if the customer chooses a quantity: hours, or units. */
export const isCounted = ({ priceKind, unit }: Pick<ServiceView, 'priceKind' | 'unit'>) => priceKind === 'hourly' || unit !== null

/** Items of a choice and their sum in cents; `lowCents`: lower end of an estimate. */
export type Priced = { items: BoughtItem[]; totalCents: Cents; lowCents?: Cents }

/**
 * Price of a choice in cents, item by item: the service first, then its options in their order. The only place where a total is computed;
 * dialog, server and receipt all use it. For a 'from' price items and total are the ceiling, which the company may not exceed without
 * asking, and `lowCents` is the lower end of the estimate (docs/spec.md#estimates).
 */
export function priceOf(service: Offered, chosen: Chosen): Priced | { problem: NoPrice } {
  if (!isPriced(service) || service.priceCents === null) return { problem: 'notSoldDirectly' }
  const low = priceAt(service, chosen, service.priceCents)
  if (!isEstimated(service) || 'problem' in low) return low
  const ceiling = priceAt(service, chosen, topOf(service, service.priceCents))
  if ('problem' in ceiling) return ceiling
  return ceiling.totalCents > serviceLimits.priceCents.max ? { problem: 'tooHigh' } : { ...ceiling, lowCents: low.totalCents }
}

function priceAt(service: Offered, { optionIds, quantity }: Chosen, unitCents: Cents): Priced | { problem: NoPrice } {
  if (!fitsQuantity(service, quantity)) return { problem: 'quantity' }
  const chosen = service.options.filter(({ id }) => optionIds.includes(id))
  if (chosen.length !== new Set(optionIds).size) return { problem: 'unknownOption' }
  for (const group of groupsOf(service)) {
    if (chosen.filter(({ optionGroup }) => optionGroup === group).length !== 1) return { problem: 'groupOpen' }
  }
  const unit = service.priceKind === 'hourly' ? hourUnit : service.unit
  const items = [
    itemOf({ title: service.title, quantity: Math.round(quantity * 100), unit, unitCents }),
    ...chosen.map(({ title, surchargeCents }) => itemOf({ title, quantity: 100, unit: null, unitCents: surchargeCents })),
  ]
  return { items, totalCents: items.reduce((sum, { totalCents }) => sum + totalCents, 0) }
}

/**
 * Items of an estimate at the price that the company named, in cents: the counted quantity stays if the price divides by it, otherwise the
 * service is one item. Options are part of the price.
 */
export function itemsAt(items: readonly BoughtItem[], priceCents: Cents): BoughtItem[] {
  const [first, ...options] = items
  if (!first) return []
  if (items.reduce((sum, { totalCents }) => sum + totalCents, 0) === priceCents) return [...items]
  const title = [first, ...options].map((item) => item.title).join(', ')
  const isWhole = first.unit !== null && (priceCents * 100) % first.quantity === 0
  return isWhole
    ? [{ ...first, title, unitCents: (priceCents * 100) / first.quantity, totalCents: priceCents }]
    : [{ title, quantity: 100, unit: null, unitCents: priceCents, totalCents: priceCents }]
}

/** Groups of options, in their order. */
export const groupsOf = ({ options }: Pick<ServiceView, 'options'>) => [
  ...new Set(options.flatMap(({ optionGroup }) => (optionGroup === null ? [] : [optionGroup]))),
]

/** Initial choice of a dialog: the first option of each group, and one unit or the usual hours. */
export const firstChoice = (service: Pick<ServiceView, 'options' | 'priceKind' | 'minutes'>): Chosen => ({
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

/** Item with its total in cents, rounded half up, as all money (docs/spec.md#money). */
export const itemOf = (item: Omit<BoughtItem, 'totalCents'>): BoughtItem => ({
  ...item,
  totalCents: Math.floor((item.quantity * item.unitCents + 50) / 100),
})
