import { Link } from 'react-router'
import { calendarFile, writeCalendar } from '#src/orders/bookings/calendar.ts'
import { KeyDownload } from '#src/orders/bookings/links/KeyDownload.tsx'
import type { BookingKey } from '#src/orders/bookings/links/keyRules.ts'
import { CalendarPlus, Printer, Repeat } from '#src/platform/web/icons/Icons.tsx'
import { saveFile } from '#src/platform/web/queries/fetchFile.ts'
import { againAddress } from '#src/supply/companies/address.ts'
import { OfflineFacts } from './offline/OfflineFacts.tsx'
import { receiptFile, receiptTitle } from './rules.ts'
import type { BookingReceipt } from './schemas.ts'
import './receipt.css'

/** Buttons next to the appointment: calendar entry, copy on this device, booking again. */
export function BookingTools({ receipt }: { receipt: BookingReceipt }) {
  const { takes_place, is_due, again, request } = receipt
  return (
    <div className="receipt-tools row wrapping">
      {takes_place && !is_due ? <CalendarButton receipt={receipt} /> : null}
      {again && (is_due || !takes_place) && request === null ? <Again receipt={receipt} again={again} /> : null}
      <OfflineFacts receipt={receipt} />
    </div>
  )
}

/** Buttons for the proof of payment and for printing. */
export const BookingPapers = ({ receipt, bookingKey }: { receipt: BookingReceipt; bookingKey: BookingKey }) => (
  <div className="receipt-tools row wrapping">
    {receipt.paid_at === null ? null : (
      <KeyDownload bookingKey={bookingKey} path="/functions/v1/booking-receipt.pdf" name={receiptFile(receipt.id)}>
        {receiptTitle} (PDF)
      </KeyDownload>
    )}
    <button type="button" className="button neutral small" onClick={() => print()}>
      <Printer />
      Drucken
    </button>
  </div>
)

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
    In den Kalender
  </button>
)

/** Opens the company's form, prefilled from this booking. The values are passed in the history's state, never in a URL. */
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
