import { useState } from 'react'
import { FileLabel } from '#src/foundation/files/ui/FileLabel.tsx'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { ReasonDialog } from '#src/platform/web/operator/ReasonDialog.tsx'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { CloseButton, Dialog } from '#src/platform/web/parts/Dialog.tsx'
import { Fact, TextFact } from '#src/platform/web/parts/Fact.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { Thread } from '../ui/Thread.tsx'
import { type ReportedThread, reportedName, sideLabels, type ThreadReportView } from './rules.ts'
import { ThreadReportChip } from './ThreadReportColumns.tsx'
import '#src/platform/web/styles/facts.css'

type ThreadReportDialogProps = { report: ThreadReportView; onClose: () => void; onChanged: () => void }

/** Dialog of a report. The messages are loaded only on request, because each access is recorded. */
export function ThreadReportDialog({ report, onClose, onChanged }: ThreadReportDialogProps) {
  const [thread, setThread] = useState<ReportedThread>()
  const [isClosing, setIsClosing] = useState(false)
  const { isBusy, action } = useAction()
  const read = () => action(async () => setThread(await call('admin-read-thread', { reportId: report.id })), 'Gespräch nicht gelesen')
  const isOpen = report.closed_at === null
  return (
    <Dialog
      title={`Gespräch zu ${reportedName(report)}`}
      bodyLabel="Gemeldetes Gespräch"
      onClose={onClose}
      foot={
        <>
          <CloseButton onClose={onClose} />
          {isOpen ? (
            <button type="button" className="button primary" onClick={() => setIsClosing(true)}>
              Meldung abschließen
            </button>
          ) : null}
        </>
      }
    >
      <ReportFacts report={report} />
      {isOpen && !thread ? (
        <div className="stack tight">
          <BusyButton type="button" className="button neutral" isBusy={isBusy} onClick={() => void read()}>
            Gespräch lesen
          </BusyButton>
          <p className="small muted">Jedes Lesen wird im Protokoll festgehalten.</p>
        </div>
      ) : null}
      {thread ? <ReadThread thread={thread} /> : null}
      {isClosing ? (
        <Closing
          reportId={report.id}
          onClose={() => setIsClosing(false)}
          onDone={() => {
            onClose()
            onChanged()
          }}
        />
      ) : null}
    </Dialog>
  )
}

const ReportFacts = ({ report }: { report: ThreadReportView }) => (
  <>
    <div className="row wrapping">
      <span className="unseen">Stand:</span>
      <ThreadReportChip report={report} />
      <span className="small dim">Gemeldet am {formatMoment(new Date(report.reported_at))}</span>
    </div>
    <dl className="facts">
      <Fact label="Leistung">{report.service_title}</Fact>
      <Fact label="Anbieter">{report.company_name}</Fact>
      <Fact label="Kundin oder Kunde">{report.customer_name}</Fact>
      <Fact label="Gemeldet von">{sideLabels[report.side]}</Fact>
      <TextFact label="Grund">{report.reason}</TextFact>
      {report.outcome === null ? null : <TextFact label="Ergebnis">{report.outcome}</TextFact>}
    </dl>
  </>
)

const ReadThread = ({ thread }: { thread: ReportedThread }) => (
  <section aria-label="Verlauf">
    <Thread
      talk={{ ...thread, requested_at: null, paid_at: null }}
      own={undefined}
      names={{ customer: thread.customer_name, company: thread.company_name }}
      fileOf={({ name, bytes }) => <FileLabel name={name} bytes={bytes} />}
    />
  </section>
)

type ClosingProps = { reportId: string; onClose: () => void; onDone: () => void }

const Closing = ({ reportId, onClose, onDone }: ClosingProps) => (
  <ReasonDialog
    title="Meldung abschließen"
    field={{
      id: 'thread-outcome',
      hint: 'Was ist dabei herausgekommen? Nur die Verwaltung liest es. Danach ist das Gespräch nicht mehr einsehbar.',
    }}
    button="Abschließen"
    missing="Bitte geben Sie das Ergebnis an"
    action={async (outcome) => {
      await call('admin-close-thread-report', { reportId, outcome })
      showToast({ kind: 'success', title: 'Meldung abgeschlossen' })
      onDone()
    }}
    onClose={onClose}
  />
)
