import { isCalendarDay } from '#src/platform/kit/dates.ts'

/** Address of a profile; with a place the profile shows the distance from there. */
export const profileAddress = (id: string, place?: string) =>
  place === undefined ? `/service/${id}` : `/service/${id}?${new URLSearchParams({ [placeParameter]: place })}`
export const placeParameter = 'ort'

/**
 * Service that a profile opens for booking, by its id or suffix, '' for its first one: an address alone must be enough
 * (docs/spec.md#price-list).
 */
export const serviceParameter = 'buchen'

/** In its place: the search meant a service that the profile does not name, so none is chosen. */
export const noService = '-'

/** The time of that booking, 'YYYY-MM-DDTHH:MM' of a Berlin clock. */
export const startParameter = 'termin'

/** A profile that opens the booking of a service, at a time where one is given. */
export const bookingAddress = (id: string, { service, start }: { service: string | null; start?: string }) =>
  `${profileAddress(id)}?${new URLSearchParams([
    [serviceParameter, service ?? ''],
    ...(start === undefined ? [] : [[startParameter, start.replace(' ', 'T')]]),
  ])}#buchen`

/** The same as a form that needs no scripts (docs/spec.md#plain-booking). */
export function plainBookingAddress(id: string, { service, start }: { service: { id: string } | undefined; start: string | undefined }) {
  const query = new URLSearchParams([
    ...(service ? [[serviceParameter, service.id]] : []),
    ...(start === undefined ? [] : [[startParameter, start.replace(' ', 'T')]]),
  ])
  return query.size === 0 ? `/buchen/${id}` : `/buchen/${id}?${query}`
}

/** A booking that is made once more: its customer's account begins the form with it. */
export const againParameter = 'nochmal'

export const againAddress = (id: string, { serviceId, bookingId }: { serviceId: string | null; bookingId: string }) =>
  `${profileAddress(id)}?${new URLSearchParams([
    ...(serviceId === null ? [] : [[serviceParameter, serviceId]]),
    [againParameter, bookingId],
  ])}#buchen`

/** 'YYYY-MM-DD HH:MM' of an address; undefined for anything else. */
export const parseStart = (text: string) =>
  isCalendarDay(text.slice(0, 10)) && /^T([01]\d|2[0-3]):[0-5]\d$/.test(text.slice(10)) ? text.replace('T', ' ') : undefined
