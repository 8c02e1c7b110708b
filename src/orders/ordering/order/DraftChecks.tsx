import { type BookingDraft, purchaseError, requestOfDraft } from '#src/orders/bookings/draftRules.ts'
import { bookingDetailsAt, bookingRequest } from '#src/orders/bookings/order/rules.ts'
import type { Offer } from '#src/orders/bookings/purchaseRules.ts'
import { errorsByField, type FieldErrors } from '../ui/BookingDraft.tsx'

/** Errors of a step's fields, one text each. */
export function errorsIn(draft: BookingDraft, { step, now, ...offer }: Offer & { place: string; step: number; now: Date }): FieldErrors {
  const schema = step === 0 ? bookingDetailsAt(now) : bookingRequest.pick({ description: true })
  const issues = schema.safeParse(requestOfDraft(draft, offer.service)).error?.issues ?? []
  const texts = issues.map((issue) => [String(issue.path[0]), issue.message] as const)
  const problem = step === 0 ? purchaseError(draft, offer) : undefined
  // If the choice has no price, the error is shown at the choice, not at the amount.
  const isUnpriced = problem?.field === 'optionIds' || problem?.field === 'quantity'
  return errorsByField((name) => {
    if (name === 'amount' && isUnpriced) return undefined
    if (name === 'location' && step === 0 && draft.location !== '' && draft.location === offer.place) return streetMissing
    return texts.find(([field]) => field === name)?.[1] ?? (problem?.field === name ? problem.text : undefined)
  })
}

/** Error if the address is still the prefilled place of the search. */
const streetMissing = 'Bitte ergänzen Sie Straße und Hausnummer.'
