import { FileLabel } from '#src/foundation/files/ui/FileLabel.tsx'
import { KeyDownload } from '#src/orders/bookings/links/KeyDownload.tsx'
import type { BookingKey } from '#src/orders/bookings/links/keyRules.ts'
import type { BookingReceipt } from './schemas.ts'

/** Files that the customer attached, with downloads. */
export const ReceiptFiles = ({ files, bookingKey }: { files: BookingReceipt['attachments']; bookingKey: BookingKey }) => (
  <ul className="receipt-files">
    {files.map(({ id, name, bytes }) => (
      <li key={id}>
        <FileLabel name={name} bytes={bytes} />
        <KeyDownload
          bookingKey={bookingKey}
          path={`/functions/v1/own-booking-attachment?${new URLSearchParams({ attachmentId: id })}`}
          name={name}
        >
          Herunterladen<span className="unseen">: {name}</span>
        </KeyDownload>
      </li>
    ))}
  </ul>
)
