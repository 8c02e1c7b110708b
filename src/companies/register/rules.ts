import { z } from 'zod'
import { centsOfEuros, parseEuro } from '#src/kit/money.ts'
import { isPhone, oneLine } from '#src/kit/text.ts'
import { writtenPhone, writtenPostcode } from '#src/kit/typed.ts'
import { imprintFields } from '../imprint/rules.ts'
import { parseCategory } from '../rules.ts'

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
} as const

/** What stands at a field that is empty or wrong; the missing ones as the admin's form words them (docs/spec.md#operator-company-form). */
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
  email: 'Ungültige E-Mail-Adresse',
  phoneMissing: 'Telefonnummer ist erforderlich',
  phone: 'Ungültige Telefonnummer',
  website: 'Bitte geben Sie eine Internetadresse ein, zum Beispiel https://www.firma.de',
  hourlyRate: 'Stundensatz muss zwischen 0 und 10.000 Euro liegen',
  postcode: 'Eine Postleitzahl hat 5 Ziffern',
  town: 'Ort darf maximal 100 Zeichen lang sein',
  radius: 'Einsatzradius muss eine ganze Zahl zwischen 1 und 1.000 Kilometern sein',
} as const

type Length = { min: number; max: number }

const required = ({ missing, wrong, length }: { missing: string; wrong: string; length: Length }) =>
  z.string({ error: missing }).trim().min(1, { error: missing, abort: true }).min(length.min, wrong).max(length.max, wrong)

/** The same in one line, so that a name cannot pretend to be more than a name in a mail. */
const requiredLine = (field: Parameters<typeof required>[0]) => z.string({ error: field.missing }).overwrite(oneLine).pipe(required(field))

/** Text of a field that may stay empty: nothing, null and blanks are all null. */
const optional = (error: string) =>
  z
    .string({ error })
    .trim()
    .nullish()
    .transform((typed) => typed || null)

const email = z
  .string({ error: companyTexts.emailMissing })
  .trim()
  .toLowerCase()
  .min(1, companyTexts.emailMissing)
  .max(companyLimits.email, companyTexts.email)
  .pipe(z.email(companyTexts.email))

/** A phone number; forms differ in what they say when there is none. */
export const phoneField = (missing: string) =>
  z
    .string({ error: missing })
    .overwrite(writtenPhone)
    .min(1, missing)
    .max(companyLimits.phone, companyTexts.phone)
    .refine((typed) => typed === '' || isPhone(typed), companyTexts.phone)

const website = optional(companyTexts.website).transform((typed, context) => {
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
const hourlyRateCents = z
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

const radiusKm = z
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

/**
 * A company's own fields as a form or a call gives them (docs/spec.md#registration); what comes out has its money in cents
 * and null for what was left empty. Postcode, town and radius only help to find a company: `location` is what is shown.
 * What belongs to the imprint is optional.
 */
export const companyForm = z.object({
  company_name: requiredLine({ missing: companyTexts.nameMissing, wrong: companyTexts.name, length: companyLimits.name }),
  category: z.string({ error: companyTexts.categoryMissing }).transform((typed, context) => {
    const category = parseCategory(typed.trim())
    if (category !== undefined) return category
    context.addIssue({ code: 'custom', message: companyTexts.categoryMissing })
    return z.NEVER
  }),
  description: required({
    missing: companyTexts.descriptionMissing,
    wrong: companyTexts.description,
    length: companyLimits.description,
  }),
  location: requiredLine({ missing: companyTexts.locationMissing, wrong: companyTexts.location, length: companyLimits.location }),
  contact_person: requiredLine({
    missing: companyTexts.contactPersonMissing,
    wrong: companyTexts.contactPerson,
    length: companyLimits.contactPerson,
  }),
  email,
  phone: phoneField(companyTexts.phoneMissing),
  website,
  hourly_rate: hourlyRateCents,
  postcode: optional(companyTexts.postcode)
    .transform((typed) => typed && writtenPostcode(typed))
    .refine((typed) => typed === null || /^\d{5}$/.test(typed), companyTexts.postcode),
  town: optional(companyTexts.town).refine((typed) => typed === null || typed.length <= companyLimits.town, companyTexts.town),
  service_radius_km: radiusKm,
  ...imprintFields,
})
/** What a form holds or a call sends. */
export type CompanyInput = z.input<typeof companyForm>
/** The same after its check: money in cents, null for what is empty. */
export type CompanyFields = z.output<typeof companyForm>
