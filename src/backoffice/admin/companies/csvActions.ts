import { csvCents, csvText } from '#src/platform/kit/csv.ts'
import { berlinDay, formatDate } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import { type CsvColumns, csvFile } from '#src/platform/server/calls/csvResponse.ts'
import { fieldNames, fieldRow } from '#src/supply/companies/fields/fields.ts'
import type { CompanyFilter } from './listRules.ts'
import { listCompaniesAfter } from './store.ts'
import { planLabels, subscriptionLabels } from './texts.ts'

type Row = Awaited<ReturnType<typeof listCompaniesAfter>>[number]

const yes = (is: boolean) => (is ? 'ja' : 'nein')
const day = (at: Date | null) => (at ? formatDate(berlinDay(at)) : '')

const columns: CsvColumns<Row> = [
  { title: 'Anbieternummer', cell: ({ id }) => csvText(id) },
  ...fieldColumns(),
  { title: 'Plan', cell: ({ plan }) => planLabels[plan] },
  { title: 'Premium', cell: ({ premium }) => yes(premium) },
  { title: 'Verifiziert', cell: ({ verified }) => yes(verified) },
  { title: 'Abonnement', cell: ({ subscriptionKind, subscriptionStatus }) => subscriptionWord(subscriptionKind, subscriptionStatus) },
  { title: 'Hat ein Konto', cell: ({ userId }) => yes(userId !== null) },
  { title: 'Gesperrt am', cell: ({ suspendedAt }) => day(suspendedAt) },
  { title: 'Archiviert am', cell: ({ archivedAt }) => day(archivedAt) },
  { title: 'Angelegt am', cell: ({ createdAt }) => day(createdAt) },
]

/** Columns of the file for the company's own fields, in the order of their table. */
function fieldColumns() {
  return fieldNames.flatMap((name) => {
    const { csvTitle: title, column } = fieldRow(name)
    return title === undefined ? [] : [{ title, cell: (row: Row) => cellOf(Reflect.get(row, column)) }]
  })
}

/** The only numeric field is the price; 0 means none and becomes an empty cell. */
const cellOf = (value: unknown) => (typeof value === 'number' ? (value ? csvCents(value) : '') : csvText(String(value ?? '')))

const subscriptionWord = (kind: Row['subscriptionKind'], status: Row['subscriptionStatus']) =>
  kind === 'granted' ? 'Kostenfrei' : subscriptionLabels[status]

/** Writes all matching companies to a file. */
export const writeCompanies = (app: App, filter: CompanyFilter) =>
  csvFile(app, {
    name: 'anbieter.csv',
    columns,
    read: (last, limit) => listCompaniesAfter(app.db, { filter, after: last?.id, limit }),
  })
