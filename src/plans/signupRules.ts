import { formatRate } from '#src/kit/money.ts'

/** The way to an own company (docs/spec.md#registration), to the letter where it is quoted there. */
export const signupTexts = {
  planMissing: 'Bitte wählen Sie einen Plan aus.',
  signInNeeded: 'Sie müssen angemeldet sein, um eine Firma zu registrieren.',
  companyFailed: 'Firma konnte nicht erstellt werden',
  checkoutFailed: 'Checkout-Session konnte nicht erstellt werden',
} as const

/** The steps of the registration (docs/spec.md#signup-steps). */
export const signupSteps = ['Konto', 'Plan', 'Firmendaten', 'Zahlung'] as const

/** Where the payment page sends companies back to (docs/spec.md#subscription-return), to the letter where it is quoted there. */
export const subscriptionReturnTexts = {
  urlInvalid: 'Ungültige URL',
  companyMissing: 'Firma-ID nicht gefunden. Bitte registrieren Sie sich erneut.',
  verifyFailed: 'Zahlungsverifikation fehlgeschlagen',
  companyNotRead: 'Firma-Daten konnten nicht abgerufen werden',
  retry: 'Erneut versuchen',
  support: 'Support kontaktieren',
} as const

/** The label of the order button; the sentence directly above it is the bookings' `orderNotice`. */
export const subscribeButton = 'Jetzt abonnieren & bezahlen'

/** How long an order binds and how it ends (docs/spec.md#subscriptions). */
export const renewalNote =
  'Das Abonnement läuft einen Monat und verlängert sich jeweils um einen Monat, bis Sie kündigen. Kündigen können Sie jederzeit im Dashboard, wirksam zum Ende des bezahlten Monats.'

/** What stands beside the price of a plan (docs/spec.md#plans). */
export const vatNote = (vatBasisPoints: number) =>
  vatBasisPoints === 0 ? 'ohne MwSt. (§ 19 UStG)' : `inkl. ${formatRate(vatBasisPoints)} MwSt.`

/** From this revenue of a month on the second plan costs less than the first, in cents. */
export const breakEvenCents = (first: PlanCosts, second: PlanCosts) =>
  Math.ceil(((second.priceCents - first.priceCents) * 10_000) / (first.commissionBasisPoints - second.commissionBasisPoints))
type PlanCosts = { priceCents: number; commissionBasisPoints: number }
