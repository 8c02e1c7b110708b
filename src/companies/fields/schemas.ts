import { z } from 'zod'
import { centsOfEuros, parseEuro } from '#src/kit/money.ts'
import { isPhone, oneLine } from '#src/kit/text.ts'
import { isEmail, typedTexts, writtenEmail, writtenPhone, writtenPostcode } from '#src/kit/typed.ts'
import { imprintTexts } from '../imprint/texts.ts'
import type { Category } from '../rules.ts'
import { statedOrNull } from './legalForms.ts'

/** Limits of a company's own fields, lengths in characters. */
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

/** The field errors; those for missing fields as the operator's form words them (docs/spec.md#operator-company-form). */
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

export const required = ({ missing, wrong, length }: { missing: string; wrong: string; length: Length }) =>
  z.string({ error: missing }).trim().min(1, { error: missing, abort: true }).min(length.min, wrong).max(length.max, wrong)

/** The same in one line, so that a name cannot pretend to be more than a name in a mail. */
export const requiredLine = (field: Parameters<typeof required>[0]) =>
  z.string({ error: field.missing }).overwrite(oneLine).pipe(required(field))

/** Text of a field that may stay empty: nothing, null and blanks are all null. */
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

/** A phone number; forms differ in what they say when there is none. */
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

/** A web address as it is stored, the scheme added where people leave it out; undefined for anything that is no http(s) address. */
function readWebsite(typed: string) {
  const withScheme = /^[a-z][a-z\d+.-]*:(?!\d)/i.test(typed) ? typed : `https://${typed}`
  if (!URL.canParse(withScheme) || /\s/.test(withScheme)) return undefined
  const { protocol, hostname, username, password, href } = new URL(withScheme)
  const isOnTheWeb = ['http:', 'https:'].includes(protocol) && /^[^.]+(\.[^.]+)+$/.test(hostname)
  if (!isOnTheWeb || username || password || href.length > companyLimits.website) return undefined
  return href
}

/** Euros, as a number or as a German or English text; nothing is null. */
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

/** The same for the operator: an invalid or negative amount becomes 0 (docs/spec.md#operator-company-form). */
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

/** One of the 11 categories, as `parse` understands them. */
export const categoryField = (parse: (text: string) => Category | undefined) =>
  z.string({ error: companyTexts.categoryMissing }).transform((typed, context) => {
    const category = parse(typed.trim())
    if (category !== undefined) return category
    context.addIssue({ code: 'custom', message: companyTexts.categoryMissing })
    return z.NEVER
  })

/** A line that may stay empty: nothing, null and blanks are all null. */
export const optionalLine = (most: number) =>
  z
    .string()
    .overwrite(oneLine)
    .trim()
    .max(most, imprintTexts.tooLong(most))
    .nullish()
    .transform((typed) => typed || null)

/** A line of the imprint: 'keine' and the like are no answer, so they are null, too. */
export const imprintLine = (most: number) => optionalLine(most).transform(statedOrNull)

/** Numbers of authorities, as people write them with blanks and dots. */
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
