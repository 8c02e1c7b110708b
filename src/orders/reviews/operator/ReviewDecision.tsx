import { type AdminReview, reviewTexts } from '#src/orders/reviews/listRules.ts'
import { ReasonDialog } from '#src/platform/web/operator/ReasonDialog.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import type { ChosenAction } from './ReviewColumns.tsx'
import { reviewAreaTexts } from './texts.ts'
import '../company/reviews.css'

type DecisionProps = ChosenAction & { onClose: () => void; onDone: () => void }

/** Dialog that deletes a review after a confirmation, or rejects the objection to it; both with a reason. */
export function ReviewDecision({ action, review, onClose, onDone }: DecisionProps) {
  const { name, done, ...texts } = action === 'delete' ? deletionOf(review) : rejection
  return (
    <ReasonDialog
      {...texts}
      missing={reviewTexts.reason}
      action={async (reason) => {
        await call(name, { reviewId: review.id, reason })
        showToast({ kind: 'success', title: done })
        onClose()
        onDone()
      }}
      onClose={onClose}
    >
      <blockquote className="review-quote">
        <p>{review.comment}</p>
        <footer className="small muted">
          {review.customer_name} über {review.company_name}
        </footer>
      </blockquote>
      {action === 'delete' ? null : (
        <p>
          <b>Einspruch:</b> {review.objection?.reason}
        </p>
      )}
    </ReasonDialog>
  )
}

const rejection = {
  name: 'admin-keep-review',
  title: 'Einspruch zurückweisen',
  field: {
    id: 'keep-reason',
    hint: 'Wir schreiben ihn dem Anbieter und der Person, die die Bewertung geschrieben hat. Die Bewertung bleibt sichtbar.',
  },
  button: 'Einspruch zurückweisen',
  done: reviewAreaTexts.kept,
} as const

const deletionOf = (review: AdminReview) =>
  ({
    name: 'admin-delete-review',
    title: 'Bewertung löschen',
    field: { id: 'delete-reason', hint: hintOf(review) },
    button: 'Bewertung löschen',
    isDangerous: true,
    question: {
      question: 'Bewertung endgültig löschen?',
      consequence: `Die Bewertung von ${review.customer_name} verschwindet, die Note von ${review.company_name} wird neu berechnet, und das lässt sich nicht rückgängig machen.`,
      confirmLabel: 'Ja, löschen',
    },
    failed: reviewAreaTexts.notDeleted,
    done: reviewAreaTexts.deleted,
  }) as const

/** Recipients of the reason. */
const hintOf = ({ is_published, objection }: AdminReview) => {
  const told = [is_published ? 'der Person, die sie geschrieben hat' : '', objection?.answer === null ? 'dem Anbieter' : ''].filter(Boolean)
  return `${told.length ? `Wir schreiben ihn ${told.join(' und ')}. ` : ''}Er steht im Protokoll, ohne Namen und Text der Bewertung.`
}
