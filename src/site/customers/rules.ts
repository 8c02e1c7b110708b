import { problemsOf } from '#src/platform/kit/problems.ts'

/** Maximum numbers of an account's addresses and favourites, and of characters of an address's label. */
export const customerLimits = { addresses: 10, favourites: 100, label: 40 } as const
/** Changes of addresses and favourites per account and hour. */
export const customerRate = { max: 300, windowSeconds: 3_600 } as const

/** Maximum number of listed future bookings, and of past ones initially and at most. */
export const customerBookingLimits = { ahead: 100, past: 20, mostPast: 400 } as const

export const customerProblems = problemsOf('customers', {
  notConfirmed: [403, 'Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse.'],
  addressUnknown: [404, 'Diese Adresse gibt es nicht mehr.'],
  tooManyAddresses: [409, `Mehr als ${customerLimits.addresses} Adressen können Sie nicht speichern.`],
  tooManyFavourites: [409, `Mehr als ${customerLimits.favourites} Favoriten können Sie nicht merken.`],
  companyUnknown: [404, 'Service nicht gefunden'],
})
