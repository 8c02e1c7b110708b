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
  { title: 'Firma', cell: ({ companyName }) => csvText(companyName) },
  { title: 'Kategorie', cell: ({ category }) => csvText(category) },
  { title: 'Standort', cell: ({ location }) => csvText(location) },
  { title: 'Ansprechpartner', cell: ({ contactPerson }) => csvText(contactPerson) },
  { title: 'E-Mail', cell: ({ email }) => csvText(email) },
  { title: 'Telefon', cell: ({ phone }) => csvText(phone) },
  { title: 'Webseite', cell: ({ website }) => csvText(website ?? '') },
  { title: 'Stundensatz (EUR)', cell: ({ hourlyRateCents }) => (hourlyRateCents ? csvCents(hourlyRateCents) : '') },
  { title: 'Plan', cell: ({ plan }) => planWords[plan] },
  { title: 'Premium', cell: ({ premium }) => yes(premium) },
  { title: 'Verifiziert', cell: ({ verified }) => yes(verified) },
  { title: 'Abonnement', cell: ({ subscriptionKind, subscriptionStatus }) => subscriptionWord(subscriptionKind, subscriptionStatus) },
  { title: 'Hat ein Konto', cell: ({ userId }) => yes(userId !== null) },
  { title: 'Gesperrt am', cell: ({ suspendedAt }) => day(suspendedAt) },
  { title: 'Archiviert am', cell: ({ archivedAt }) => day(archivedAt) },
  { title: 'Angelegt am', cell: ({ createdAt }) => day(createdAt) },
]

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
