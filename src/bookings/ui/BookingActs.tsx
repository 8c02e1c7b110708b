import { lazy, Suspense } from 'react'
import { legalPages } from '#src/kit/legalPages.ts'
import { againAddress } from '#src/search/query/address.ts'
import { CalendarPlus, Printer, Repeat, Star } from '#src/web/icons/Icons.tsx'
import { Link } from '#src/web/parts/Link.tsx'
import { saveFile } from '#src/web/reading/fetchFile.ts'
import { calendarFile, writeCalendar } from '../calendar.ts'
import { KeyDownload } from '../links/KeyDownload.tsx'
import type { BookingKey } from '../links/keyRules.ts'
import { OfflineFacts } from '../offline/KeptFacts.tsx'
import { receiptFile, receiptTitle } from '../receipts/rules.ts'
import type { BookingReceipt } from '../receipts/schemas.ts'
import { BookingCancellation } from './BookingCancellation.tsx'
import { BookingMove } from './BookingMove.tsx'
import { MissedObjection } from './MissedObjection.tsx'
import '../receipts/receipt.css'

/** Apart, because most bookings are only looked at. */
const EarlierTime = lazy(() => import('../waiting/EarlierTime.tsx'))

/** Few bookings are asked for first. */
const RequestActs = lazy(() => import('../requests/RequestActs.tsx'))

type BookingActsProps = { receipt: BookingReceipt; bookingKey: BookingKey; onChange: (receipt: BookingReceipt) => void }

/** What a customer can do with a booking at this moment. */
export function BookingActs({ receipt, bookingKey, onChange }: BookingActsProps) {
  const { takes_place, is_due, paid_at, appointment } = receipt
  const isCancelling = takes_place && (appointment ? appointment.timeline !== '' : !is_due)
  return (
    <div className="receipt-actions">
      {receipt.request ? (
        <Suspense fallback={null}>
          <RequestActs request={receipt.request} {...{ receipt, bookingKey, onChange }} />
        </Suspense>
      ) : null}
      {takes_place && is_due ? <ReviewLink bookingKey={bookingKey} /> : null}
      <div className="row wrapping">
        {takes_place && !is_due ? <CalendarButton receipt={receipt} /> : null}
        {paid_at === null ? null : (
          <KeyDownload bookingKey={bookingKey} path="/functions/v1/booking-receipt.pdf" name={receiptFile(receipt.id)}>
            {receiptTitle} (PDF)
          </KeyDownload>
        )}
        {receipt.again && (is_due || !takes_place) && receipt.request === null ? <Again receipt={receipt} again={receipt.again} /> : null}
        <button type="button" className="button neutral small" onClick={() => print()}>
          <Printer />
          Drucken
        </button>
        <OfflineFacts receipt={receipt} />
      </div>
      {appointment?.object_until ? <MissedObjection until={appointment.object_until} bookingKey={bookingKey} onChange={onChange} /> : null}
      <BookingMove receipt={receipt} bookingKey={bookingKey} onChange={onChange} />
      {appointment && appointment.moves_left > 0 && !appointment.proposal ? (
        <Suspense fallback={null}>
          <EarlierTime receipt={receipt} bookingKey={bookingKey} onChange={onChange} />
        </Suspense>
      ) : null}
      {isCancelling ? <BookingCancellation receipt={receipt} bookingKey={bookingKey} onChange={onChange} /> : null}
      {paid_at === null ? null : <Withdrawal bookingKey={bookingKey} />}
    </div>
  )
}

const CalendarButton = ({ receipt }: { receipt: BookingReceipt }) => (
  <button
    type="button"
    className="button neutral small"
    onClick={() => {
      const content = new Blob([writeCalendar(receipt, location.hostname)], { type: 'text/calendar;charset=utf-8' })
      saveFile(content, calendarFile(receipt.id))
    }}
  >
    <CalendarPlus />
    Kalendereintrag
  </button>
)

/** Opens the form of the company, which begins with this booking. What it says goes along in the tab's history, never in an address. */
const Again = ({ receipt, again }: { receipt: BookingReceipt; again: NonNullable<BookingReceipt['again']> }) => (
  <Link
    className="button secondary small"
    rel="nofollow"
    to={againAddress(again.company_id, { serviceId: again.service_id, bookingId: receipt.id })}
    state={{
      again: {
        name: receipt.customer_name,
        email: receipt.customer_email,
        phone: receipt.customer_phone,
        location: receipt.location,
        description: receipt.description,
        addresses: [],
      },
    }}
  >
    <Repeat />
    Nochmal buchen
  </Link>
)

/** Adds the mail's secret to a path; a customer who came from the payment page has none. */
const withSecret = (path: string, key: BookingKey) => ('token' in key ? `${path}?${new URLSearchParams({ token: key.token })}` : path)

const ReviewLink = ({ bookingKey }: { bookingKey: BookingKey }) =>
  'token' in bookingKey ? (
    <Link className="button primary receipt-review" to={withSecret('/bewerten', bookingKey)}>
      <Star />
      Bewertung schreiben
    </Link>
  ) : null

const Withdrawal = ({ bookingKey }: { bookingKey: BookingKey }) => (
  <p className="small muted">
    Ein gesetzliches Widerrufsrecht üben Sie hier aus:{' '}
    <Link to={withSecret(legalPages.withdrawal.path, bookingKey)}>{legalPages.withdrawal.title}</Link>
  </p>
)
