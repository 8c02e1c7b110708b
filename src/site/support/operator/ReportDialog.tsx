import { useState } from 'react'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { shortId } from '#src/platform/kit/text.ts'
import { CloseButton, Dialog } from '#src/platform/web/parts/Dialog.tsx'
import { Fact, MailLine, TextFact } from '#src/platform/web/parts/Fact.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { Stars } from '#src/platform/web/parts/Stars.tsx'
import { QueryRegion } from '#src/platform/web/queries/QueryRegion.tsx'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { type ReportDetail, reportGroundLabels } from '#src/site/support/reportListRules.ts'
import { reportReasonLabels } from '#src/site/support/reportRules.ts'
import { ReportChip, reportedOf } from './ReportColumns.tsx'
import { ReportDecision } from './ReportDecision.tsx'
import '#src/platform/web/styles/facts.css'

type ReportDialogProps = { reportId: string; onClose: () => void; onChanged: () => void }

/** Report with its content, and the form to decide it. */
export function ReportDialog({ reportId, onClose, onChanged }: ReportDialogProps) {
  const [isDeciding, setIsDeciding] = useState(false)
  const { queryResult, reload } = useQuery('admin-read-notice', { reportId })
  const report = queryResult.data
  function finish() {
    setIsDeciding(false)
    void reload()
    onChanged()
  }
  return (
    <Dialog
      title={`Meldung ${shortId(reportId)}`}
      bodyLabel="Einzelheiten der Meldung"
      onClose={onClose}
      foot={
        <>
          <CloseButton onClose={onClose} isWideOnly />
          {report && !report.decision ? (
            <button type="button" className="button primary" onClick={() => setIsDeciding(true)}>
              Entscheiden
            </button>
          ) : null}
        </>
      }
    >
      <QueryRegion
        queryResult={queryResult}
        failed="Die Meldung konnte nicht geladen werden"
        loading={<p role="status">Meldung wird geladen…</p>}
        onRetry={reload}
      >
        {(data) => (
          <>
            <ReportFacts report={data} />
            {isDeciding ? <ReportDecision report={data} onClose={() => setIsDeciding(false)} onDone={finish} /> : null}
          </>
        )}
      </QueryRegion>
    </Dialog>
  )
}

const ReportFacts = ({ report }: { report: ReportDetail }) => (
  <>
    <div className="row wrapping">
      <span className="unseen">Stand:</span>
      <ReportChip report={report} />
      <span className="small dim">Eingegangen am {formatMoment(new Date(report.created_at))}</span>
    </div>
    {report.is_suspended ? <Note kind="info">Der Anbieter ist schon gesperrt.</Note> : null}
    <dl className="facts">
      <Fact label="Gemeldet">
        {report.company_id ? <a href={`/service/${report.company_id}`}>{reportedOf(report)}</a> : reportedOf(report)}
      </Fact>
      {report.target === 'review' ? (
        <Fact label="Bewertung">
          <ReportedReview review={report.review} />
        </Fact>
      ) : null}
      <Fact label="Grund">{reportReasonLabels[report.reason]}</Fact>
      <TextFact label="Begründung">{report.explanation}</TextFact>
      <Fact label="Gemeldet von">
        {report.name ?? 'Ohne Namen'}
        {report.email ? <MailLine address={report.email} /> : null}
      </Fact>
      <Decided report={report} />
    </dl>
  </>
)

function ReportedReview({ review }: { review: ReportDetail['review'] }) {
  if (!review) return 'Nicht mehr da'
  return (
    <>
      <Stars rating={review.rating} small plain />
      <span className="words letter-line">{review.comment}</span>
      <span className="second">{review.customer_name}</span>
    </>
  )
}

function Decided({ report: { decided_at, ground, decision_reason } }: { report: ReportDetail }) {
  if (!decided_at) return null
  return (
    <>
      <Fact label="Entschieden am">{formatMoment(new Date(decided_at))}</Fact>
      {ground ? <Fact label="Grundlage">{reportGroundLabels[ground]}</Fact> : null}
      <TextFact label="Gründe">{decision_reason}</TextFact>
    </>
  )
}
