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
} from './fields.ts'

type ColumnOf<Name extends FieldName> = Fields[Name]['column']
export type CompanyColumns<Name extends FieldName = FieldName> = { [One in Name as ColumnOf<One>]: CompanyFields[One] }

/** Database columns of fields. */
export const columnNamesOf = <Name extends FieldName>(names: readonly Name[]): ColumnOf<Name>[] =>
  names.map((name) => companyFields[name].column)
export const imprintColumns = columnNamesOf(imprintNames)
export const contactColumns = columnNamesOf(contactNames)

/** Converts fields to their database columns. */
export const columnsOf = <Name extends FieldName>(fields: Pick<CompanyFields, Name>, names: readonly Name[]): CompanyColumns<Name> =>
  recordOf(names, (name) => [companyFields[name].column, Reflect.get(fields, name)])

/** Columns that a change affects, before and after it: only these are written and recorded. */
export function differenceOf<Columns extends object>(before: Columns, after: Columns) {
  const names = (Object.keys(after) as (keyof Columns)[]).filter((name) => before[name] !== after[name])
  const pick = (from: Columns): Partial<Columns> => Object.fromEntries(names.map((name): unknown[] => [name, from[name]]))
  return { was: pick(before), is: pick(after) }
}

/** Column values of an archived company, and of one that is anonymised once nothing is open any more. */
export const archivedColumns = leftBy('archived')
export const anonymisedColumns = leftBy('anonymised')

function leftBy(act: 'archived' | 'anonymised'): Partial<CompanyColumns> {
  const touched = fieldNames.filter((name) => fieldRow(name)[act] !== undefined)
  return recordOf(touched, (name) => [companyFields[name].column, fieldRow(name)[act]])
}
