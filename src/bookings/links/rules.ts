import { problemsOf } from '#src/kit/problems.ts'

/** Where the secret link of a customer's mail leads; `token` stands in the query until the page has read it. */
export const bookingPage = '/buchung'

/**
 * How long such a link opens its booking (docs/spec.md#booking-access): days after it was sent, or after the service date, whichever is
 * later.
 */
export const bookingLinkDays = 60

/** How often a client address may have links of series and of the waiting list renewed. */
export const renewRate = { max: 10, windowSeconds: 3_600 } as const

export const bookingLinkProblems = problemsOf('bookings', {
  linkMissing: [404, 'Dieser Link ist unvollständig. Bitte öffnen Sie ihn noch einmal aus Ihrer E-Mail.'],
  linkUnknown: [404, 'Dieser Link ist ungültig oder abgelaufen. Fordern Sie einen neuen an, wenn Sie Ihre Buchung öffnen möchten.'],
})
