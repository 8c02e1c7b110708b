import { Download } from 'lucide-react'
import { useState } from 'react'
import { BusyButton } from '#src/web/parts/BusyButton.tsx'
import { useAsk } from '#src/web/reading/ask.ts'
import { CallError, call } from '#src/web/reading/call.ts'
import { saveFile } from '#src/web/reading/fetchFile.ts'
import { showToast } from '#src/web/shell/toast.ts'

/** Everything kept about the person, as a JSON file. Whoever runs a company is asked for the dashboard's code in place. */
export function DataExport() {
  const ask = useAsk()
  const [isBusy, setIsBusy] = useState(false)
  async function download() {
    if (isBusy) return
    setIsBusy(true)
    try {
      const json = JSON.stringify(await ask(() => call('export-own-data', {})), null, 2)
      saveFile(new Blob([json], { type: 'application/json' }), 'meine-daten.json')
    } catch (error) {
      const reason = error instanceof CallError ? { text: error.message } : {}
      showToast({ kind: 'error', title: 'Der Datenexport ist fehlgeschlagen', ...reason })
    }
    setIsBusy(false)
  }
  return (
    <section className="card pad stack" aria-labelledby="export-title">
      <h2 id="export-title">Ihre Daten</h2>
      <p className="mut">Alles, was wir zu Ihrem Konto gespeichert haben, in einer Datei (JSON).</p>
      <BusyButton className="btn btn-s btn-sm" type="button" isBusy={isBusy} onClick={download}>
        <Download />
        Daten herunterladen
      </BusyButton>
    </section>
  )
}
