import { fieldNames, fieldRow } from '#src/companies/fields/fields.ts'
import { byteOrderMark, csvCents, csvLine, csvText } from '#src/kit/csv.ts'
import { berlinDay, formatDate } from '#src/kit/dates.ts'
import type { App } from '#src/server/app.ts'
import { csvAnswer } from '#src/server/calls/csvAnswer.ts'
import type { CompanyFilter } from './rules.ts'
import { listCompaniesAfter } from './store.ts'
import { planWords, subscriptionWords } from './texts.ts'

const batchSize = 1_000
type Row = Awaited<ReturnType<typeof listCompaniesAfter>>[number]

const yes = (is: boolean) => (is ? 'ja' : 'nein')
const day = (at: Date | null) => (at ? formatDate(berlinDay(at)) : '')

const columns: { title: string; cell: (row: Row) => string }[] = [
  { title: 'Anbieternummer', cell: ({ id }) => csvText(id) },
  ...fieldColumns(),
  { title: 'Plan', cell: ({ plan }) => planWords[plan] },
  { title: 'Premium', cell: ({ premium }) => yes(premium) },
  { title: 'Verifiziert', cell: ({ verified }) => yes(verified) },
  { title: 'Abonnement', cell: ({ subscriptionKind, subscriptionStatus }) => subscriptionWord(subscriptionKind, subscriptionStatus) },
  { title: 'Hat ein Konto', cell: ({ userId }) => yes(userId !== null) },
  { title: 'Gesperrt am', cell: ({ suspendedAt }) => day(suspendedAt) },
  { title: 'Archiviert am', cell: ({ archivedAt }) => day(archivedAt) },
  { title: 'Angelegt am', cell: ({ createdAt }) => day(createdAt) },
]

/** The company's own fields that the file has, in the order of their table. */
function fieldColumns() {
  return fieldNames.flatMap((name) => {
    const { csvTitle: title, column } = fieldRow(name)
    return title === undefined ? [] : [{ title, cell: (row: Row) => cellOf(Reflect.get(row, column)) }]
  })
}

/** The only number is a price, and none of 0 is told. */
const cellOf = (value: unknown) => (typeof value === 'number' ? (value ? csvCents(value) : '') : csvText(String(value ?? '')))

const subscriptionWord = (kind: Row['subscriptionKind'], status: Row['subscriptionStatus']) =>
  kind === 'granted' ? 'Kostenfrei' : subscriptionWords[status]

/** All companies that match as a file, read and sent in batches. */
export const writeCompanies = (app: App, filter: CompanyFilter) => csvAnswer(app, 'anbieter.csv', partsOf(app, filter))

async function* partsOf(app: App, filter: CompanyFilter): AsyncGenerator<string, undefined, undefined> {
  yield `${byteOrderMark}${csvLine(columns.map(({ title }) => title))}`
  let after: string | undefined
  for (;;) {
    const rows = await listCompaniesAfter(app.db, { filter, after, limit: batchSize })
    if (rows.length) yield rows.map((row) => csvLine(columns.map(({ cell }) => cell(row)))).join('')
    after = rows.at(-1)?.id
    if (rows.length < batchSize) return
  }
}
