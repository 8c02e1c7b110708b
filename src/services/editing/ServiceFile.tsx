import { useState } from 'react'
import { DropTarget } from '#src/files/ui/DropTarget.tsx'
import { plural } from '#src/kit/text.ts'
import { useAct } from '#src/web/forms/useAct.ts'
import { DownloadButton } from '#src/web/parts/DownloadButton.tsx'
import { Note } from '#src/web/parts/Note.tsx'
import { CallError, call } from '#src/web/reading/call.ts'
import { reasonOf } from '#src/web/reading/refusals.ts'

type ServiceFileProps = { companyId: string; onImported: () => Promise<unknown> }

/** All services as a file for a spreadsheet, and back. */
export function ServiceFile({ companyId, onImported }: ServiceFileProps) {
  const [said, setSaid] = useState('')
  const { isBusy, refusal, act } = useAct()
  async function take([file]: readonly File[]) {
    if (!file) return
    setSaid('')
    await act(async () => {
      const { created, changed } = await call('import-services', { companyId, file: await textOf(file) })
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
        <DropTarget id="service-file" label="CSV-Datei auswählen" accept=".csv,text/csv" onFiles={(files) => void take(files)} />
        <p className="hint" id="service-file-hint">
          Laden Sie Ihre Leistungen herunter, ändern oder ergänzen Sie Zeilen, und wählen Sie die Datei hier aus. Zeilen ohne Kennung werden
          neue Leistungen. Ist eine Zeile falsch, wird nichts übernommen.
        </p>
        <p className={said === '' ? 'unseen' : 'small'} role="status">
          {isBusy ? 'Datei wird gelesen…' : said}
        </p>
        {refusal === undefined ? null : <Refused error={refusal} />}
      </div>
    </section>
  )
}

/** Row by row what is wrong; or why the file was not taken at all. */
function Refused({ error }: { error: unknown }) {
  const faults = error instanceof CallError ? Object.entries(error.fields) : []
  return (
    <Note kind="bad" role="alert" title="Die Datei wurde nicht übernommen">
      {faults.length === 0 ? reasonOf(error) : null}
      {faults.map(([row, texts]) => (
        <span key={row} className="file-fault">
          {`${row.startsWith('rows.') ? `Zeile ${row.slice('rows.'.length)}: ` : ''}${texts.join(' · ')}`}
        </span>
      ))}
    </Note>
  )
}

/** Spreadsheets write UTF-8, or what Windows calls ANSI. */
async function textOf(file: File) {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
