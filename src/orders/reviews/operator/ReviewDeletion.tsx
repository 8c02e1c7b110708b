import { type AdminReview, reviewTexts } from '#src/orders/reviews/listRules.ts'
import { ReasonDialog } from '#src/platform/web/operator/ReasonDialog.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { reviewAreaTexts } from './texts.ts'
import '../company/reviews.css'

type DeletionProps = { review: AdminReview; onClose: () => void; onDone: () => void }

/** Dialog that deletes a review with a reason and a confirmation. */
export function ReviewDeletion({ review, onClose, onDone }: DeletionProps) {
  async function remove(reason: string) {
    await call('admin-delete-review', { reviewId: review.id, reason })
    showToast({ kind: 'success', title: reviewAreaTexts.deleted })
    onClose()
    onDone()
  }
  return (
    <ReasonDialog
      title="Bewertung löschen"
      field={{ id: 'delete-reason', hint: hintOf(review) }}
      button="Bewertung löschen"
      isDangerous
      question={{
        question: 'Bewertung endgültig löschen?',
        consequence: `Die Bewertung von ${review.customer_name} verschwindet, die Note von ${review.company_name} wird neu berechnet, und das lässt sich nicht rückgängig machen.`,
        confirmLabel: 'Ja, löschen',
      }}
      missing={reviewTexts.reason}
      failed={reviewAreaTexts.notDeleted}
      action={remove}
      onClose={onClose}
    >
      <QuotedReview review={review} />
    </ReasonDialog>
  )
}

export const QuotedReview = ({ review: { comment, customer_name, company_name } }: { review: AdminReview }) => (
  <blockquote className="review-quote">
    <p>{comment}</p>
    <footer className="small muted">
      {customer_name} über {company_name}
    </footer>
  </blockquote>
)

/** Recipients of the reason. */
const hintOf = ({ is_published, objection }: AdminReview) => {
  const told = [is_published ? 'der Person, die sie geschrieben hat' : '', objection?.answer === null ? 'dem Anbieter' : ''].filter(Boolean)
  return `${told.length ? `Wir schreiben ihn ${told.join(' und ')}. ` : ''}Er steht im Protokoll, ohne Namen und Text der Bewertung.`
}
