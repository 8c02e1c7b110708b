import { Download } from 'lucide-react'
import { useState } from 'react'
import { euros } from '#src/dashboard/overview/OverviewTiles.tsx'
import { formatDate, formatMoment } from '#src/kit/dates.ts'
import { plural } from '#src/kit/text.ts'
import type { PayoutCalls } from '#src/payouts/runs/http.ts'
import { type Column, DataTable } from '#src/web/lists/DataTable.tsx'
import { BusyButton } from '#src/web/parts/BusyButton.tsx'
import { ConfirmDialog } from '#src/web/parts/ConfirmDialog.tsx'
import { Note } from '#src/web/parts/Note.tsx'
import { StatusChip } from '#src/web/parts/StatusChip.tsx'
import { call } from '#src/web/reading/call.ts'
import { fetchFile, saveFile } from '#src/web/reading/fetchFile.ts'
import { showToast } from '#src/web/shell/toast.ts'
import { payoutAreaTexts } from '../operator/texts.ts'
import { sayNotDone } from './SepaActDialog.tsx'

type File = PayoutCalls['admin-list-sepa-files']['answer'][number]
type SepaFilesProps = { files: readonly File[]; onChanged: () => void; onLost: () => Promise<void> }

/** The files for the bank: fetched, then entered as executed once the bank has done so. */
export function SepaFiles({ files, onChanged, onLost }: SepaFilesProps) {
  const [asked, setAsked] = useState<File>()
  async function markExecuted({ id }: File) {
    setAsked(undefined)
    try {
      await call('admin-mark-sepa-file', { id, as: 'executed' })
      showToast({ kind: 'success', title: payoutAreaTexts.done })
      onChanged()
    } catch (error) {
      await sayNotDone(error, onLost)
    }
  }
  const sayFailed = (error: unknown) => void sayNotDone(error, onLost)
  return (
    <section className="card" aria-labelledby="sepa-title">
      <div className="ch">
        <h2 id="sepa-title">SEPA-Dateien</h2>
      </div>
      <div className="cb">
        <Note kind="warn">{payoutAreaTexts.onlyWithPermission}</Note>
      </div>
      {files.length === 0 ? (
        <p className="cb mut">Es gibt noch keine SEPA-Dateien.</p>
      ) : (
        <DataTable
          label="Tabelle der SEPA-Dateien"
          columns={columns({ onExecuted: setAsked, onFetched: onChanged, onFailed: sayFailed })}
          rows={files}
          keyOf={({ id }) => id}
        />
      )}
      {asked ? (
        <ConfirmDialog
          question="Hat die Bank die Datei ausgeführt?"
          consequence={`${plural(asked.pending, 'ausstehende Überweisung gilt', 'ausstehende Überweisungen gelten')} dann als abgeschlossen, die Firmen werden benachrichtigt.`}
          confirmLabel="Ja, ausgeführt"
          cancelLabel="Nein"
          onCancel={() => setAsked(undefined)}
          onConfirm={() => void markExecuted(asked)}
        />
      ) : null}
    </section>
  )
}

type Acts = { onExecuted: (file: File) => void; onFetched: () => void; onFailed: (error: unknown) => void }

const columns = ({ onExecuted, onFetched, onFailed }: Acts): Column<File>[] => [
  { label: 'Datei', format: 'title', cell: (file) => <Name file={file} /> },
  { label: 'Ausführung am', format: 'date', cell: ({ execution_on }) => formatDate(execution_on) },
  { label: 'Stand', cell: (file) => <State file={file} /> },
  { label: 'Überweisungen', cell: (file) => <Transfers file={file} /> },
  { label: 'Herunterladen', cell: (file) => <FetchButton file={file} onFetched={onFetched} onFailed={onFailed} /> },
  { label: 'Bank', cell: (file) => <ExecutedButton file={file} onExecuted={onExecuted} /> },
  { label: 'Summe', format: 'amount', cell: ({ total }) => euros(total) },
]

const Name = ({ file: { message_id, created_at } }: { file: File }) => (
  <>
    {message_id.slice(-8)}
    <span className="s2">{formatMoment(new Date(created_at))}</span>
  </>
)

function State({ file: { executed_at, downloaded_at } }: { file: File }) {
  if (executed_at) return <StatusChip tone="done">Ausgeführt</StatusChip>
  return downloaded_at ? <StatusChip tone="waiting">Heruntergeladen</StatusChip> : <StatusChip tone="off">Neu</StatusChip>
}

const Transfers = ({ file: { transfers, completed, failed } }: { file: File }) => (
  <span>
    {transfers.toLocaleString('de-DE')}
    <span className="s2">
      {' '}
      {completed.toLocaleString('de-DE')} abgeschlossen, {failed.toLocaleString('de-DE')} fehlgeschlagen
    </span>
  </span>
)

function ExecutedButton({ file, onExecuted }: { file: File; onExecuted: (file: File) => void }) {
  if (file.executed_at) return formatMoment(new Date(file.executed_at))
  if (!file.downloaded_at) return '–'
  return (
    <button type="button" className="btn btn-g btn-sm" onClick={() => onExecuted(file)}>
      Ausgeführt<span className="sr">: {file.message_id.slice(-8)}</span>
    </button>
  )
}

function FetchButton({ file, onFetched, onFailed }: Omit<Acts, 'onExecuted'> & { file: File }) {
  const [isBusy, setIsBusy] = useState(false)
  async function download() {
    if (isBusy) return
    setIsBusy(true)
    try {
      saveFile(await fetchFile(`/functions/v1/sepa-file.xml?${new URLSearchParams({ id: file.id })}`), `sepa-${file.message_id}.xml`)
      onFetched()
    } catch (error) {
      onFailed(error)
    }
    setIsBusy(false)
  }
  return (
    <BusyButton type="button" className="btn btn-g btn-sm" isBusy={isBusy} onClick={() => void download()}>
      <Download />
      XML<span className="sr">: {file.message_id.slice(-8)}</span>
    </BusyButton>
  )
}
