import { DateButton, SeriesDates } from '#src/orders/series/SeriesDates.tsx'
import { formatSeries, seriesStateLabels } from '#src/orders/series/texts.ts'
import { formatMoment } from '#src/platform/kit/dates.ts'
import type { AdminBookingDetails } from './rules.ts'

type Whole = NonNullable<AdminBookingDetails['whole_series']>
type SeriesProps = { booking: AdminBookingDetails; series: Whole; onOpen: (bookingId: string) => void }

/** Series of the booking: state, and links to its other dates. */
export const BookingSeries = ({ booking, series: { status, weeks, until, reason, dates }, onOpen }: SeriesProps) => (
  <section className="stack snug" aria-labelledby="booking-series">
    <h3 id="booking-series">Serie: {formatSeries({ weeks, count: dates.length })}</h3>
    <p className="muted">
      {[seriesStateLabels[status], until ? `Antwort bis ${formatMoment(new Date(until))}` : reason].filter(Boolean).join(': ')}
    </p>
    <SeriesDates
      dates={dates}
      actsOf={(date) => {
        const { booking_id: id } = date
        return id === null || id === booking.id ? null : <DateButton label="Öffnen" date={date} onClick={() => onOpen(id)} />
      }}
    />
  </section>
)
