import { addDays, berlinDay } from '#src/platform/kit/dates.ts'

/** Invitations are sent in the morning after the service date; bookings older than `withinDays` are not invited. */
export const invitationTimes = { fromHour: 9, withinDays: 14, everySeconds: 900, batch: 200 } as const

/** Path of the invitation's page; the booking's token is in the query until the page has read it. */
export const reviewPage = '/bewerten'
/** Path of the confirmation mail's page. */
export const confirmReviewPage = '/bewertung-bestaetigen'

/** Service dates whose customers are invited at this moment, both inclusive. */
export function invitedDays(now: Date) {
  const last = addDays(berlinDay(new Date(now.getTime() - invitationTimes.fromHour * 3_600_000)), -1)
  return { first: addDays(last, 1 - invitationTimes.withinDays), last }
}
