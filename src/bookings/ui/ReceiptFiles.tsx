import { FileLabel } from '#src/files/ui/FileLabel.tsx'
import type { BookingKey } from '../keyRules.ts'
import type { BookingReceipt } from '../rules.ts'
import { KeyDownload } from './KeyDownload.tsx'

/** What the customer attached, each with its download. */
export const ReceiptFiles = ({ files, bookingKey }: { files: BookingReceipt['attachments']; bookingKey: BookingKey }) => (
  <ul className="rc-files">
    {files.map(({ id, name, bytes }) => (
      <li key={id}>
        <FileLabel name={name} bytes={bytes} />
        <KeyDownload
          bookingKey={bookingKey}
          path={`/functions/v1/own-booking-attachment?${new URLSearchParams({ attachmentId: id })}`}
          name={name}
        >
          Herunterladen<span className="sr">: {name}</span>
        </KeyDownload>
      </li>
    ))}
  </ul>
)
