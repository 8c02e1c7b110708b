import { FileLabel } from '#src/files/ui/FileLabel.tsx'
import { DownloadButton } from '#src/web/parts/DownloadButton.tsx'
import type { BookingDetails } from './rules.ts'

type File = BookingDetails['attachments'][number]

/** What the customer attached, each with its download. */
export function Attachments({ companyId, files }: { companyId: string; files: readonly File[] }) {
  if (files.length === 0) return null
  return (
    <section className="stack tight" aria-labelledby="attachments-title">
      <h3 id="attachments-title" className="small-head">
        Dateien
      </h3>
      <ul className="attached">
        {files.map((file) => (
          <li key={file.id}>
            <FileLabel name={file.name} bytes={file.bytes} />
            <DownloadButton
              path={`/functions/v1/booking-attachment?${new URLSearchParams({ companyId, attachmentId: file.id })}`}
              name={file.name}
            >
              Herunterladen<span className="sr">: {file.name}</span>
            </DownloadButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
