import { csvText } from '#src/platform/kit/csv.ts'
import { berlinDay, formatDate } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import { type CsvColumns, csvFile } from '#src/platform/server/calls/csvResponse.ts'
import type { ReviewFilter } from './listRules.ts'
import { listReviewsBefore, type ReviewRow } from './store.ts'

/** Writes all matching reviews to a file, newest first. */
export const writeReviews = (app: App, filter: ReviewFilter) =>
  csvFile(app, {
    name: 'bewertungen.csv',
    columns,
    read: (last, limit) => listReviewsBefore(app.db, { filter, before: last?.id, limit }),
  })

const yes = (is: boolean) => (is ? 'Ja' : 'Nein')

const columns: CsvColumns<ReviewRow> = [
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
