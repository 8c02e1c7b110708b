import { z } from 'zod'
import { addMonths, isCalendarDay } from '#src/platform/kit/dates.ts'
import type { FilterOf, ListOf } from '#src/platform/kit/listAddress.ts'
import { problemsOf } from '#src/platform/kit/problems.ts'
import { oneLine } from '#src/platform/kit/text.ts'
import { writtenDay } from '#src/platform/kit/typed.ts'
import type { Wire } from '#src/platform/kit/wire.ts'
import { registrationOf, statedOrNull } from '../fields/legalForms.ts'
import { businessId, companyLimits, email, imprintLine, phoneField, postcode } from '../fields/schemas.ts'
import { isTaxId, isTaxNumber, isVatId } from '../tax/numbers.ts'
import { taxStatuses } from '../tax/texts.ts'
import { verificationLimits, verificationTexts } from '../verification/rules.ts'
import { businessFileKinds, type DetailName, detailsKinds, detailsStates, detailsTexts, detailsValidMonths } from './texts.ts'

export const detailsProblems = problemsOf('details', {
  unknown: [404, 'Diese Geschäftsangaben gibt es nicht.'],
  over: [409, 'Über diese Geschäftsangaben ist schon entschieden.'],
  fileUnknown: [404, 'Datei nicht gefunden'],
  full: [409, 'Es liegen schon 6 Dateien vor. Entfernen Sie zuerst eine.'],
})

/** Limits of text fields. Files and reasons have the limits of the verification. */
export const detailsLimits = { exemption: 200, name: 100 } as const

/** Schema of an optional number: blanks, dots and hyphens are removed; null if empty. */
const number = (isRight: (text: string) => boolean, error: string, clean: RegExp) =>
  z
    .string()
    .nullish()
    .transform(
      (typed) =>
        statedOrNull(typed ?? null)
          ?.replace(clean, '')
          .toUpperCase() || null,
    )
    .refine((typed) => typed === null || isRight(typed), error)

const line = (most: number) => imprintLine(most)

const day = (error: string) =>
  z
    .string()
    .nullish()
    .transform((typed) => (typed?.trim() ? writtenDay(typed) : null))
    .refine((typed) => typed === null || isCalendarDay(typed), error)

/** Makes a schema optional: empty text is null, any other text is checked. */
const optionalOf = (schema: z.ZodType<string, string>) =>
  z
    .string()
    .nullish()
    .transform((typed, context) => {
      if (!typed?.trim()) return null
      const { data, error } = schema.safeParse(typed)
      if (data !== undefined) return data
      context.addIssue({ code: 'custom', message: error.issues[0]?.message ?? '' })
      return null
    })

/** Schema of the form. No field is required for saving; once nothing is missing, the details are submitted. */
export const detailsForm = z
  .object({
    kind: z.enum(detailsKinds).nullable().catch(null),
    legalForm: line(companyLimits.legalForm),
    representedBy: line(companyLimits.representedBy),
    street: line(companyLimits.street),
    postcode,
    town: line(companyLimits.town),
    registerCourt: line(companyLimits.registerCourt),
    registerNumber: line(companyLimits.registerNumber),
    hasNoRegister: z.boolean().default(false),
    businessId,
    firstName: line(detailsLimits.name),
    lastName: line(detailsLimits.name),
    birthDate: day(detailsTexts.birthDate),
    birthPlace: line(detailsLimits.name),
    taxId: number(isTaxId, detailsTexts.taxId, /[\s./-]/g),
    homeStreet: line(companyLimits.street),
    homePostcode: postcode,
    homeTown: line(companyLimits.town),
    taxStatus: z.enum(taxStatuses).nullable().catch(null),
    taxSince: day(detailsTexts.taxSince),
    taxNumber: z
      .string()
      .nullish()
      .transform((typed) => oneLine(typed ?? '').trim() || null)
      .refine((typed) => typed === null || isTaxNumber(typed), detailsTexts.taxNumber),
    vatId: number(isVatId, detailsTexts.vatId, /[\s.-]/g),
    hasNoVatId: z.boolean().default(false),
    exemptionText: line(detailsLimits.exemption),
    legalEmail: optionalOf(email),
    legalPhone: optionalOf(phoneField('')),
    isTrader: z.boolean().default(false),
  })
  .refine(({ vatId, hasNoVatId }) => !vatId || !hasNoVatId, { path: ['vatId'], message: detailsTexts.vatIdTwice })
export type Details = z.output<typeof detailsForm>

/**
 * True if a register number is required: for every registered legal form, and for others unless they declare that they are in no register.
 */
function needsRegister({ kind, legalForm, hasNoRegister }: Details) {
  const registration = registrationOf({ kind, legalForm })
  return kind === 'entity' && (registration === 'always' || (registration === 'maybe' && !hasNoRegister))
}

