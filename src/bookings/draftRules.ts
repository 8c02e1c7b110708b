import { type Cents, eurosOf, firstEuroIn, formatAmount, parseEuro, priceText } from '#src/kit/money.ts'
import { type BoughtItem, type Chosen, firstChoice, isCounted, isSoldDirectly, priceOf } from '#src/services/pricing.ts'
import { serviceLimits } from '#src/services/rules.ts'
import type { ShownService } from '#src/services/schemas.ts'
import { placeAt } from '#src/services/words.ts'
import type { BookingRequest } from './order/rules.ts'
import { type Offer, purchaseOf } from './purchaseRules.ts'

/** What the dialog holds while somebody types: every field as text, chosen options by their ids, separated by commas, a billing address as JSON. */
export type BookingDraft = Record<Exclude<keyof BookingRequest, 'companyId' | 'serviceTitle' | 'attachmentIds'> | 'billingAddress', string>

/**
 * The fields from top to bottom, as they stand on the screen: a service's price beside the service, without one the amount last; times before
 * who and where at a company with a calendar.
 */
export function fieldsOnScreen({ hasService, timesFirst }: { hasService: boolean; timesFirst: boolean }): (keyof BookingDraft)[] {
  const price = ['amount', 'agreedWith'] as const
  const times = ['date', 'time'] as const
  return [
    ...(['serviceId', 'optionIds', 'quantity'] as const),
    ...(hasService ? price : []),
    ...(timesFirst ? times : []),
    ...(['customerName', 'customerEmail', 'customerPhone', 'location'] as const),
    ...(timesFirst ? [] : times),
    ...(hasService ? [] : price),
    ...(['description', 'billingAddress', 'customerKind', 'earlyStartConsent'] as const),
  ]
}

/** The draft as input of the request's schema: the amount in euros, as typed or as the service costs, the consent as its text's version. */
export const requestOfDraft = (typed: BookingDraft, service: ShownService | undefined) => {
  const {
    customerKind,
    earlyStartConsent,
    serviceId: _service,
    optionIds: _options,
    quantity: _quantity,
    agreedWith,
    billingAddress,
    ...draft
  } = typed
  const cents = draftCents(typed, service)
  const consent = customerKind === 'consumer' && earlyStartConsent ? { earlyStartConsent: { version: earlyStartConsent } } : {}
  return {
    ...draft,
    ...chosenService(typed, service),
    ...(agreedWith.trim() === '' || isPriced(service) ? {} : { agreedWith }),
    amount: cents === undefined ? Number.NaN : eurosOf(cents),
    customerKind: customerKind === 'business' ? ('business' as const) : ('consumer' as const),
    ...consent,
    ...(billingAddress === '' ? {} : { billingAddress: JSON.parse(billingAddress) }),
  }
}

/** Whether the amount follows from the choice; else it is typed. */
const isPriced = (service: ShownService | undefined) => service !== undefined && isSoldDirectly(service)

function chosenService(draft: BookingDraft, service: ShownService | undefined) {
  if (!service) return {}
  if (!isSoldDirectly(service)) return { serviceId: service.id }
  const { optionIds, quantity } = choiceOfDraft(draft)
  return { serviceId: service.id, optionIds: [...optionIds], ...(isCounted(service) ? { quantity } : {}) }
}

/** For which work a draft wants a time: the service, its hours, and where. */
export function workOfDraft(companyId: string, { draft, service }: { draft: BookingDraft; service: ShownService | undefined }) {
  const { quantity } = choiceOfDraft(draft)
  const isTimed = service?.priceKind === 'hourly' && quantity >= serviceLimits.hours.min && quantity <= serviceLimits.hours.max
  return {
    companyId,
    ...(service ? { serviceId: service.id } : {}),
    ...(isTimed ? { quantity } : {}),
    ...(draft.location === '' || placeAt(draft.location) !== 'customer' ? {} : { location: draft.location }),
  }
}

/** The options and the quantity that a draft holds as text, and back. */
export const choiceOfDraft = ({ optionIds, quantity }: BookingDraft): Chosen => ({
  optionIds: optionIds === '' ? [] : optionIds.split(','),
  quantity: Number(quantity.replace(',', '.')),
})
export const draftOfChoice = ({ optionIds, quantity }: Chosen) => ({ optionIds: optionIds.join(), quantity: String(quantity) })

/** A service is chosen with the first option of each group. */
export const draftOfService = (service: ShownService) => ({ serviceId: service.id, ...draftOfChoice(firstChoice(service)) })

/** What a draft buys, line by line; undefined while the choice has no price, or the amount is typed. */
export function itemsOfDraft(draft: BookingDraft, service: ShownService): BoughtItem[] | undefined {
  const priced = priceOf(service, choiceOfDraft(draft))
  return 'problem' in priced ? undefined : priced.items
}

/** Whether the draft's options and quantity still fit the service. */
export const fitsService = (draft: BookingDraft, service: ShownService) =>
  !isSoldDirectly(service) || itemsOfDraft(draft, service) !== undefined

/** What a draft costs: the price of a service that has one, else the amount as typed; undefined while it is none. */
export function draftCents(draft: BookingDraft, service: ShownService | undefined): Cents | undefined {
  if (!service || !isSoldDirectly(service)) return parseEuro(draft.amount)
  const priced = priceOf(service, choiceOfDraft(draft))
  return 'problem' in priced ? undefined : priced.totalCents
}

/** What the server would say about service, options, quantity and amount: the field and its text. */
export function purchaseFault(draft: BookingDraft, offer: Offer) {
  const agreedWith = draft.agreedWith.trim()
  const purchase = purchaseOf(offer, {
    ...(isPriced(offer.service) ? choiceOfDraft(draft) : {}),
    ...(agreedWith === '' ? {} : { agreedWith }),
    // An amount that cannot be read has its own text.
    amountCents: parseEuro(draft.amount) ?? Number.POSITIVE_INFINITY,
  })
  return 'field' in purchase ? purchase : undefined
}

/** Whether a draft has to say who agreed to its amount: no price says it, or it is below the hourly rate. */
export function asksAgreement(draft: BookingDraft, { service, hourlyRateCents }: Offer) {
  if (service) return !isSoldDirectly(service)
  const cents = parseEuro(draft.amount)
  return draft.agreedWith !== '' || (cents !== undefined && hourlyRateCents !== null && cents < hourlyRateCents)
}

type Asking = Offer & { byRequest: readonly string[] }

/** Whether the company is asked first, and paid when it accepts: it sells the service so, or no price of its list confirms the total. */
export function isAskedFirst(draft: BookingDraft, { service, hourlyRateCents, byRequest }: Asking) {
  if (service) return byRequest.includes(service.id) || !isSoldDirectly(service)
  const cents = parseEuro(draft.amount)
  return cents !== undefined && hourlyRateCents !== null && cents < hourlyRateCents
}

/** The dialog's amount, prefilled from the first number of the company's price text (docs/spec.md#booking-dialog). */
export function prefilledAmount(hourlyRateCents: number | null) {
  const cents = firstEuroIn(priceText(hourlyRateCents))
  return cents === undefined ? '' : formatAmount(cents)
}
