import { useState } from 'react'
import { DropTarget } from '#src/foundation/files/ui/DropTarget.tsx'
import { readCsv } from '#src/platform/kit/csv.ts'
import { decodeText } from '#src/platform/kit/encoding.ts'
import { plural } from '#src/platform/kit/text.ts'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { DownloadButton } from '#src/platform/web/parts/DownloadButton.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { CallError, call } from '#src/platform/web/queries/call.ts'
import { reasonOf } from '#src/platform/web/queries/refusals.ts'

type ServiceFileProps = { companyId: string; onImported: () => Promise<unknown> }

/** Export of all services to a spreadsheet file, and import of one. */
export function ServiceFile({ companyId, onImported }: ServiceFileProps) {
  const [said, setSaid] = useState('')
  const { isBusy, refusal, action } = useAction()
  const [chosen, setChosen] = useState<string>()
  async function preview([file]: readonly File[]) {
    setSaid('')
    setChosen(file && decodeText(new Uint8Array(await file.arrayBuffer())).text)
  }
  async function take(file: string) {
    setSaid('')
    await action(async () => {
      const { created, changed } = await call('import-services', { companyId, file })
      setChosen(undefined)
      setSaid(`${plural(created, 'Leistung', 'Leistungen')} angelegt, ${changed} geändert.`)
      await onImported()
    })
  }
  return (
    <section className="card" aria-labelledby="service-file-title" aria-busy={isBusy}>
      <div className="card-head">
        <h2 id="service-file-title">Leistungen als Datei</h2>
        <DownloadButton path={`/functions/v1/services.csv?${new URLSearchParams({ companyId })}`} name="leistungen.csv">
          Als CSV herunterladen
        </DownloadButton>
      </div>
      <div className="card-body stack">
        <DropTarget id="service-file" label="CSV-Datei auswählen" accept=".csv,text/csv" onFiles={(files) => void preview(files)} />
        <p className="hint" id="service-file-hint">
          Laden Sie Ihre Leistungen herunter, ändern oder ergänzen Sie Zeilen, und wählen Sie die Datei hier aus. Zeilen ohne Kennung werden
          neue Leistungen. Sie sehen die Zeilen, bevor etwas gespeichert wird. Ist eine Zeile falsch, wird nichts übernommen.
        </p>
        {chosen === undefined ? null : (
          <Preview text={chosen} isBusy={isBusy} onTake={() => void take(chosen)} onLeave={() => setChosen(undefined)} />
        )}
        <p className={said === '' ? 'unseen' : 'small'} role="status">
          {isBusy ? 'Datei wird gelesen…' : said}
        </p>
        {refusal === undefined ? null : <Refused error={refusal} />}
      </div>
    </section>
  )
}

type PreviewProps = { text: string; isBusy: boolean; onTake: () => void; onLeave: () => void }

/** First rows as parsed, before anything is written: a wrong encoding is visible here. */
function Preview({ text, isBusy, onTake, onLeave }: PreviewProps) {
  const [head, ...rows] = readCsv(text)
  return (
    <section className="stack" aria-label="Vorschau der Datei">
      <p>So lesen wir die Datei: {plural(rows.length, 'Zeile', 'Zeilen')}. Stimmen die Umlaute?</p>
      <ul className="small">
        {rows.slice(0, previewRows).map(({ line, cells }) => (
          <li key={line}>
            {cells
              .filter((cell, at) => cell !== '' && !/^kennung$/i.test(head?.cells[at] ?? ''))
              .slice(0, 4)
              .join(' · ')}
          </li>
        ))}
        {rows.length > previewRows ? <li>… und {rows.length - previewRows} weitere</li> : null}
      </ul>
      <div className="row wrapping">
        <BusyButton className="button" type="button" isBusy={isBusy} onClick={onTake}>
          Übernehmen
        </BusyButton>
        <button type="button" className="button neutral" onClick={onLeave}>
          Verwerfen
        </button>
      </div>
    </section>
  )
}
const previewRows = 5

/** Errors row by row, or the reason why the file was refused. */
function Refused({ error }: { error: unknown }) {
  const errors = error instanceof CallError ? Object.entries(error.fields) : []
  return (
    <Note kind="bad" role="alert" title="Die Datei wurde nicht übernommen">
      {errors.length === 0 ? reasonOf(error) : null}
      {errors.map(([row, texts]) => (
        <span key={row} className="file-fault">
          {`${row.startsWith('rows.') ? `Zeile ${row.slice('rows.'.length)}: ` : ''}${texts.join(' · ')}`}
        </span>
      ))}
    </Note>
  )
}
