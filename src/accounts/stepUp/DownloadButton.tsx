import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { BusyButton } from '#src/web/parts/BusyButton.tsx'
import { CallError } from '#src/web/reading/call.ts'
import { fetchFile, saveFile } from '#src/web/reading/fetchFile.ts'
import { showToast } from '#src/web/shell/toast.ts'
import { useStepUp } from './StepUp.tsx'

/** Fetches a file and hands it over; a code that has run out is asked for in place. */
export function DownloadButton({ path, name, children }: { path: string; name: string; children: ReactNode }) {
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
    <BusyButton className="btn btn-g btn-sm" type="button" isBusy={isBusy} onClick={() => void download()}>
      <Download />
      {children}
    </BusyButton>
  )
}
