import type { App } from '#src/server/app.ts'
import { describeError } from '#src/server/log.ts'
import { showBooking } from './bookingActions.ts'
import type { BookingFilter } from './bookingRules.ts'
import { listBookingsBefore } from './bookingStore.ts'
import { byteOrderMark, csvHead, csvLine } from './csvRules.ts'

const batchSize = 1_000
type Asked = { companyId: string; filter: BookingFilter }

/** All bookings that match as a file, read and sent in batches: neither process nor reader holds more than one of them. */
export function writeBookings(app: App, asked: Asked) {
  const parts = partsOf(app, asked)
  const encoder = new TextEncoder()
  const content = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await parts.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      } catch (error) {
        // The server prints what a stream fails with, and the database quotes what it was given.
        app.log.error({ error: describeError(error) }, 'bookings cut off')
        controller.error(new Error('bookings cut off'))
      }
    },
    cancel: async () => {
      await parts.return(undefined)
    },
  })
  return new Response(content, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="buchungen.csv"',
      'x-content-type-options': 'nosniff',
    },
  })
}

async function* partsOf(app: App, { companyId, filter }: Asked): AsyncGenerator<string, undefined, undefined> {
  yield `${byteOrderMark}${csvHead}`
  let before: string | undefined
  for (;;) {
    const rows = await listBookingsBefore(app.db, { companyId, filter, before, limit: batchSize })
    if (rows.length) yield rows.map((row) => csvLine(showBooking(row))).join('')
    before = rows.at(-1)?.id
    if (rows.length < batchSize) return
  }
}
