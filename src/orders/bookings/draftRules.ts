import { type Cents, eurosOf, firstEuroIn, formatAmount, parseEuro, priceText } from '#src/platform/kit/money.ts'
import {
  type BoughtItem,
  type Chosen,
  firstChoice,
  isCounted,
  isEstimated,
  isPriced,
  type Priced,
  priceOf,
} from '#src/supply/services/pricing.ts'
import { serviceLimits } from '#src/supply/services/rules.ts'
import type { ServiceView } from '#src/supply/services/schemas.ts'
import { placeAt } from '#src/supply/services/texts.ts'
import type { BookingRequest } from './order/rules.ts'
import { type Offer, purchaseOf } from './purchaseRules.ts'

/** State of the booking form: every field as text; chosen options as ids separated by commas, the billing address as JSON. */
export type BookingDraft = Record<Exclude<keyof BookingRequest, 'companyId' | 'serviceTitle' | 'attachmentIds'> | 'billingAddress', string>

/**
 * Fields in the order of the screen, which decides where the focus goes: price after the service, or the amount last without a service;
 * times before name and place at a company with a calendar.
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

/**
 * Converts a draft to input of the request's schema: the amount in euros, as typed or computed from the service; the consent as the version
 * of its text.
 */
export const requestOfDraft = (typed: BookingDraft, service: ServiceView | undefined) => {
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
    ...(agreedWith.trim() === '' || service ? {} : { agreedWith }),
    amount: cents === undefined ? Number.NaN : eurosOf(cents),
    customerKind: customerKind === 'business' ? ('business' as const) : ('consumer' as const),
    ...consent,
    ...(billingAddress === '' ? {} : { billingAddress: JSON.parse(billingAddress) }),
  }
}

function chosenService(draft: BookingDraft, service: ServiceView | undefined) {
  if (!service) return {}
  if (!isPriced(service)) return { serviceId: service.id }
  const { optionIds, quantity } = choiceOfDraft(draft)
  return { serviceId: service.id, optionIds: [...optionIds], ...(isCounted(service) ? { quantity } : {}) }
}

/** Parameters of a query for free times: the service, its hours or units, and the place. */
export function workOfDraft(companyId: string, { draft, service }: { draft: BookingDraft; service: ServiceView | undefined }) {
  const { quantity } = choiceOfDraft(draft)
  const limits =
    service?.priceKind === 'hourly' ? serviceLimits.hours : service?.minutesPerUnit != null ? serviceLimits.quantity : undefined
  const isTimed = limits !== undefined && quantity >= limits.min && quantity <= limits.max
  return {
    companyId,
    ...(service ? { serviceId: service.id } : {}),
    ...(isTimed ? { quantity } : {}),
    ...(draft.location === '' || placeAt(draft.location) !== 'customer' ? {} : { location: draft.location }),
  }
}

/** Convert options and quantity from a draft's text, and back. */
export const choiceOfDraft = ({ optionIds, quantity }: BookingDraft): Chosen => ({
  optionIds: optionIds === '' ? [] : optionIds.split(','),
  quantity: Number(quantity.replace(',', '.')),
})
export const draftOfChoice = ({ optionIds, quantity }: Chosen) => ({ optionIds: optionIds.join(), quantity: String(quantity) })

/** Draft fields of a newly chosen service: the first option of each group is preselected. */
export const draftOfService = (service: ServiceView) => ({ serviceId: service.id, ...draftOfChoice(firstChoice(service)) })

/** Items, total and lower end of what a draft buys; undefined if the choice has no price or the amount is typed. */
export function priceOfDraft(draft: BookingDraft, service: ServiceView): Priced | undefined {
  const priced = priceOf(service, choiceOfDraft(draft))
  return 'problem' in priced ? undefined : priced
}

/** Items that a draft buys; undefined if the choice has no price or the amount is typed. */
export const itemsOfDraft = (draft: BookingDraft, service: ServiceView): BoughtItem[] | undefined => priceOfDraft(draft, service)?.items

/** True if the draft's options and quantity fit the service, which may have changed. */
export const fitsService = (draft: BookingDraft, service: ServiceView) => !isPriced(service) || itemsOfDraft(draft, service) !== undefined

/** Price of a draft in cents: computed for a service with a price, otherwise the typed amount; undefined if that is no amount. */
export function draftCents(draft: BookingDraft, service: ServiceView | undefined): Cents | undefined {
  return service ? priceOfDraft(draft, service)?.totalCents : parseEuro(draft.amount)
}

/** Error in service, options, quantity or amount as the server would report it: field and text; undefined if there is none. */
export function purchaseError(draft: BookingDraft, offer: Offer) {
  const agreedWith = draft.agreedWith.trim()
  const purchase = purchaseOf(offer, {
    ...(offer.service ? choiceOfDraft(draft) : {}),
    ...(agreedWith === '' ? {} : { agreedWith }),
    // An unreadable amount has its own error, so any valid value will do here.
    amountCents: parseEuro(draft.amount) ?? Number.POSITIVE_INFINITY,
  })
  return 'field' in purchase ? purchase : undefined
}

/** True if the draft has to name the person who agreed to its amount, because it is below the hourly rate. */
export function needsAgreement(draft: BookingDraft, { hourlyRateCents }: Pick<Offer, 'hourlyRateCents'>) {
  const cents = parseEuro(draft.amount)
  return draft.agreedWith !== '' || (cents !== undefined && hourlyRateCents !== null && cents < hourlyRateCents)
}

type Asking = Offer & { byRequest: readonly string[] }

/**
 * True if the company has to accept first, and is paid then: the service is sold by request or by an estimate, or no price confirms the
 * total.
 */
export function isByRequest(draft: BookingDraft, { service, hourlyRateCents, byRequest }: Asking) {
  if (service) return byRequest.includes(service.id) || isEstimated(service)
  const cents = parseEuro(draft.amount)
  return cents !== undefined && hourlyRateCents !== null && cents < hourlyRateCents
}

/** Amount with which the form opens: the first number of the company's price text (docs/spec.md#booking-dialog). */
export function prefilledAmount(hourlyRateCents: number | null) {
  const cents = firstEuroIn(priceText(hourlyRateCents))
  return cents === undefined ? '' : formatAmount(cents)
}
