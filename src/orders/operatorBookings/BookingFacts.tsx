import { Link } from 'react-router'
import { insiderLabels } from '#src/orders/bookings/insiders/rules.ts'
import { BoughtService } from '#src/orders/receipts/ui/BoughtService.tsx'
import { formatLongDate, formatMoment, formatTime } from '#src/platform/kit/dates.ts'
import { shortId } from '#src/platform/kit/text.ts'
import { telLink } from '#src/platform/kit/typed.ts'
import { Fact, TextFact } from '#src/platform/web/parts/Fact.tsx'
import type { AdminBookingDetails } from './rules.ts'
import '#src/platform/web/styles/facts.css'

/** Customer, company, service, time and place of a booking, and the ids of its payment. */
export const BookingFacts = ({ booking }: { booking: AdminBookingDetails }) => (
  <dl className="facts">
    <Fact label="Leistung">
      <BoughtService {...booking} />
    </Fact>
    <Fact label="Termin">
      {formatLongDate(booking.booking_date)}, <span className="number">{formatTime(booking.booking_time)}</span>
    </Fact>
    <Fact label="Ort">{booking.location}</Fact>
    {booking.description ? <TextFact label="Beschreibung">{booking.description}</TextFact> : null}
    <Fact label="Kundin oder Kunde">
      <Contact name={booking.customer_name} email={booking.customer_email} phone={booking.customer_phone} />
      <span className="second">
        {/* A full page load: the list behind the dialog reads its URL only when it is loaded. */}
        <a href={`/admin/bookings?${new URLSearchParams({ search: booking.customer_email })}`}>Alle Buchungen dieser Person</a>
      </span>
    </Fact>
    {booking.insider ? (
      <Fact label="Eigene Buchung?">
        {insiderLabels[booking.insider]}
        <span className="second">Möglicherweise hat der Anbieter selbst gebucht. Automatisch geschieht nichts.</span>
      </Fact>
    ) : null}
    <Fact label="Anbieter">
      <Contact
        name={`${booking.company.company_name}, ${booking.company.contact_person}`}
        email={booking.company.email}
        phone={booking.company.phone}
      />
      <span className="second">
        <Link to={`/admin/manage-providers?${new URLSearchParams({ provider: booking.company_id })}`}>Anbieter öffnen</Link>
      </span>
    </Fact>
    <Times booking={booking} />
    {booking.session_id ? <Fact label="Zahlungssitzung">{shortId(booking.session_id)}</Fact> : null}
    {booking.stripe_payment_intent_id ? <Fact label="Zahlung">{shortId(booking.stripe_payment_intent_id)}</Fact> : null}
  </dl>
)

const Times = ({ booking: { paid_at, expires_at, cancelled_at, cancel_reason, booking_status } }: { booking: AdminBookingDetails }) => (
  <>
    {paid_at ? <Fact label="Bezahlt">{momentOf(paid_at)}</Fact> : null}
    {booking_status === 'pending' ? <Fact label="Zahlbar bis">{momentOf(expires_at)}</Fact> : null}
    {cancelled_at ? (
      <Fact label="Storniert">
        {momentOf(cancelled_at)}
        <span className="second">{cancel_reason}</span>
      </Fact>
    ) : null}
  </>
)

const momentOf = (iso: string) => formatMoment(new Date(iso))

const Contact = ({ name, email, phone }: { name: string; email: string; phone: string }) => (
  <>
    {name}
    <span className="second">
      <a href={`mailto:${email}`}>{email}</a>
      {phone ? (
        <span>
          {', '}
          <a href={telLink(phone)}>{phone}</a>
        </span>
      ) : null}
    </span>
  </>
)
