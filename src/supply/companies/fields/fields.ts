import { z } from 'zod'
import { imprintLabels } from '../imprint/texts.ts'
import { categories, parseCategory } from '../rules.ts'
import {
  businessId,
  categoryField,
  email,
  hourlyRate,
  imprintLine,
  companyLimits as limits,
  optionalLine,
  phoneField,
  postcode,
  radiusKm,
  required,
  requiredLine,
  companyTexts as texts,
  town,
  vatId,
  website,
} from './schemas.ts'

type FieldRow = {
  /** Database column. */
  column: string
  label: string
  /** Other labels: in the operator's form, in read-only views, in the audit log. */
  operatorLabel?: string
  factLabel?: string
  auditLabel?: string
  /** Title of its column in the operator's CSV file, if it has one. */
  csvTitle?: string
  section: 'firm' | 'place' | 'contact' | 'price' | 'imprint'
  /** Input schema of the registration and the owner; the operator's form is more lenient (`operatorForm`). */
  schema: z.ZodType
  /** Schema of the value shown to owner and operator. */
  shown: z.ZodType
  isRequired?: true
  /** Values after archiving, and after anonymising once nothing is open; without both the field is kept. */
  archived?: '' | null
  anonymised?: string | null
  /** Display on the contact card of the public profile. */
  onContactCard?: 'link' | 'text'
  /** Input control; a single-line input by default. */
  control?: 'choice' | 'lines'
  input?: {
    type?: 'email' | 'tel'
    inputMode?: 'decimal' | 'numeric' | 'url'
    autoComplete?: string
    autoCapitalize?: 'none'
    spellCheck?: false
  }
  unit?: '€' | 'km'
  hint?: string
  operatorHint?: string
}

const text = z.string()
const textOrNull = z.string().nullable()
const numberOrNull = z.number().nullable()

/** Common properties of the imprint's fields. */
const imprint = { section: 'imprint', shown: textOrNull, archived: null, input: { autoComplete: 'off', spellCheck: false } } as const

/**
 * Fields of a company by their wire names, in the order of its form (docs/spec.md#registration). Forms, lists, files, audit log, export and
 * archiving all derive from a field's row. Postcode, town and radius are used by the search only; `location` is shown.
 */
export const companyFields = {
  company_name: {
    column: 'companyName',
    label: 'Firmenname',
    csvTitle: 'Firma',
    section: 'firm',
    schema: requiredLine({ missing: texts.nameMissing, wrong: texts.name, length: limits.name }),
    shown: text,
    isRequired: true,
    anonymised: 'Gelöschter Anbieter',
    input: { autoComplete: 'organization' },
  },
  category: {
    column: 'category',
    label: 'Kategorie',
    csvTitle: 'Kategorie',
    section: 'firm',
    schema: categoryField(parseCategory),
    shown: z.enum(categories),
    isRequired: true,
    control: 'choice',
  },
  description: {
    column: 'description',
    label: 'Beschreibung',
    section: 'firm',
    schema: required({ missing: texts.descriptionMissing, wrong: texts.description, length: limits.description }),
    shown: text,
    isRequired: true,
    archived: '',
    control: 'lines',
    hint: 'Was bieten Sie an? Was ist im Preis enthalten?',
  },
  location: {
    column: 'location',
    label: 'Standort',
    csvTitle: 'Standort',
    section: 'firm',
    schema: requiredLine({ missing: texts.locationMissing, wrong: texts.location, length: limits.location }),
    shown: text,
    isRequired: true,
    archived: '',
    input: { autoComplete: 'off' },
    hint: 'So steht Ihr Standort im Profil, zum Beispiel 22767 Hamburg.',
  },
  postcode: {
    column: 'postcode',
    label: 'PLZ',
    section: 'place',
    schema: postcode,
    shown: textOrNull,
    archived: null,
    input: { autoComplete: 'postal-code', inputMode: 'numeric' },
  },
  town: {
    column: 'town',
    label: 'Ort',
    section: 'place',
    schema: town,
    shown: textOrNull,
    archived: null,
    input: { autoComplete: 'address-level2' },
  },
  service_radius_km: {
    column: 'serviceRadiusKm',
    label: 'Einsatzradius',
    factLabel: 'Umkreis',
    section: 'place',
    schema: radiusKm,
    shown: numberOrNull,
    archived: null,
    input: { autoComplete: 'off', inputMode: 'numeric' },
    unit: 'km',
  },
  contact_person: {
    column: 'contactPerson',
    label: 'Ansprechpartner',
    csvTitle: 'Ansprechpartner',
    section: 'contact',
    schema: requiredLine({ missing: texts.contactPersonMissing, wrong: texts.contactPerson, length: limits.contactPerson }),
    shown: text,
    isRequired: true,
    archived: '',
    input: { autoComplete: 'name' },
  },
  email: {
    column: 'email',
    label: 'E-Mail',
    csvTitle: 'E-Mail',
    section: 'contact',
    schema: email,
    shown: text,
    isRequired: true,
    // No mail can be delivered: the top-level domain .invalid is reserved and never exists.
    anonymised: 'geloescht@anbieter.invalid',
    input: { type: 'email', autoComplete: 'email' },
  },
  phone: {
    column: 'phone',
    label: 'Telefon',
    csvTitle: 'Telefon',
    section: 'contact',
    schema: phoneField(texts.phoneMissing),
    shown: text,
    isRequired: true,
    archived: '',
    input: { type: 'tel', autoComplete: 'tel' },
  },
  website: {
    column: 'website',
    label: 'Website',
    operatorLabel: 'Webseite',
    csvTitle: 'Webseite',
    section: 'contact',
    schema: website,
    shown: textOrNull,
    archived: null,
    onContactCard: 'link',
    input: { inputMode: 'url', autoComplete: 'url', autoCapitalize: 'none', spellCheck: false },
  },
  hourly_rate: {
    column: 'hourlyRateCents',
    label: 'Stundensatz',
    factLabel: 'Preis',
    auditLabel: 'Stundensatz in Cent',
    csvTitle: 'Stundensatz (EUR)',
    section: 'price',
    schema: hourlyRate,
    shown: numberOrNull,
    archived: null,
    input: { inputMode: 'decimal', autoComplete: 'off' },
    unit: '€',
    hint: 'Ohne Angabe oder mit 0 steht im Profil „Preis auf Anfrage“.',
    operatorHint: 'Ohne Angabe: „Preis auf Anfrage“.',
  },
  // Part of the firm's name, so it is kept until nothing is open any more.
  legal_form: {
    ...imprint,
    column: 'legalForm',
    label: imprintLabels.legal_form,
    schema: imprintLine(limits.legalForm),
    archived: undefined,
    anonymised: null,
  },
  represented_by: {
    ...imprint,
    column: 'representedBy',
    label: imprintLabels.represented_by,
    schema: imprintLine(limits.representedBy),
  },
  street: {
    ...imprint,
    column: 'street',
    label: imprintLabels.street,
    auditLabel: 'Straße',
    schema: optionalLine(limits.street),
    input: { autoComplete: 'address-line1', spellCheck: false },
  },
  register_court: { ...imprint, column: 'registerCourt', label: imprintLabels.register_court, schema: imprintLine(limits.registerCourt) },
  register_number: {
    ...imprint,
    column: 'registerNumber',
    label: imprintLabels.register_number,
    schema: imprintLine(limits.registerNumber),
  },
  vat_id: { ...imprint, column: 'vatId', label: imprintLabels.vat_id, schema: vatId },
  business_id: { ...imprint, column: 'businessId', label: imprintLabels.business_id, schema: businessId },
} as const satisfies Record<string, FieldRow>

