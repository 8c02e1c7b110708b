import { appointmentStatusLabels } from '#src/orders/appointments/states.ts'
import { BoughtService } from '#src/orders/receipts/ui/BoughtService.tsx'
import { seriesPlaceText } from '#src/orders/series/texts.ts'
import { formatLongDate, formatTime } from '#src/platform/kit/dates.ts'
import { euros } from '#src/platform/kit/money.ts'
import { telLink } from '#src/platform/kit/typed.ts'
import { Fact, SumLine, TextFact } from '#src/platform/web/parts/Fact.tsx'
import type { BookingDetails } from './rules.ts'
import '#src/platform/web/styles/facts.css'

/** Customer, service, time and place. Address, phone and place are hidden until the booking is confirmed. */
export function BookingFacts({ booking, onSeries }: { booking: BookingDetails; onSeries: (seriesId: string) => void }) {
  const isHidden = booking.customer_email === null
  const { series } = booking
  return (
    <dl className="facts">
      <Fact label="Leistung">
        <BoughtService {...booking} />
      </Fact>
      <Fact label="Termin">
        {formatLongDate(booking.booking_date)}, <span className="number">{formatTime(booking.booking_time)}</span>
      </Fact>
      {series ? (
        <Fact label="Serie">
          <button type="button" className="link-button" onClick={() => onSeries(series.series_id)}>
            {seriesPlaceText(series)}
          </button>
        </Fact>
      ) : null}
      {booking.appointment ? <Fact label="Stand des Termins">{appointmentStatusLabels[booking.appointment.status]}</Fact> : null}
      <Fact label="Kundin oder Kunde">{booking.customer_name}</Fact>
      {booking.customer_email ? (
        <Fact label="E-Mail">
          <a href={`mailto:${booking.customer_email}`}>{booking.customer_email}</a>
        </Fact>
      ) : null}
      {booking.customer_phone ? (
        <Fact label="Telefon">
          <a href={telLink(booking.customer_phone)}>{booking.customer_phone}</a>
        </Fact>
      ) : null}
      {booking.location ? <Fact label="Ort">{booking.location}</Fact> : null}
      {booking.description ? <TextFact label="Beschreibung">{booking.description}</TextFact> : null}
      {isHidden ? (
        <Fact label="Kontakt">{booking.location ? afterAccepting : 'Kontakt und Ort sehen Sie, sobald die Buchung bezahlt ist.'}</Fact>
      ) : null}
    </dl>
  )
}

/** Shown for a request: the company sees its content, but no contact data. */
const afterAccepting = 'E-Mail und Telefon sehen Sie, sobald die Buchung bezahlt ist.'

/** Amount paid, and the company's share of it. */
export const BookingMoney = ({ booking }: { booking: BookingDetails }) => (
  <dl className="pairs sum-up">
    <SumLine label="Betrag" amount={euros(booking.amount)} />
    {booking.refunded > 0 ? <SumLine label="Erstattet" amount={`− ${euros(booking.refunded)}`} /> : null}
    {booking.platform_fee === null ? null : <SumLine label="Provision" amount={`− ${euros(booking.platform_fee)}`} />}
    {booking.company_share === null ? null : <SumLine label="Ihr Anteil" amount={euros(booking.company_share)} isTotal />}
    {booking.tip === null ? null : <SumLine label="Dazu Trinkgeld, ohne Provision" amount={euros(booking.tip)} />}
  </dl>
)
