import { z } from 'zod'
import { oneLine } from '#src/kit/text.ts'
import { imprintTexts } from './texts.ts'

/** A company's imprint (Anbieterkennzeichnung, § 5 DDG): what it enters beyond its name and place. All of it optional for us. */
const imprintLimits = { legalForm: 60, street: 120, representedBy: 150, registerCourt: 100, registerNumber: 40 } as const

/** How often a client address reads imprints. */
export const imprintReads = { max: 120, windowSeconds: 60 } as const

/** Nothing, null and blanks are all null. */
const line = (most: number) =>
  z
    .string()
    .overwrite(oneLine)
    .trim()
    .max(most, imprintTexts.tooLong(most))
    .nullish()
    .transform((typed) => typed || null)

/** Numbers of authorities, as people write them with blanks and dots. */
const number = (shape: RegExp, error: string) =>
  z
    .string()
    .nullish()
    .transform((typed) => typed?.replace(/[\s.]/g, '').toUpperCase() || null)
    .refine((typed) => typed === null || shape.test(typed), error)

/** The fields of every form and call that has them. */
export const imprintFields = {
  legal_form: line(imprintLimits.legalForm),
  represented_by: line(imprintLimits.representedBy),
  street: line(imprintLimits.street),
  register_court: line(imprintLimits.registerCourt),
  register_number: line(imprintLimits.registerNumber),
  vat_id: number(/^(DE\d{9}|(?!DE)[A-Z]{2}[\dA-Z+*]{2,12})$/, imprintTexts.vatId),
  business_id: number(/^DE\d{9}(-\d{5})?$/, imprintTexts.businessId),
}
/** The same as a form gets them from the server. */
export const shownImprint = z.object({
  legal_form: z.string().nullable(),
  represented_by: z.string().nullable(),
  street: z.string().nullable(),
  register_court: z.string().nullable(),
  register_number: z.string().nullable(),
  vat_id: z.string().nullable(),
  business_id: z.string().nullable(),
})

/** Who a company is, for whoever is about to make a contract with it. */
export const imprint = z.object({
  companyName: z.string(),
  legalForm: z.string().nullable(),
  representedBy: z.string().nullable(),
  street: z.string().nullable(),
  postcode: z.string().nullable(),
  town: z.string().nullable(),
  location: z.string(),
  registerCourt: z.string().nullable(),
  registerNumber: z.string().nullable(),
  vatId: z.string().nullable(),
  businessId: z.string().nullable(),
  craftChamber: z.string().nullable(),
  craftTrade: z.string().nullable(),
  /** Whether the PSP declared that it is a trader; nobody says so for it. */
  isTrader: z.boolean(),
})