export type Fields = typeof companyFields
export type FieldName = keyof Fields
/** Row without its exact types, for code that handles all rows alike. */
export const fieldRow = (name: FieldName): FieldRow => companyFields[name]
export const fieldNames = Object.keys(companyFields).filter((name): name is FieldName => name in companyFields)

export type ImprintName = { [Name in FieldName]: Fields[Name]['section'] extends 'imprint' ? Name : never }[FieldName]
export const imprintNames = fieldNames.filter((name): name is ImprintName => companyFields[name].section === 'imprint')

/** Fields of the operator's form, in the order of its checks (docs/spec.md#operator-company-form). */
export const operatorProfileNames = [
  ...(['company_name', 'category', 'email', 'phone', 'contact_person'] as const),
  ...(['location', 'description', 'website', 'hourly_rate'] as const),
]
export const operatorNames = [...operatorProfileNames, ...imprintNames]
export type OperatorName = (typeof operatorNames)[number]

type PlaceName = { [Name in FieldName]: Fields[Name]['section'] extends 'place' ? Name : never }[FieldName]
/** All fields that are shown: without those used by the search only. */
export const publicFieldNames = fieldNames.filter((name): name is Exclude<FieldName, PlaceName> => companyFields[name].section !== 'place')

export type ContactName = { [Name in FieldName]: Fields[Name] extends { onContactCard: string } ? Name : never }[FieldName]
export const contactNames = fieldNames.filter((name): name is ContactName => fieldRow(name).onContactCard !== undefined)

/** Builds a record with an entry per name. The caller states its type, because TypeScript cannot infer the names. */
export const recordOf = (names: readonly FieldName[], entryOf: (name: FieldName) => unknown[]) => Object.fromEntries(names.map(entryOf))

/** Schemas of fields, for `z.object`. */
export const schemasOf = <Name extends FieldName>(names: readonly Name[]): { [One in Name]: Fields[One]['schema'] } =>
  recordOf(names, (name) => [name, companyFields[name].schema])
/** Schemas of fields by their column names, for responses. */
export const responseSchemasOf = <Name extends FieldName>(
  names: readonly Name[],
): { [One in Name as Fields[One]['column']]: Fields[One]['shown'] } =>
  recordOf(names, (name) => [companyFields[name].column, companyFields[name].shown])

/** Input schema of the registration and the owner. The output has money in cents, and null for empty fields. */
export const companyForm = z.object(schemasOf(fieldNames))
export type CompanyInput = z.input<typeof companyForm>
export type CompanyFields = z.output<typeof companyForm>
/** Fields on the wire for owner and operator; the hourly rate is in euros. */
export type FieldsResponse<Name extends FieldName = FieldName> = { [One in Name]: z.output<Fields[One]['shown']> }
