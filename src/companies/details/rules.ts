import { z } from 'zod'
import { addMonths, isCalendarDay } from '#src/kit/dates.ts'
import type { FilterOf, ListOf } from '#src/kit/listAddress.ts'
import { problemsOf } from '#src/kit/problems.ts'
import { oneLine } from '#src/kit/text.ts'
import { writtenDay } from '#src/kit/typed.ts'
import type { Wire } from '#src/kit/wire.ts'
import { registrationOf, statedOrNull } from '../fields/legalForms.ts'
import { businessId, companyLimits, email, imprintLine, phoneField, postcode } from '../fields/schemas.ts'
import { isTaxId, isTaxNumber, isVatId } from '../tax/numbers.ts'
import { taxStatuses } from '../tax/words.ts'
import { verificationLimits, verificationTexts } from '../verification/rules.ts'
import { businessFileKinds, type DetailName, detailsKinds, detailsStates, detailsTexts, detailsValidMonths } from './texts.ts'

export const detailsProblems = problemsOf('details', {
  unknown: [404, 'Diese Geschäftsangaben gibt es nicht.'],
  over: [409, 'Über diese Geschäftsangaben ist schon entschieden.'],
  fileUnknown: [404, 'Datei nicht gefunden'],
  full: [409, 'Es liegen schon 6 Dateien vor. Entfernen Sie zuerst eine.'],
})

/** Files and reasons have the limits of the verification. */
export const detailsLimits = { exemption: 200, name: 100 } as const

/** Text that may stay empty, written without blanks, dots and hyphens; null for none. */
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

/** The same rule for a field that may stay empty: only what was typed is judged. */
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

/** Everything the form holds. Nothing is required to save: what is missing is told, and submits the details once it is there. */
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

/** Whether a number of a register is needed: of every registered legal form, and of others unless they say that they are in none. */
function needsRegister({ kind, legalForm, hasNoRegister }: Details) {
  const registration = registrationOf({ kind, legalForm })
  return kind === 'entity' && (registration === 'always' || (registration === 'maybe' && !hasNoRegister))
}

/** What the tax office's report and the law on traders ask for and these details do not say. */
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

/** Whether somebody born on a day is of age. */
export const isOfAge = (birthDate: string, today: string) => addMonths(birthDate, 18 * 12) <= today

/** Until when a check of this day counts. */
export const validUntil = (today: string) => addMonths(today, detailsValidMonths)

const businessFile = z.object({ id: z.uuid(), kind: z.enum(businessFileKinds), name: z.string(), bytes: z.number().int() })

const textOrNull = z.string().nullable()
/** The details as their owner and the operator read them, in clear. */
export const shownDetails = z.object({
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

/** How the details stand, for their owner. */
export const detailsStanding = z.object({
  status: z.enum(detailsStates),
  details: shownDetails,
  missing: z.array(z.string()),
  reason: textOrNull,
  submittedAt: z.date().nullable(),
  decidedAt: z.date().nullable(),
  validUntil: textOrNull,
  /** After this moment no new bookings; after the other one payouts are withheld. Null when nothing is asked for. */
  bookingsStopAt: z.date().nullable(),
  payoutsWaitAt: z.date().nullable(),
  areBookingsStopped: z.boolean(),
  arePayoutsWithheld: z.boolean(),
  files: z.array(businessFile),
})
export type DetailsStanding = Wire<z.infer<typeof detailsStanding>>

export const listedStates = detailsStates
export const detailsSorts = ['newest', 'oldest'] as const
export const detailsSortWords = { newest: 'Neueste zuerst', oldest: 'Älteste zuerst' } as const
export type DetailsSort = (typeof detailsSorts)[number]

/** The operator's list as it stands in its address. */
export const detailsList = { sorts: detailsSorts, choices: { state: listedStates }, searchLength: 100 } as const
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

/** One company's details for the operator who decides about them. */
export const openedDetails = z.object({ details: shownDetails, files: z.array(businessFile) })

export const detailsDecision = z
  .object({
    companyId: z.uuid(),
    isAccepted: z.boolean(),
    reason: z.string().trim().max(verificationLimits.reason, verificationTexts.reasonMissing).default(''),
  })
  .refine(({ isAccepted, reason }) => isAccepted || reason !== '', { path: ['reason'], message: verificationTexts.reasonMissing })
export type DetailsDecision = z.output<typeof detailsDecision>

/** Where copies are uploaded to: `{companyId}/{kind}`. Nothing is ever read from there. */
export const businessFilePath = '/storage/v1/object/business-files/'
export function parseBusinessPath(path: string) {
  const [companyId, named, ...rest] = path.slice(businessFilePath.length).split('/')
  return { companyId, kind: businessFileKinds.find((kind) => kind === named && rest.length === 0) }
}
