import { z } from 'zod'
import { centsOfEuros, parseEuro } from '#src/platform/kit/money.ts'
import { isPhone, oneLine } from '#src/platform/kit/text.ts'
import { isEmail, typedTexts, writtenEmail, writtenPhone, writtenPostcode } from '#src/platform/kit/typed.ts'
import { imprintTexts } from '../imprint/texts.ts'
import type { Category } from '../rules.ts'
import { statedOrNull } from './legalForms.ts'

/** Limits of a company's fields, lengths in characters. */
export const companyLimits = {
  name: { min: 2, max: 100 },
  description: { min: 10, max: 2_000 },
  location: { min: 2, max: 200 },
  contactPerson: { min: 2, max: 100 },
  email: 254,
  phone: 60,
  website: 200,
  town: 100,
  radiusKm: { min: 1, max: 1_000 },
  hourlyRateCents: { min: 0, max: 1_000_000 },
  legalForm: 60,
  street: 120,
  representedBy: 150,
  registerCourt: 100,
  registerNumber: 40,
} as const

/** Field errors; those of missing fields as worded in the operator's form (docs/spec.md#operator-company-form). */
export const companyTexts = {
  nameMissing: 'Firmenname ist erforderlich',
  name: 'Firmenname muss zwischen 2 und 100 Zeichen lang sein',
  categoryMissing: 'Kategorie ist erforderlich',
  descriptionMissing: 'Beschreibung ist erforderlich',
  description: 'Beschreibung muss zwischen 10 und 2.000 Zeichen lang sein',
  locationMissing: 'Standort ist erforderlich',
  location: 'Standort muss zwischen 2 und 200 Zeichen lang sein',
  contactPersonMissing: 'Ansprechpartner ist erforderlich',
  contactPerson: 'Ansprechpartner muss zwischen 2 und 100 Zeichen lang sein',
  emailMissing: 'E-Mail ist erforderlich',
  email: typedTexts.email,
  phoneMissing: 'Telefonnummer ist erforderlich',
  phone: typedTexts.phone,
  website: 'Bitte geben Sie eine Internetadresse ein, zum Beispiel https://www.firma.de',
  hourlyRate: 'Stundensatz muss zwischen 0 und 10.000 Euro liegen',
  postcode: 'Eine Postleitzahl hat 5 Ziffern',
  town: 'Ort darf maximal 100 Zeichen lang sein',
  radius: 'Einsatzradius muss eine ganze Zahl zwischen 1 und 1.000 Kilometern sein',
} as const

type Length = { min: number; max: number }

/** Schema of a required text: trimmed, with separate errors for a missing text and a wrong length in characters. */
export const required = ({ missing, wrong, length }: { missing: string; wrong: string; length: Length }) =>
  z.string({ error: missing }).trim().min(1, { error: missing, abort: true }).min(length.min, wrong).max(length.max, wrong)

/** Required text in one line, so that a name cannot imitate further lines of a mail. */
export const requiredLine = (field: Parameters<typeof required>[0]) =>
  z.string({ error: field.missing }).overwrite(oneLine).pipe(required(field))

/** Schema of optional text: missing, null and blank are all null. */
const optional = (error: string) =>
  z
    .string({ error })
    .trim()
    .nullish()
    .transform((typed) => typed || null)

export const email = z
  .string({ error: companyTexts.emailMissing })
  .overwrite(writtenEmail)
  .min(1, { error: companyTexts.emailMissing, abort: true })
  .max(companyLimits.email, { error: companyTexts.email, abort: true })
  .refine(isEmail, companyTexts.email)

/** Schema of a phone number; the error for a missing one differs between forms. */
export const phoneField = (missing: string) =>
  z
    .string({ error: missing })
    .overwrite(writtenPhone)
    .min(1, missing)
    .max(companyLimits.phone, companyTexts.phone)
    .refine((typed) => typed === '' || isPhone(typed), companyTexts.phone)

export const website = optional(companyTexts.website).transform((typed, context) => {
  if (typed === null) return null
  const address = readWebsite(typed)
  if (address === undefined) context.addIssue({ code: 'custom', message: companyTexts.website })
  return address ?? null
})

