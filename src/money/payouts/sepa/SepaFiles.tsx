import { useState } from 'react'
import { formatDate, formatMoment } from '#src/platform/kit/dates.ts'
import { euros } from '#src/platform/kit/money.ts'
import { plural } from '#src/platform/kit/text.ts'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { type Column, DataTable, TwoLines } from '#src/platform/web/lists/DataTable.tsx'
import { ConfirmDialog } from '#src/platform/web/parts/ConfirmDialog.tsx'
import { DownloadButton } from '#src/platform/web/parts/DownloadButton.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { StatusChip } from '#src/platform/web/parts/StatusChip.tsx'
import { type CallAnswer, call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { payoutAreaTexts } from '../operator/texts.ts'

type File = CallAnswer<'admin-list-sepa-files'>[number]
type SepaFilesProps = { files: readonly File[]; onChanged: () => void }

/** Bank files: download them, then mark them as executed once the bank has done so. */
export function SepaFiles({ files, onChanged }: SepaFilesProps) {
  const [asked, setAsked] = useState<File>()
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? toDoFirst(files) : toDoFirst(files).slice(0, Math.max(openOf(files).length, shownFiles))
  const { action } = useAction()
  function markExecuted({ id }: File) {
    setAsked(undefined)
    void action(async () => {
      await call('admin-mark-sepa-file', { id, as: 'executed' })
      showToast({ kind: 'success', title: payoutAreaTexts.done })
      onChanged()
    }, payoutAreaTexts.notDone)
  }
  return (
    <section className="card" aria-labelledby="sepa-title">
      <div className="card-head">
        <h2 id="sepa-title">SEPA-Dateien</h2>
      </div>
      <div className="card-body">
        <Note kind="warn">{payoutAreaTexts.onlyWithPermission}</Note>
      </div>
      {files.length === 0 ? (
        <p className="card-body muted">Es gibt noch keine SEPA-Dateien.</p>
      ) : (
        <DataTable
          label="Tabelle der SEPA-Dateien"
          columns={columns({ onExecuted: setAsked, onFetched: onChanged })}
          rows={shown}
          keyOf={({ id }) => id}
        />
      )}
      {shown.length < files.length ? (
        <div className="card-body">
          <button type="button" className="button neutral" onClick={() => setIsWhole(true)}>
            {plural(files.length - shown.length, 'ausgeführte Datei', 'ausgeführte Dateien')} zeigen
          </button>
        </div>
      ) : null}
      {asked ? (
        <ConfirmDialog
          question="Hat die Bank die Datei ausgeführt?"
          consequence={`${plural(asked.pending, 'ausstehende Überweisung gilt', 'ausstehende Überweisungen gelten')} dann als abgeschlossen, die Firmen werden benachrichtigt.`}
          confirmLabel="Ja, ausgeführt"
          cancelLabel="Nein"
          onCancel={() => setAsked(undefined)}
          onConfirm={() => markExecuted(asked)}
        />
      ) : null}
    </section>
  )
}

/** Number of files shown at first; all files that are not executed are always shown. */
const shownFiles = 5

const openOf = (files: readonly File[]) => files.filter(({ executed_at }) => !executed_at)
const toDoFirst = (files: readonly File[]) => [...openOf(files), ...files.filter(({ executed_at }) => executed_at)]

type Actions = { onExecuted: (file: File) => void; onFetched: () => void }

const columns = ({ onExecuted, onFetched }: Actions): Column<File>[] => [
  { label: 'Datei', format: 'title', cell: (file) => <Name file={file} /> },
  { label: 'Ausführung am', format: 'date', cell: ({ execution_on }) => formatDate(execution_on) },
  { label: 'Stand', cell: (file) => <State file={file} /> },
  { label: 'Überweisungen', cell: (file) => <Transfers file={file} /> },
  { label: 'Herunterladen', cell: (file) => <FetchButton file={file} onFetched={onFetched} /> },
  { label: 'Bank', cell: (file) => <ExecutedButton file={file} onExecuted={onExecuted} /> },
  { label: 'Summe', format: 'amount', cell: ({ total }) => euros(total) },
]

const Name = ({ file: { message_id, created_at } }: { file: File }) => (
  <>
    {message_id.slice(-8)}
    <span className="second">{formatMoment(new Date(created_at))}</span>
  </>
)

function State({ file: { executed_at, downloaded_at } }: { file: File }) {
  if (executed_at) return <StatusChip tone="done">Ausgeführt</StatusChip>
  return downloaded_at ? <StatusChip tone="waiting">Heruntergeladen</StatusChip> : <StatusChip tone="off">Neu</StatusChip>
}

const Transfers = ({ file: { transfers, completed, failed } }: { file: File }) => (
  <TwoLines second={`${completed.toLocaleString('de-DE')} abgeschlossen, ${failed.toLocaleString('de-DE')} fehlgeschlagen`}>
    {transfers.toLocaleString('de-DE')}
  </TwoLines>
)

function ExecutedButton({ file, onExecuted }: { file: File; onExecuted: (file: File) => void }) {
  if (file.executed_at) return formatMoment(new Date(file.executed_at))
  if (!file.downloaded_at) return '–'
  return (
    <button type="button" className="button neutral small" onClick={() => onExecuted(file)}>
      Ausgeführt<span className="unseen">: {file.message_id.slice(-8)}</span>
    </button>
  )
}

const FetchButton = ({ file: { id, message_id }, onFetched }: Omit<Actions, 'onExecuted'> & { file: File }) => (
  <DownloadButton
    path={`/functions/v1/sepa-file.xml?${new URLSearchParams({ id })}`}
    name={`sepa-${message_id}.xml`}
    failed={payoutAreaTexts.notDone}
    onSaved={onFetched}
  >
    XML<span className="unseen">: {message_id.slice(-8)}</span>
  </DownloadButton>
)
