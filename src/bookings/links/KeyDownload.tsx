import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useAct } from '#src/web/forms/useAct.ts'
import { BusyButton } from '#src/web/parts/BusyButton.tsx'
import { fetchFile, saveFile } from '#src/web/reading/fetchFile.ts'
import { type BookingKey, keyHeaders } from './keyRules.ts'

type KeyDownloadProps = { bookingKey: BookingKey; path: string; name: string; children: ReactNode }

/** Fetches a file of a booking and saves it. The secret is never put in a URL. */
export function KeyDownload({ bookingKey, path, name, children }: KeyDownloadProps) {
  const { isBusy, act } = useAct()
  const download = () =>
    act(async () => saveFile(await fetchFile(path, keyHeaders(bookingKey)), name), 'Die Datei konnte nicht geladen werden')
  return (
    <BusyButton className="button neutral small" type="button" isBusy={isBusy} onClick={() => void download()}>
      <Download />
      {children}
    </BusyButton>
  )
}
