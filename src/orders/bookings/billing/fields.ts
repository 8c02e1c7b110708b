/** Amount in cents above which an invoice names the recipient's address (§ 33 UStDV). */
export const addressFromCents = 25_000

/** Limits of a billing address, lengths in characters. */
export const billingLimits = {
  name: { min: 2, max: 150 },
  street: { min: 2, max: 120 },
  town: { min: 2, max: 100 },
  postcode: { min: 3, max: 12 },
  buyerReference: 100,
} as const

export const billingLabels = {
  name: 'Name oder Firma',
  street: 'Straße und Hausnummer',
  postcode: 'PLZ',
  town: 'Ort',
  vatId: 'USt-IdNr.',
  buyerReference: 'Ihr Zeichen oder Leitweg-ID',
} as const
export type BillingField = keyof typeof billingLabels
export const billingFields = Object.keys(billingLabels) as BillingField[]
/** Billing address as text fields of its form. */
export type BillingTexts = Record<BillingField, string>

/** Formats an address as one line: 'Praxis Dr. Behrens, Große Straße 3, 22767 Hamburg'. */
export const billingLine = ({ name, street, postcode, town }: Pick<BillingTexts, 'name' | 'street' | 'postcode' | 'town'>) =>
  [name, street, `${postcode} ${town}`.trim()].filter(Boolean).join(', ')
