import { useCallback, useState } from 'react'
import { formatMoment } from '#src/kit/dates.ts'
import { shortId } from '#src/kit/text.ts'
import { type NoticeDetail, noticeGroundWords } from '#src/support/noticeListRules.ts'
import { noticeReasonWords } from '#src/support/noticeRules.ts'
import { call } from '#src/web/call.ts'
import { Dialog } from '#src/web/Dialog.tsx'
import { Note } from '#src/web/Note.tsx'
import { RegionFailure } from '#src/web/RegionFailure.tsx'
import { Stars } from '#src/web/Stars.tsx'
import { useAdminReading } from './AdminReading.tsx'
import { Fact } from './BookingFacts.tsx'
import { NoticeChip, reportedOf } from './NoticeColumns.tsx'
import { NoticeDecision } from './NoticeDecision.tsx'

type NoticeDialogProps = { noticeId: string; onClose: () => void; onChanged: () => void; onLost: () => Promise<void> }

/** One notice with what was reported, and the way to decide it. */
export function NoticeDialog({ noticeId, onClose, onChanged, onLost }: NoticeDialogProps) {
  const [isDeciding, setIsDeciding] = useState(false)
  const read = useCallback(() => call('admin-read-notice', { noticeId }), [noticeId])
  const { reading, reload } = useAdminReading(read, onLost)
  const notice = reading.shown
  function finish() {
    setIsDeciding(false)
    void reload()
    onChanged()
  }
  return (
    <Dialog
      title={`Meldung ${shortId(noticeId)}`}
      bodyLabel="Einzelheiten der Meldung"
      onClose={onClose}
      foot={
        <>
          <button type="button" className="btn btn-g hide-m" onClick={onClose}>
            Schließen
          </button>
          {notice && !notice.decision ? (
            <button type="button" className="btn btn-p" onClick={() => setIsDeciding(true)}>
              Entscheiden
            </button>
          ) : null}
        </>
      }
    >
      {reading.failure === undefined ? null : (
        <RegionFailure title="Die Meldung konnte nicht geladen werden" text={reading.failure} onRetry={() => void reload()} />
      )}
      {notice ? <NoticeFacts notice={notice} /> : null}
      {notice || reading.failure !== undefined ? null : <p role="status">Meldung wird geladen…</p>}
      {notice && isDeciding ? (
        <NoticeDecision notice={notice} onClose={() => setIsDeciding(false)} onDone={finish} onLost={onLost} />
      ) : null}
    </Dialog>
  )
}

const NoticeFacts = ({ notice }: { notice: NoticeDetail }) => (
  <>
    <div className="row wrapf">
      <span className="sr">Stand:</span>
      <NoticeChip notice={notice} />
      <span className="sm dim">Eingegangen am {formatMoment(new Date(notice.created_at))}</span>
    </div>
    {notice.is_suspended ? <Note kind="info">Der Anbieter ist schon gesperrt.</Note> : null}
    <dl className="facts">
      <Fact label="Gemeldet">
        {notice.company_id ? <a href={`/service/${notice.company_id}`}>{reportedOf(notice)}</a> : reportedOf(notice)}
      </Fact>
      {notice.target === 'review' ? (
        <Fact label="Bewertung">
          <ReportedReview review={notice.review} />
        </Fact>
      ) : null}
      <Fact label="Grund">{noticeReasonWords[notice.reason]}</Fact>
      <Fact label="Begründung">
        <span className="words">{notice.explanation}</span>
      </Fact>
      <Fact label="Gemeldet von">
        {notice.name ?? 'Ohne Namen'}
        {notice.email ? (
          <span className="s2">
            <a href={`mailto:${notice.email}`}>{notice.email}</a>
          </span>
        ) : null}
      </Fact>
      <Decided notice={notice} />
    </dl>
  </>
)

function ReportedReview({ review }: { review: NoticeDetail['review'] }) {
  if (!review) return 'Nicht mehr da'
  return (
    <>
      <Stars rating={review.rating} small plain />
      <span className="words lt-b">{review.comment}</span>
      <span className="s2">{review.customer_name}</span>
    </>
  )
}

function Decided({ notice: { decided_at, ground, decision_reason } }: { notice: NoticeDetail }) {
  if (!decided_at) return null
  return (
    <>
      <Fact label="Entschieden am">{formatMoment(new Date(decided_at))}</Fact>
      {ground ? <Fact label="Grundlage">{noticeGroundWords[ground]}</Fact> : null}
      <Fact label="Gründe">
        <span className="words">{decision_reason}</span>
      </Fact>
    </>
  )
}