/** Names of the details that are missing for the report to the tax office or by the law on traders (docs/spec.md#business-details). */
export function missingOf(details: Details): DetailName[] {
  const isPerson = details.kind === 'person'
  const needed: (DetailName | false)[] = [
    ...(['kind', 'street', 'postcode', 'town', 'legalEmail', 'legalPhone', 'taxStatus', 'taxSince', 'taxNumber'] as const),
    ...(isPerson ? (['firstName', 'lastName', 'birthDate', 'homeStreet', 'homePostcode', 'homeTown', 'taxId'] as const) : []),
    ...(details.kind === 'entity' ? (['legalForm', 'representedBy'] as const) : []),
    needsRegister(details) && 'registerNumber',
    details.taxStatus === 'exempt' && 'exemptionText',
    !details.hasNoVatId && 'vatId',
    'isTrader',
  ]
  return needed.filter((name) => name !== false).filter((name) => !details[name])
}

/** True if a person born on `birthDate` is of age on `today` (18 years). */
export const isOfAge = (birthDate: string, today: string) => addMonths(birthDate, 18 * 12) <= today

/** Day on which a check made today expires. */
export const validUntil = (today: string) => addMonths(today, detailsValidMonths)

const businessFile = z.object({ id: z.uuid(), kind: z.enum(businessFileKinds), name: z.string(), bytes: z.number().int() })

const textOrNull = z.string().nullable()
/** Details as shown to owner and operator, decrypted. */
export const detailsView = z.object({
  kind: z.enum(detailsKinds).nullable(),
  legalForm: textOrNull,
  representedBy: textOrNull,
  street: textOrNull,
  postcode: textOrNull,
  town: textOrNull,
  registerCourt: textOrNull,
  registerNumber: textOrNull,
  hasNoRegister: z.boolean(),
  businessId: textOrNull,
  firstName: textOrNull,
  lastName: textOrNull,
  birthDate: textOrNull,
  birthPlace: textOrNull,
  taxId: textOrNull,
  homeStreet: textOrNull,
  homePostcode: textOrNull,
  homeTown: textOrNull,
  taxStatus: z.enum(taxStatuses).nullable(),
  taxSince: textOrNull,
  taxNumber: textOrNull,
  vatId: textOrNull,
  hasNoVatId: z.boolean(),
  exemptionText: textOrNull,
  legalEmail: textOrNull,
  legalPhone: textOrNull,
  isTrader: z.boolean(),
})

/** Status of the details, for the owner. */
export const detailsStanding = z.object({
  status: z.enum(detailsStates),
  details: detailsView,
  missing: z.array(z.string()),
  reason: textOrNull,
  submittedAt: z.date().nullable(),
  decidedAt: z.date().nullable(),
  validUntil: textOrNull,
  /** Times from which new bookings are stopped and payouts withheld; null if no details are requested. */
  bookingsStopAt: z.date().nullable(),
  payoutsWaitAt: z.date().nullable(),
  areBookingsStopped: z.boolean(),
  arePayoutsWithheld: z.boolean(),
  files: z.array(businessFile),
})
export type DetailsStanding = Wire<z.infer<typeof detailsStanding>>

export const detailsSorts = ['newest', 'oldest'] as const
export const detailsSortLabels = { newest: 'Neueste zuerst', oldest: 'Älteste zuerst' } as const
export type DetailsSort = (typeof detailsSorts)[number]

/** Sort orders and filters of the operator's list, as in its URL. */
export const detailsList = { sorts: detailsSorts, choices: { state: detailsStates }, searchLength: 100 } as const
export type DetailsList = ListOf<typeof detailsList>
export type DetailsFilter = FilterOf<DetailsList>

export const listedDetails = z.object({
  id: z.uuid(),
  companyName: z.string(),
  kind: z.enum(detailsKinds).nullable(),
  status: z.enum(detailsStates),
  askedAt: z.date().nullable(),
  submittedAt: z.date().nullable(),
  decidedAt: z.date().nullable(),
  reason: textOrNull,
  areBookingsStopped: z.boolean(),
  arePayoutsWithheld: z.boolean(),
})
export type ListedDetails = Wire<z.infer<typeof listedDetails>>

/** One company's details for the operator's decision. */
export const openedDetails = z.object({ details: detailsView, files: z.array(businessFile) })

export const detailsDecision = z
  .object({
    companyId: z.uuid(),
    isAccepted: z.boolean(),
    reason: z.string().trim().max(verificationLimits.reason, verificationTexts.reasonMissing).default(''),
  })
  .refine(({ isAccepted, reason }) => isAccepted || reason !== '', { path: ['reason'], message: verificationTexts.reasonMissing })
export type DetailsDecision = z.output<typeof detailsDecision>

/** Upload path of copies: `{companyId}/{kind}`. There is no such path for downloads. */
export const businessFilePath = '/storage/v1/object/business-files/'
export function parseBusinessPath(path: string) {
  const [companyId, named, ...rest] = path.slice(businessFilePath.length).split('/')
  return { companyId, kind: businessFileKinds.find((kind) => kind === named && rest.length === 0) }
}
