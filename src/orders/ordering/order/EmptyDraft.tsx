import { type BookingDraft, draftOfService, prefilledAmount } from '#src/orders/bookings/draftRules.ts'
import type { CallAnswer } from '#src/platform/web/queries/call.ts'
import type { ServiceView } from '#src/supply/services/schemas.ts'
import { locationAt } from '#src/supply/services/texts.ts'

type Beginning = {
  hourlyRateCents: number | null
  services: readonly ServiceView[]
  /** Id of the service with which the dialog was opened. */
  wanted: string | undefined
  isUnchosen: boolean
  /** Start with which the dialog was opened, 'YYYY-MM-DD HH:MM'. */
  start: string | undefined
  place: string
  person: CallAnswer<'get-own-details'> | undefined
}

/** Initial draft: service, time and place with which the dialog was opened, and data of the account. */
export function emptyDraft({ hourlyRateCents, services, wanted, isUnchosen, start, place, person }: Beginning): BookingDraft {
  const first = services.find(({ id }) => id === wanted) ?? (isUnchosen ? undefined : services[0])
  const known = beginningOf(person, place)
  return {
    ...blankDraft,
    ...known,
    location: locationAt(first?.places ?? [], known.location),
    amount: services.length > 0 ? '' : prefilledAmount(hourlyRateCents),
    ...(first ? draftOfService(first) : {}),
    ...timeOf(start),
  }
}

/** Customer's data from the account. A saved address that contains the searched place is preferred to the place alone. */
function beginningOf(person: Beginning['person'], place: string) {
  if (!person) return { location: place }
  const { name, email, phone, description, location, addresses } = person
  const saved = addresses.find(({ line }) => line.toLowerCase().includes(place.toLowerCase()))?.line
  return { customerName: name, customerEmail: email, customerPhone: phone, description, location: location || (saved ?? place) }
}

export const blankDraft: BookingDraft = {
  serviceId: '',
  optionIds: '',
  quantity: '1',
  customerName: '',
  customerEmail: '',
  customerPhone: '',
  location: '',
  date: '',
  time: '',
  amount: '',
  agreedWith: '',
  description: '',
  customerKind: 'consumer',
  earlyStartConsent: '',
  billingAddress: '',
}

/** Fields of another time. The consent to an early start is reset, because it belongs to a day. */
export const timeOf = (start: string | undefined) =>
  start === undefined ? {} : { date: start.slice(0, 10), time: start.slice(11), earlyStartConsent: '' }
