import { formatRate } from '#src/platform/kit/money.ts'

/** Texts of the registration (docs/spec.md#registration); those quoted there are verbatim. */
export const signupTexts = {
  planMissing: 'Bitte wählen Sie einen Plan aus.',
  signInNeeded: 'Sie müssen angemeldet sein, um eine Firma zu registrieren.',
  companyFailed: 'Firma konnte nicht erstellt werden',
  checkoutFailed: 'Checkout-Session konnte nicht erstellt werden',
} as const

/** Steps of the registration (docs/spec.md#signup-steps). */
export const signupSteps = ['Konto', 'Plan', 'Firmendaten', 'Zahlung'] as const

/** Texts of the page to which the checkout returns (docs/spec.md#subscription-return); those quoted there are verbatim. */
export const subscriptionReturnTexts = {
  urlInvalid: 'Ungültige URL',
  companyMissing: 'Firma-ID nicht gefunden. Bitte registrieren Sie sich erneut.',
  verifyFailed: 'Zahlungsverifikation fehlgeschlagen',
  companyNotRead: 'Firma-Daten konnten nicht abgerufen werden',
  retry: 'Erneut versuchen',
  support: 'Support kontaktieren',
} as const

/** Label of the order button; the bookings' `orderNotice` stands directly above it. */
export const subscribeButton = 'Jetzt abonnieren & bezahlen'

/** Term and cancellation of the subscription (docs/spec.md#subscriptions). */
export const renewalNote =
  'Das Abonnement läuft einen Monat und verlängert sich jeweils um einen Monat, bis Sie kündigen. Kündigen können Sie jederzeit im Dashboard, wirksam zum Ende des bezahlten Monats.'

/** VAT note beside the price of a plan (docs/spec.md#plans). */
export const vatNote = (vatBasisPoints: number) =>
  vatBasisPoints === 0 ? 'ohne MwSt. (§ 19 UStG)' : `inkl. ${formatRate(vatBasisPoints)} MwSt.`

/** Monthly revenue in cents from which the second plan costs less than the first. */
export const breakEvenCents = (first: PlanCosts, second: PlanCosts) =>
  Math.ceil(((second.priceCents - first.priceCents) * 10_000) / (first.commissionBasisPoints - second.commissionBasisPoints))
type PlanCosts = { priceCents: number; commissionBasisPoints: number }
