import { problemsOf } from '#src/platform/kit/problems.ts'

/** Path of the page that a customer's mailed link opens; `token` is in the query until the page has read it. */
export const bookingPage = '/buchung'

/**
 * Days for which such a link opens its booking (docs/spec.md#booking-access): from its sending or from the service date, the later of both.
 */
export const bookingLinkDays = 60

/** Rate limit per client address for new links to series and waiting list entries. */
export const renewRate = { max: 10, windowSeconds: 3_600 } as const

export const bookingLinkProblems = problemsOf('bookings', {
  linkMissing: [404, 'Dieser Link ist unvollständig. Bitte öffnen Sie ihn noch einmal aus Ihrer E-Mail.'],
  linkUnknown: [404, 'Dieser Link ist ungültig oder abgelaufen. Fordern Sie einen neuen an, wenn Sie Ihre Buchung öffnen möchten.'],
})
