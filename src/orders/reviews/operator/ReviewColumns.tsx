import { type AdminReview, objectionFilterLabels, type ReviewSort } from '#src/orders/reviews/listRules.ts'
import type { Column } from '#src/platform/web/lists/DataTable.tsx'
import { ProofBadge } from '#src/platform/web/parts/Badge.tsx'
import { StatusChip } from '#src/platform/web/parts/StatusChip.tsx'
import { starsColumn, writtenColumn } from '../company/ReviewColumns.tsx'
import '../company/reviews.css'

export type ChosenAction = { action: 'delete' | 'keep'; review: AdminReview }

export const reviewColumns = (onDecide: (chosen: ChosenAction) => void): Column<AdminReview, ReviewSort>[] => [
  {
    label: 'Kundin oder Kunde',
    format: 'title',
    cell: ({ customer_name, customer_email }) => (
      <>
        {customer_name}
        <span className="second">{customer_email}</span>
      </>
    ),
  },
  {
    label: 'Anbieter',
    cell: ({ company_name, category }) => (
      <span className="review-proof">
        {company_name} <span className="second">{category}</span>
      </span>
    ),
  },
  starsColumn,
  { label: 'Kommentar', cell: (review) => <Comment review={review} /> },
  writtenColumn,
  {
    label: 'Entscheiden',
    cell: (review) => (
      <span className="review-actions">
        <button type="button" className="button neutral small" onClick={() => onDecide({ action: 'delete', review })}>
          Löschen<span className="unseen">: Bewertung von {review.customer_name}</span>
        </button>
        {review.objection && review.objection.answer === null ? (
          <button type="button" className="button neutral small" onClick={() => onDecide({ action: 'keep', review })}>
            Einspruch zurückweisen<span className="unseen">: Bewertung von {review.customer_name}</span>
          </button>
        ) : null}
      </span>
    ),
  },
]

const Comment = ({ review }: { review: AdminReview }) => (
  <div className="review-text">
    <p>{review.comment}</p>
    {review.company_reply ? <p className="second">Antwort: {review.company_reply}</p> : null}
    <span className="row wrapping">
      <ProofBadge isFromBooking={review.is_from_booking} />
      {review.objection ? <ObjectionChip answer={review.objection.answer} /> : null}
      {review.is_published ? null : <StatusChip tone="waiting">Wartet auf Bestätigung</StatusChip>}
    </span>
    {review.objection ? <p className="second">Einspruch: {review.objection.reason}</p> : null}
    {review.objection?.answer ? <p className="second">Entscheidung: {review.objection.answer}</p> : null}
  </div>
)

const ObjectionChip = ({ answer }: { answer: string | null }) =>
  answer === null ? (
    <StatusChip tone="bad">{objectionFilterLabels.open}</StatusChip>
  ) : (
    <StatusChip tone="off">{objectionFilterLabels.rejected}</StatusChip>
  )
