import { addDays, berlinDay } from '#src/kit/dates.ts'

/** An invitation is sent on the morning after the service date; bookings older than `withinDays` are not invited any more. */
export const invitationTimes = { fromHour: 9, withinDays: 14, everySeconds: 900, batch: 200 } as const

/** Where the invitation leads; `token` is the booking's secret and stands in the query until the page has read it. */
export const reviewPage = '/bewerten'
/** Where the confirmation mail of a review leads. */
export const confirmReviewPage = '/bewertung-bestaetigen'

/** The service dates whose customers are invited at this moment, both included. */
export function invitedDays(now: Date) {
  const last = addDays(berlinDay(new Date(now.getTime() - invitationTimes.fromHour * 3_600_000)), -1)
  return { first: addDays(last, 1 - invitationTimes.withinDays), last }
}
