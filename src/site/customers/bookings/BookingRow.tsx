import { Link } from 'react-router'
import { isStanding } from '#src/money/payments/bookingStates.ts'
import { KeyDownload } from '#src/orders/bookings/links/KeyDownload.tsx'
import { dayShort } from '#src/orders/ordering/times/texts.ts'
import { receiptFile } from '#src/orders/receipts/rules.ts'
import { formatMonthShort } from '#src/platform/kit/dates.ts'
import { euros } from '#src/platform/kit/money.ts'
import { MessageSquare, Repeat } from '#src/platform/web/icons/Icons.tsx'
import { StatusChip } from '#src/platform/web/parts/StatusChip.tsx'
import { againAddress, profileAddress } from '#src/supply/companies/address.ts'
import type { OwnBooking } from './rules.ts'
import { chipOf, lineOf, timesOf, unreadWord } from './texts.ts'

export const ownBookingPath = (id: string) => `/meine-buchungen/${id}`

/** Booking in its customer's list, with the next possible actions. */
export function BookingRow({ booking, isPast }: { booking: OwnBooking; isPast: boolean }) {
  const { booking_date: date } = booking
  const now = new Date()
  const chip = chipOf(booking, { isPast, now })
  const line = lineOf(booking, now)
  const unread = unreadWord(booking)
  const { weekday, number } = dayShort(date)
  return (
    <li className="own-booking">
      <div className="date-leaf" aria-hidden="true">
        <span>{weekday}</span>
        <b>{number}</b>
        <span>{formatMonthShort(date.slice(0, 7)).split(' ')[0]}</span>
      </div>
      <div className="what">
        <h3>
          <Link to={ownBookingPath(booking.id)}>
            {booking.service_title}
            <span className="unseen"> am {date.split('-').reverse().join('.')}</span>
          </Link>
        </h3>
        <p className="small muted">{isPast ? pastFacts(booking) : aheadFacts(booking)}</p>
        <p>
          <StatusChip tone={chip.tone}>{chip.word}</StatusChip>
        </p>
        {line ? <p className="small muted">{line}</p> : null}
        {unread ? (
          <p className="small">
            <Link to={`${ownBookingPath(booking.id)}#own-messages`}>
              <MessageSquare />
              {unread}
            </Link>
          </p>
        ) : null}
      </div>
      <div className="acts">{isPast ? <PastActions booking={booking} /> : <UpcomingActions booking={booking} />}</div>
    </li>
  )
}

const aheadFacts = (booking: OwnBooking) => [booking.company_name, timesOf(booking), booking.location].join(', ')
const pastFacts = (booking: OwnBooking) => `${booking.company_name}, ${euros(booking.amount)}`

function UpcomingActions({ booking }: { booking: OwnBooking }) {
  const word = booking.proposed_at ? 'Vorschlag ansehen' : 'Ansehen'
  return (
    <Link className="button secondary small" to={ownBookingPath(booking.id)}>
      {word}
      <span className="unseen">: {booking.service_title}</span>
    </Link>
  )
}

function PastActions({ booking }: { booking: OwnBooking }) {
  const { id, company_id: companyId, service_id: serviceId, company_name: company, service_title: title, invoice } = booking
  const isPaid = booking.payment_status !== 'pending' && booking.payment_status !== 'failed'
  return (
    <>
      {booking.is_bookable ? (
        <Link className="button secondary small" to={againAddress(companyId, { serviceId, bookingId: id })} rel="nofollow">
          <Repeat />
          Nochmal buchen
          <span className="unseen">
            : {title} bei {company}
          </span>
        </Link>
      ) : null}
      {booking.is_bookable && isStanding(booking.booking_status) ? (
        <Link className="button neutral small" to={`${profileAddress(companyId)}#bewertungen`}>
          Bewerten<span className="unseen">: {company}</span>
        </Link>
      ) : null}
      {invoice ? (
        <KeyDownload
          bookingKey={{ ownBookingId: id }}
          path={`/functions/v1/own-document?${new URLSearchParams({ documentId: invoice.id, as: 'pdf' })}`}
          name={`${invoice.number}.pdf`}
        >
          Rechnung (PDF)<span className="unseen">: {title}</span>
        </KeyDownload>
      ) : null}
      {isPaid ? (
        <KeyDownload bookingKey={{ ownBookingId: id }} path="/functions/v1/booking-receipt.pdf" name={receiptFile(id)}>
          Beleg (PDF)<span className="unseen">: {title}</span>
        </KeyDownload>
      ) : null}
    </>
  )
}
