import { isStanding } from '#src/money/payments/bookingStates.ts'
import type { App } from '#src/platform/server/app.ts'
import { csvFile } from '#src/platform/server/calls/csvResponse.ts'
import { showBooking } from './actions.ts'
import { bookingCells } from './csv.ts'
import type { BookingFilter } from './listRules.ts'
import { type ExportedRow, listBookingsBefore } from './store.ts'

const exportBooking = (row: ExportedRow) => ({ ...showBooking(row), agreedWith: isStanding(row.bookingStatus) ? row.agreedWith : null })

type Params = { companyId: string; filter: BookingFilter }

/** Writes all matching bookings to a file. */
export const writeBookings = (app: App, params: Params) =>
  csvFile(app, {
    name: 'buchungen.csv',
    columns: bookingCells,
    read: async (last, limit) => (await listBookingsBefore(app.db, { ...params, before: last?.id, limit })).map(exportBooking),
  })
