import { type Cents, formatEuro } from '#src/platform/kit/money.ts'
import { Problem, problemsOf } from '#src/platform/kit/problems.ts'
import { type BoughtItem, isEstimated, isPriced, type NoPrice, priceOf } from '#src/supply/services/pricing.ts'
import { serviceLimits } from '#src/supply/services/rules.ts'
import type { ServiceView } from '#src/supply/services/schemas.ts'

/** Limits of a request's fields about the service, lengths in characters. */
export const purchaseLimits = { options: serviceLimits.options, agreedWith: { min: 2, max: 100 } } as const

/** Field errors of docs/spec.md#booking-service. */
export const purchaseTexts = {
  options: 'Bitte wählen Sie die Optionen noch einmal',
  groupOpen: 'Bitte wählen Sie aus jeder Gruppe eine Option',
  hours: 'Stunden müssen zwischen 0,5 und 24 liegen, in halben Schritten',
  units: 'Anzahl muss eine ganze Zahl zwischen 1 und 999 sein',
  once: 'Diese Leistung lässt sich je Buchung nur einmal buchen',
  agreedWith: '„Vereinbart mit“ muss zwischen 2 und 100 Zeichen lang sein',
  tooSoonToAsk: 'Diesen Betrag muss der Anbieter erst annehmen. Bitte wählen Sie einen Termin, der frühestens in 3 Stunden beginnt',
  belowMinimum: (minimumCents: Cents) => `Der Mindestbetrag einer Buchung ist ${formatEuro(minimumCents)}`,
  onQuote: 'Den Preis dieser Leistung nennt der Anbieter in einem Angebot. Bitte fordern Sie es an',
  tooHigh: 'Für diesen Umfang fordern Sie bitte ein Angebot an',
  belowFrom: (fromCents: Cents) => `Der vereinbarte Betrag darf nicht unter dem Ab-Preis liegen: ${formatEuro(fromCents)}`,
  belowRate: (rateCents: Cents) =>
    `Der Betrag liegt unter dem Stundensatz von ${formatEuro(rateCents)}. Haben Sie ihn so vereinbart, tragen Sie bitte ein, mit wem`,
} as const

export const purchaseProblems = problemsOf('bookings', {
  priceChanged: [409, 'Der Preis hat sich geändert. Bitte prüfen Sie ihn noch einmal.'],
})

/** Problem for a total that differs from the price of the choice; its field names the current price. */
export function priceChanged(totalCents: Cents) {
  const { code, status, message } = purchaseProblems.priceChanged()
  return new Problem(code, status, message, { amount: [`Der Preis ist jetzt ${formatEuro(totalCents)}`] })
}

/**
 * Pricing of a company for an order: the chosen service, or the hourly rate for an amount without a service. `isNamed`: false if the order
 * names no service and so means the company's first one.
 */
export type Offer = { service: ServiceView | undefined; isNamed?: boolean; hourlyRateCents: Cents | null }
/** Customer's choice and, for a total that no price confirms, the person who agreed to it. Amount in cents. */
export type RequestedItem = {
  optionIds?: readonly string[] | undefined
  quantity?: number | undefined
  agreedWith?: string | undefined
  amountCents: Cents
}
/**
 * Purchase: items (none without a service), their sum in cents, the person with whom a total was agreed, and whether the company has to
 * accept the order first, because no price of its list confirms the total (docs/spec.md#agreed-total). `lowCents`: lower end of an
 * estimate, whose ceiling is the sum (docs/spec.md#estimates).
 */
export type Purchase = { items: BoughtItem[]; totalCents: Cents; lowCents?: Cents; agreedWith: string | null; isByRequest: boolean }
export type PurchaseError = { field: 'serviceId' | 'optionIds' | 'quantity' | 'amount'; text: string }

/** Returns the purchase, or the error in the choice. Dialog and server both use it, so the customer sees the amount that is charged. */
export function purchaseOf({ service, isNamed = true, hourlyRateCents }: Offer, wanted: RequestedItem): Purchase | PurchaseError {
  if (!service) return freePurchase(hourlyRateCents, wanted)
  if (!isNamed && (isEstimated(service) || !isPriced(service))) return agreedPurchase(service, wanted)
  if (!isPriced(service)) return { field: 'serviceId', text: purchaseTexts.onQuote }
  const priced = priceOf(service, { optionIds: wanted.optionIds ?? [], quantity: wanted.quantity ?? 1 })
  return 'problem' in priced ? faultOf(priced.problem, service) : { ...priced, agreedWith: null, isByRequest: isEstimated(service) }
}

/**
 * Purchase without a service. An amount below the hourly rate must name the person who agreed to it, and the company has to accept it
 * (docs/spec.md#free-amount).
 */
function freePurchase(hourlyRateCents: Cents | null, { amountCents, agreedWith }: RequestedItem): Purchase | PurchaseError {
  const isBelow = hourlyRateCents !== null && amountCents < hourlyRateCents
  if (isBelow && !agreedWith) return { field: 'amount', text: purchaseTexts.belowRate(hourlyRateCents) }
  return { items: [], totalCents: amountCents, agreedWith: agreedWith ?? null, isByRequest: isBelow }
}

/**
 * Purchase of an order that names no service, at a company whose first one has no binding price: the company has to accept the total
 * (docs/spec.md#agreed-total).
 */
function agreedPurchase({ title, priceCents }: ServiceView, { amountCents, agreedWith }: RequestedItem): Purchase | PurchaseError {
  if (priceCents !== null && amountCents < priceCents) return { field: 'amount', text: purchaseTexts.belowFrom(priceCents) }
  const items = [{ title, quantity: 100, unit: null, unitCents: amountCents, totalCents: amountCents }]
  return { items, totalCents: amountCents, agreedWith: agreedWith ?? null, isByRequest: true }
}

function faultOf(problem: NoPrice, { priceKind, unit }: ServiceView): PurchaseError {
  if (problem === 'tooHigh') return { field: 'quantity', text: purchaseTexts.tooHigh }
  if (problem === 'quantity') {
    const text = priceKind === 'hourly' ? purchaseTexts.hours : unit === null ? purchaseTexts.once : purchaseTexts.units
    return { field: 'quantity', text }
  }
  return { field: 'optionIds', text: problem === 'groupOpen' ? purchaseTexts.groupOpen : purchaseTexts.options }
}
