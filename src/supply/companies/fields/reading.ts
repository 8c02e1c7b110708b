import { centsOfEuros, formatAmount, priceText } from '#src/platform/kit/money.ts'
import type { CompanyColumns } from './columns.ts'
import { readableAddress, readableHost } from './domains.ts'
import { type ContactName, contactNames, type FieldName, type FieldsResponse, fieldNames, fieldRow } from './fields.ts'

/** Audience whose labels and rules a screen uses. */
export type Reader = 'owner' | 'operator'

/** Label of a field without the star of a required one. */
export const labelOf = (name: FieldName, reader: Reader = 'owner') => {
  const { label, operatorLabel } = fieldRow(name)
  return reader === 'operator' ? (operatorLabel ?? label) : label
}

export const labelsOf = <Name extends FieldName>(names: readonly Name[], reader: Reader): Record<Name, string> =>
  Object.fromEntries(names.map((name): unknown[] => [name, labelOf(name, reader)]))

/** Values of a form: all of them texts. */
export type FieldTexts<Name extends FieldName = FieldName> = Record<Name, string>

export const emptyTexts = <Name extends FieldName>(names: readonly Name[]): FieldTexts<Name> =>
  Object.fromEntries(names.map((name): unknown[] => [name, '']))

export const textsOf = <Name extends FieldName>(shown: FieldsResponse<Name>, names: readonly Name[]): FieldTexts<Name> =>
  Object.fromEntries(names.map((name): unknown[] => [name, textOf(name, shown[name])]))

function textOf(name: FieldName, value: string | number | null) {
  if (name === 'hourly_rate' && typeof value === 'number') return formatAmount(centsOfEuros(value) ?? 0)
  return name === 'website' ? readableAddress(String(value ?? '')) : String(value ?? '')
}

/** Fields with labels and texts, for read-only views; a text is empty if nothing was entered. */
export const factsOf = <Name extends FieldName>(company: FieldsResponse<Name>, names: readonly Name[], reader: Reader) =>
  names.map((name) => ({ name, label: factLabel(name, company, reader), text: factText(name, company) }))

/** Label without a radius: the value is the place alone. */
function factLabel(name: FieldName, { service_radius_km: radius = null }: Partial<FieldsResponse>, reader: Reader) {
  if (name === 'service_radius_km' && radius === null) return 'PLZ und Ort'
  return fieldRow(name).factLabel ?? labelOf(name, reader)
}

function factText(name: FieldName, company: Partial<FieldsResponse>) {
  const { hourly_rate = null, service_radius_km = null, postcode, town } = company
  if (name === 'hourly_rate') return priceText(hourly_rate === null ? null : (centsOfEuros(hourly_rate) ?? null))
  if (name === 'website') return readableAddress(company.website ?? '')
  if (name !== 'service_radius_km') return String(company[name] ?? '')
  const place = [postcode, town].filter(Boolean).join(' ')
  if (service_radius_km === null) return place
  return place ? `${service_radius_km} km um ${place}` : `${service_radius_km} km`
}

/** Entries of the public profile's contact card. Web addresses are http or https (docs/spec.md#websites). */
export const contactsOf = (company: CompanyColumns<ContactName>): PublicContact[] =>
  contactNames.flatMap((name) => {
    const value = Reflect.get(company, fieldRow(name).column)
    if (typeof value !== 'string' && typeof value !== 'number') return []
    const text = String(value)
    if (fieldRow(name).onContactCard === 'text') return [{ label: labelOf(name), text }]
    if (!/^https?:/.test(text) || !URL.canParse(text)) return []
    const { href, host } = new URL(text)
    return [{ label: labelOf(name), text: readableHost(host).replace(/^www\./, ''), href }]
  })
export type PublicContact = { label: string; text: string; href?: string }

/** Labels of fields in the audit log, by column names and by wire names. */
export const auditedLabels: Readonly<Record<string, string>> = Object.fromEntries(
  fieldNames.flatMap((name) => {
    const { column, auditLabel } = fieldRow(name)
    const label = labelOf(name, 'operator')
    return [
      [name, label],
      [column, auditLabel ?? label],
    ]
  }),
)

/** Postcode and town within a typed place: 'Schmale Gasse 12, 22767 Hamburg'. */
export function placeIn(location: string) {
  const [, postcode, town] = /(?<!\d)(\d{5})\s+(\p{L}[\p{L} .\-/()]*)/u.exec(location) ?? []
  return postcode && town ? { postcode, town: town.trim() } : undefined
}
