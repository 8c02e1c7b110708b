import { ReceiptShape } from '../ReceiptShape.tsx'

/** Shown while a booking is loading. */
export const BookingLoading = () => (
  <div className="stack" role="status">
    <h1>Ihre Buchung wird geladen</h1>
    <noscript>
      <p>Diese Seite braucht JavaScript. Schalten Sie es in Ihrem Browser ein und öffnen Sie den Link aus Ihrer E-Mail erneut.</p>
    </noscript>
    <ReceiptShape />
  </div>
)
