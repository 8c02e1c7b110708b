import { Download } from 'lucide-react'
import { useState } from 'react'
import { BusyButton } from '#src/accounts/ui/BusyButton.tsx'
import { useStepUp } from '#src/accounts/ui/StepUp.tsx'
import { FileLabel } from '#src/files/ui/FileLabel.tsx'
import { CallError } from '#src/web/call.ts'
import { fetchFile, saveFile } from '#src/web/fetchFile.ts'
import { showToast } from '#src/web/toast.ts'
import type { BookingDetails } from '../bookingRules.ts'

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

/** Fetches a file and hands it over; a code that has run out is asked for in place. */
export function DownloadButton({ path, name, children }: { path: string; name: string; children: React.ReactNode }) {
  const ask = useStepUp()
  const [isBusy, setIsBusy] = useState(false)

  async function download() {
    if (isBusy) return
    setIsBusy(true)
    try {
      saveFile(await ask(() => fetchFile(path)), name)
    } catch (error) {
      const reason = error instanceof CallError ? { text: error.message } : {}
      showToast({ kind: 'error', title: 'Die Datei konnte nicht geladen werden', ...reason })
    }
    setIsBusy(false)
  }
  return (
    <BusyButton look="btn btn-g btn-sm" type="button" isBusy={isBusy} onClick={() => void download()}>
      <Download />
      {children}
    </BusyButton>
  )
}
