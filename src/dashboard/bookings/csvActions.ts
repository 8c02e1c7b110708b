import { byteOrderMark } from '#src/kit/csv.ts'
import type { App } from '#src/server/app.ts'
import { csvAnswer } from '#src/server/calls/csvAnswer.ts'
import { showBooking } from './actions.ts'
import { bookingLine, csvHead } from './csv.ts'
import type { BookingFilter } from './rules.ts'
import { listBookingsBefore } from './store.ts'

const batchSize = 1_000
type Asked = { companyId: string; filter: BookingFilter }

/** All bookings that match as a file, read and sent in batches. */
export const writeBookings = (app: App, asked: Asked) => csvAnswer(app, 'buchungen.csv', partsOf(app, asked))

async function* partsOf(app: App, { companyId, filter }: Asked): AsyncGenerator<string, undefined, undefined> {
  yield `${byteOrderMark}${csvHead}`
  let before: string | undefined
  for (;;) {
    const rows = await listBookingsBefore(app.db, { companyId, filter, before, limit: batchSize })
    if (rows.length) yield rows.map((row) => bookingLine(showBooking(row))).join('')
    before = rows.at(-1)?.id
    if (rows.length < batchSize) return
  }
}
