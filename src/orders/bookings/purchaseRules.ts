import { type Cents, formatEuro } from '#src/platform/kit/money.ts'
import { Problem, problemsOf } from '#src/platform/kit/problems.ts'
import { type BoughtItem, isSoldDirectly, type NoPrice, priceOf } from '#src/supply/services/pricing.ts'
import { serviceLimits } from '#src/supply/services/rules.ts'
import type { ShownService } from '#src/supply/services/schemas.ts'

/** Limits of a request's fields about the service, lengths in characters. */
export const purchaseLimits = { options: serviceLimits.options, agreedWith: { min: 2, max: 100 } } as const

/** Field errors of docs/spec.md#booking-service. */
export const purchaseTexts = {
  options: 'Bitte wählen Sie die Optionen noch einmal',
  groupOpen: 'Bitte wählen Sie aus jeder Gruppe eine Option',
  hours: 'Stunden müssen zwischen 0,5 und 24 liegen, in halben Schritten',
  units: 'Anzahl muss eine ganze Zahl zwischen 1 und 999 sein',
  once: 'Diese Leistung wird einmal je Buchung gebucht',
  agreedWith: 'Vereinbart mit muss zwischen 2 und 100 Zeichen lang sein',
  tooSoonToAsk: 'Diesen Betrag muss der Anbieter erst annehmen. Bitte wählen Sie einen Termin, der mindestens 3 Stunden entfernt ist',
  belowMinimum: (minimumCents: Cents) => `Der Mindestbetrag einer Buchung ist ${formatEuro(minimumCents)}`,
  agreedMissing: 'Bitte tragen Sie ein, mit wem Sie den Preis vereinbart haben',
  belowFrom: (fromCents: Cents) => `Der vereinbarte Betrag ist mindestens der Ab-Preis von ${formatEuro(fromCents)}`,
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
export type Offer = { service: ShownService | undefined; isNamed?: boolean; hourlyRateCents: Cents | null }
/** Customer's choice and, for a total that no price confirms, the person who agreed to it. Amount in cents. */
export type Wanted = {
  optionIds?: readonly string[] | undefined
  quantity?: number | undefined
  agreedWith?: string | undefined
  amountCents: Cents
}
/**
 * Purchase: items (none without a service), their sum in cents, the person with whom a total was agreed, and whether the company has to
 * accept the order first, because no price of its list confirms the total (docs/spec.md#agreed-total).
 */
export type Purchase = { items: BoughtItem[]; totalCents: Cents; agreedWith: string | null; isAskedFirst: boolean }
export type PurchaseFault = { field: 'optionIds' | 'quantity' | 'agreedWith' | 'amount'; text: string }

/** Returns the purchase, or the error in the choice. Dialog and server both use it, so the customer sees the amount that is charged. */
export function purchaseOf({ service, isNamed = true, hourlyRateCents }: Offer, wanted: Wanted): Purchase | PurchaseFault {
  if (!service) return freePurchase(hourlyRateCents, wanted)
  if (!isSoldDirectly(service)) return agreedPurchase(service, { ...wanted, isNamed })
  const priced = priceOf(service, { optionIds: wanted.optionIds ?? [], quantity: wanted.quantity ?? 1 })
  return 'problem' in priced ? faultOf(priced.problem, service) : { ...priced, agreedWith: null, isAskedFirst: false }
}

/**
 * Purchase without a service. An amount below the hourly rate must name the person who agreed to it, and the company has to accept it
 * (docs/spec.md#free-amount).
 */
function freePurchase(hourlyRateCents: Cents | null, { amountCents, agreedWith }: Wanted): Purchase | PurchaseFault {
  const isBelow = hourlyRateCents !== null && amountCents < hourlyRateCents
  if (isBelow && !agreedWith) return { field: 'amount', text: purchaseTexts.belowRate(hourlyRateCents) }
  return { items: [], totalCents: amountCents, agreedWith: agreedWith ?? null, isAskedFirst: isBelow }
}

/** Purchase of a service without a binding price, at a total that the company has to accept (docs/spec.md#agreed-total). */
function agreedPurchase(
  { title, priceCents }: ShownService,
  { optionIds, amountCents, agreedWith, isNamed }: Wanted & { isNamed: boolean },
): Purchase | PurchaseFault {
  if (optionIds?.length) return { field: 'optionIds', text: purchaseTexts.options }
  if (!agreedWith && isNamed) return { field: 'agreedWith', text: purchaseTexts.agreedMissing }
  if (priceCents !== null && amountCents < priceCents) return { field: 'amount', text: purchaseTexts.belowFrom(priceCents) }
  const items = [{ title, quantity: 100, unit: null, unitCents: amountCents, totalCents: amountCents }]
  return { items, totalCents: amountCents, agreedWith: agreedWith ?? null, isAskedFirst: true }
}

function faultOf(problem: NoPrice, { priceKind, unit }: ShownService): PurchaseFault {
  if (problem === 'quantity') {
    const text = priceKind === 'hourly' ? purchaseTexts.hours : unit === null ? purchaseTexts.once : purchaseTexts.units
    return { field: 'quantity', text }
  }
  return { field: 'optionIds', text: problem === 'groupOpen' ? purchaseTexts.groupOpen : purchaseTexts.options }
}
