import {
  type CompanyFields,
  companyFields,
  contactNames,
  type FieldName,
  type Fields,
  fieldNames,
  fieldRow,
  imprintNames,
  recordOf,
  type ShownFields,
} from './fields.ts'

type ColumnOf<Name extends FieldName> = Fields[Name]['column']
export type CompanyColumns<Name extends FieldName = FieldName> = { [One in Name as ColumnOf<One>]: CompanyFields[One] }

/** The columns of some fields. */
export const columnNamesOf = <Name extends FieldName>(names: readonly Name[]): ColumnOf<Name>[] =>
  names.map((name) => companyFields[name].column)
export const imprintColumns = columnNamesOf(imprintNames)
export const contactColumns = columnNamesOf(contactNames)

/** Some fields as the columns they are kept in. */
export const columnsOf = <Name extends FieldName>(fields: Pick<CompanyFields, Name>, names: readonly Name[]): CompanyColumns<Name> =>
  recordOf(names, (name) => [companyFields[name].column, Reflect.get(fields, name)])

/** The same back, as their owner and the operator get them. */
export const showFields = <Name extends FieldName>(row: CompanyColumns<Name>, names: readonly Name[]): ShownFields<Name> =>
  recordOf(names, (name) => [name, inEuros(name, Reflect.get(row, companyFields[name].column))])

const inEuros = (name: FieldName, kept: unknown) => (name === 'hourly_rate' && typeof kept === 'number' ? kept / 100 : kept)

/** What is left of the fields when a company is archived, and when nothing of it is open any more. */
export const archivedColumns = leftBy('archived')
export const anonymisedColumns = leftBy('anonymised')

function leftBy(act: 'archived' | 'anonymised'): Partial<CompanyColumns> {
  const touched = fieldNames.filter((name) => fieldRow(name)[act] !== undefined)
  return recordOf(touched, (name) => [companyFields[name].column, fieldRow(name)[act]])
}
