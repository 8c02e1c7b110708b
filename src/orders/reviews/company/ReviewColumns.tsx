import { type CompanyReview, objectionLabels } from '#src/orders/reviews/companyRules.ts'
import type { ReviewSort } from '#src/orders/reviews/listRules.ts'
import { berlinDay, formatDate } from '#src/platform/kit/dates.ts'
import type { Column } from '#src/platform/web/lists/DataTable.tsx'
import { ProofBadge } from '#src/platform/web/parts/Badge.tsx'
import { Stars } from '#src/platform/web/parts/Stars.tsx'
import { StatusChip } from '#src/platform/web/parts/StatusChip.tsx'
import type { ChosenAction } from './ReviewAction.tsx'

export const reviewColumns = (onAction: (action: ChosenAction) => void): Column<CompanyReview, ReviewSort>[] => [
  { label: 'Kundin oder Kunde', format: 'title', cell: ({ customer_name }) => customer_name },
  starsColumn,
  { label: 'Kommentar', cell: (review) => <Comment review={review} /> },
  writtenColumn,
  { label: 'Ihre Antwort', cell: (review) => <Actions review={review} onAction={onAction} /> },
]

/** Columns that the operator's table shares. */
export const starsColumn: Column<{ rating: number }, ReviewSort> = {
  label: 'Sterne',
  format: 'amount',
  cell: ({ rating }) => <Stars rating={rating} small plain />,
  sort: { asc: 'starsAsc', desc: 'starsDesc' },
}
export const writtenColumn: Column<{ created_at: string }, ReviewSort> = {
  label: 'Geschrieben',
  format: 'date',
  cell: ({ created_at }) => formatDate(berlinDay(new Date(created_at))),
  sort: { asc: 'oldest', desc: 'newest' },
}

const Comment = ({ review: { comment, company_reply, objection, is_from_booking } }: { review: CompanyReview }) => (
  <div className="review-text">
    <p>{comment}</p>
    {company_reply ? <p className="second">Ihre Antwort: {company_reply}</p> : null}
    <span className="row wrapping">
      <ProofBadge isFromBooking={is_from_booking} />
      {objection ? (
        <StatusChip tone={objection.state === 'open' ? 'waiting' : 'off'}>Einspruch: {objectionLabels[objection.state]}</StatusChip>
      ) : null}
    </span>
    {objection ? <p className="second">Ihr Einspruch: {objection.reason}</p> : null}
    {objection?.answer ? <p className="second">Entscheidung: {objection.answer}</p> : null}
  </div>
)

const Actions = ({ review, onAction }: { review: CompanyReview; onAction: (action: ChosenAction) => void }) => (
  <span className="review-actions">
    {review.company_reply === null ? (
      <button type="button" className="button secondary small" onClick={() => onAction({ kind: 'reply', review })}>
        Antworten<span className="unseen"> auf die Bewertung von {review.customer_name}</span>
      </button>
    ) : null}
    {review.objection === null ? (
      <button type="button" className="button neutral small" onClick={() => onAction({ kind: 'objection', review })}>
        Einspruch<span className="unseen"> gegen die Bewertung von {review.customer_name}</span>
      </button>
    ) : null}
    {review.company_reply !== null && review.objection !== null ? <span className="muted">Beantwortet</span> : null}
  </span>
)
