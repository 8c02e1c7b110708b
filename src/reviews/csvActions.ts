import { byteOrderMark, csvLine, csvText } from '#src/kit/csv.ts'
import { berlinDay, formatDate } from '#src/kit/dates.ts'
import type { App } from '#src/server/app.ts'
import { csvAnswer } from '#src/server/calls/csvAnswer.ts'
import type { ReviewFilter } from './listRules.ts'
import { listReviewsBefore, type ReviewRow } from './store.ts'

const batchSize = 1_000

/** All reviews that match as a file, the newest first, read and sent in batches. */
export const writeReviews = (app: App, filter: ReviewFilter) => csvAnswer(app, 'bewertungen.csv', partsOf(app, filter))

async function* partsOf(app: App, filter: ReviewFilter): AsyncGenerator<string, undefined, undefined> {
  yield `${byteOrderMark}${csvLine(columns.map(({ title }) => title))}`
  let before: string | undefined
  for (;;) {
    const rows = await listReviewsBefore(app.db, { filter, before, limit: batchSize })
    if (rows.length) yield rows.map((row) => csvLine(columns.map(({ cell }) => cell(row)))).join('')
    before = rows.at(-1)?.id
    if (rows.length < batchSize) return
  }
}

const yes = (is: boolean) => (is ? 'Ja' : 'Nein')

const columns: { title: string; cell: (row: ReviewRow) => string }[] = [
  { title: 'Bewertungsnummer', cell: ({ id }) => csvText(id) },
  { title: 'Geschrieben am', cell: ({ createdAt }) => formatDate(berlinDay(createdAt)) },
  { title: 'Anbieter', cell: ({ companyName }) => csvText(companyName) },
  { title: 'Kategorie', cell: ({ category }) => csvText(category) },
  { title: 'Kunde', cell: ({ customerName }) => csvText(customerName) },
  { title: 'E-Mail', cell: ({ customerEmail }) => csvText(customerEmail) },
  { title: 'Sterne', cell: ({ rating }) => String(rating) },
  { title: 'Kommentar', cell: ({ comment }) => csvText(comment) },
  { title: 'Geprüfte Buchung', cell: ({ isFromBooking }) => yes(isFromBooking) },
  { title: 'Veröffentlicht', cell: ({ publishedAt }) => yes(publishedAt !== null) },
]
