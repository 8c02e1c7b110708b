import { useAction } from '#src/platform/web/forms/useAction.ts'
import { Download } from '#src/platform/web/icons/Icons.tsx'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { saveFile } from '#src/platform/web/queries/fetchFile.ts'

/** Downloads all data of the person as JSON. Asks the owner of a company for the dashboard code in place. */
export function DataExport() {
  const { isBusy, action } = useAction()
  const download = () =>
    action(async () => {
      const json = JSON.stringify(await call('export-own-data', {}), null, 2)
      saveFile(new Blob([json], { type: 'application/json' }), 'meine-daten.json')
    }, 'Der Datenexport ist fehlgeschlagen')
  return (
    <section className="card padded stack" aria-labelledby="export-title">
      <h2 id="export-title">Ihre Daten</h2>
      <p className="muted">Alles, was wir zu Ihrem Konto gespeichert haben, in einer Datei (JSON).</p>
      <BusyButton className="button secondary small" type="button" isBusy={isBusy} onClick={download}>
        <Download />
        Daten herunterladen
      </BusyButton>
    </section>
  )
}