/** Normalised web address, with the scheme added if missing; undefined unless it is http(s). */
function readWebsite(typed: string) {
  const withScheme = /^[a-z][a-z\d+.-]*:(?!\d)/i.test(typed) ? typed : `https://${typed}`
  if (!URL.canParse(withScheme) || /\s/.test(withScheme)) return undefined
  const { protocol, hostname, username, password, href } = new URL(withScheme)
  const isOnTheWeb = ['http:', 'https:'].includes(protocol) && /^[^.]+(\.[^.]+)+$/.test(hostname)
  if (!isOnTheWeb || username || password || href.length > companyLimits.website) return undefined
  return href
}

/** Hourly rate in euros, as a number or as a German or English text; null if empty. */
export const hourlyRate = z
  .union([z.number(), z.string()], { error: companyTexts.hourlyRate })
  .nullish()
  .transform((typed, context) => {
    if (typed === undefined || typed === null || typed === '') return null
    const cents = typeof typed === 'number' ? centsOfEuros(typed) : parseEuro(typed)
    const { min, max } = companyLimits.hourlyRateCents
    if (cents !== undefined && cents >= min && cents <= max) return cents
    context.addIssue({ code: 'custom', message: companyTexts.hourlyRate })
    return null
  })

/** Hourly rate in the operator's form: an invalid or negative amount becomes 0 (docs/spec.md#operator-company-form). */
export const lenientRate = z
  .union([z.number(), z.string()], { error: companyTexts.hourlyRate })
  .nullish()
  .transform((typed, context) => {
    if (typed === undefined || typed === null || String(typed).trim() === '') return null
    const cents = (typeof typed === 'number' ? centsOfEuros(Math.round(typed * 100) / 100) : parseEuro(typed)) ?? 0
    if (cents <= companyLimits.hourlyRateCents.max) return Math.max(0, cents)
    context.addIssue({ code: 'custom', message: companyTexts.hourlyRate })
    return null
  })

export const radiusKm = z
  .union([z.number(), z.string()], { error: companyTexts.radius })
  .nullish()
  .transform((typed, context) => {
    if (typed === undefined || typed === null || typed === '') return null
    const km = Number(typed)
    const { min, max } = companyLimits.radiusKm
    if (Number.isInteger(km) && km >= min && km <= max) return km
    context.addIssue({ code: 'custom', message: companyTexts.radius })
    return null
  })

export const postcode = optional(companyTexts.postcode)
  .transform((typed) => typed && writtenPostcode(typed))
  .refine((typed) => typed === null || /^\d{5}$/.test(typed), companyTexts.postcode)

export const town = optional(companyTexts.town).refine((typed) => typed === null || typed.length <= companyLimits.town, companyTexts.town)

/** Schema of a category; `parse` returns one of the 11. */
export const categoryField = (parse: (text: string) => Category | undefined) =>
  z.string({ error: companyTexts.categoryMissing }).transform((typed, context) => {
    const category = parse(typed.trim())
    if (category !== undefined) return category
    context.addIssue({ code: 'custom', message: companyTexts.categoryMissing })
    return z.NEVER
  })

/** Schema of an optional line: missing, null and blank are all null. */
export const optionalLine = (most: number) =>
  z
    .string()
    .overwrite(oneLine)
    .trim()
    .max(most, imprintTexts.tooLong(most))
    .nullish()
    .transform((typed) => typed || null)

/** Schema of a line of the imprint: 'keine' and the like become null, too. */
export const imprintLine = (most: number) => optionalLine(most).transform(statedOrNull)

/** Schema of an authority's number, which may be typed with blanks and dots. */
const authorityNumber = (shape: RegExp, error: string) =>
  z
    .string()
    .nullish()
    .transform(
      (typed) =>
        statedOrNull(typed ?? null)
          ?.replace(/[\s.]/g, '')
          .toUpperCase() || null,
    )
    .refine((typed) => typed === null || shape.test(typed), error)

export const vatId = authorityNumber(/^(DE\d{9}|(?!DE)[A-Z]{2}[\dA-Z+*]{2,12})$/, imprintTexts.vatId)
export const businessId = authorityNumber(/^DE\d{9}(-\d{5})?$/, imprintTexts.businessId)
