import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { BusyButton } from '#src/web/parts/BusyButton.tsx'
import { CallError } from '#src/web/reading/call.ts'
import { fetchFile, saveFile } from '#src/web/reading/fetchFile.ts'
import { showToast } from '#src/web/shell/toast.ts'
import { type BookingKey, keyHeaders } from './keyRules.ts'

type KeyDownloadProps = { bookingKey: BookingKey; path: string; name: string; children: ReactNode }

/** Fetches a file of a booking and hands it over. The secret never stands in an address. */
export function KeyDownload({ bookingKey, path, name, children }: KeyDownloadProps) {
  const [isBusy, setIsBusy] = useState(false)

  async function download() {
    if (isBusy) return
    setIsBusy(true)
    try {
      saveFile(await fetchFile(path, keyHeaders(bookingKey)), name)
    } catch (error) {
      const reason = error instanceof CallError ? { text: error.message } : {}
      showToast({ kind: 'error', title: 'Die Datei konnte nicht geladen werden', ...reason })
    }
    setIsBusy(false)
  }
  return (
    <BusyButton className="btn btn-g btn-sm" type="button" isBusy={isBusy} onClick={() => void download()}>
      <Download />
      {children}
    </BusyButton>
  )
}
