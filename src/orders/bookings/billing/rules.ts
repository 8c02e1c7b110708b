import { z } from 'zod'
import { oneLine } from '#src/platform/kit/text.ts'
import { isVatId } from '#src/supply/companies/tax/numbers.ts'
import { billingLimits } from './fields.ts'

export const billingTexts = {
  name: 'Name muss zwischen 2 und 150 Zeichen lang sein',
  street: 'Straße und Hausnummer fehlen',
  postcode: 'Eine deutsche Postleitzahl hat 5 Ziffern',
  town: 'Der Ort fehlt',
  country: 'Bitte geben Sie das Land mit zwei Buchstaben an, zum Beispiel DE',
  vatId: 'Diese USt-IdNr. stimmt nicht. Bitte prüfen Sie die Ziffern.',
  buyerReference: 'Höchstens 100 Zeichen',
} as const

const line = ({ min, max }: { min: number; max: number }, error: string) =>
  z.string({ error }).overwrite(oneLine).trim().min(min, error).max(max, error)

/** Recipient of the invoice (docs/spec.md#billing-address). */
export const billingAddress = z
  .object({
    name: line(billingLimits.name, billingTexts.name),
    street: line(billingLimits.street, billingTexts.street),
    postcode: line(billingLimits.postcode, billingTexts.postcode),
    town: line(billingLimits.town, billingTexts.town),
    country: z
      .string()
      .toUpperCase()
      .regex(/^[A-Z]{2}$/, billingTexts.country)
      .default('DE'),
    vatId: z
      .string()
      .nullish()
      .transform((typed) => typed?.replace(/[\s.-]/g, '').toUpperCase() || null)
      .refine((typed) => typed === null || isVatId(typed), billingTexts.vatId),
    buyerReference: z
      .string()
      .max(billingLimits.buyerReference, billingTexts.buyerReference)
      .nullish()
      .transform((typed) => oneLine(typed ?? '').trim() || null),
  })
  .refine(({ country, postcode }) => country !== 'DE' || /^\d{5}$/.test(postcode), { path: ['postcode'], message: billingTexts.postcode })
export type BillingAddress = z.output<typeof billingAddress>
