import { type AdminReview, reviewTexts } from '#src/orders/reviews/listRules.ts'
import { ReasonDialog } from '#src/platform/web/operator/ReasonDialog.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { QuotedReview } from './ReviewDeletion.tsx'
import { reviewAreaTexts } from './texts.ts'

type KeepingProps = { review: AdminReview; onClose: () => void; onDone: () => void }

/** Dialog that rejects an objection, with the reason for both sides. */
export function ReviewKeeping({ review, onClose, onDone }: KeepingProps) {
  async function keep(reason: string) {
    await call('admin-keep-review', { reviewId: review.id, reason })
    showToast({ kind: 'success', title: reviewAreaTexts.kept })
    onClose()
    onDone()
  }
  return (
    <ReasonDialog
      title="Einspruch zurückweisen"
      field={{
        id: 'keep-reason',
        hint: 'Wir schreiben ihn dem Anbieter und der Person, die die Bewertung geschrieben hat. Die Bewertung bleibt sichtbar.',
      }}
      button="Einspruch zurückweisen"
      missing={reviewTexts.reason}
      action={keep}
      onClose={onClose}
    >
      <QuotedReview review={review} />
      <p>
        <b>Einspruch:</b> {review.objection?.reason}
      </p>
    </ReasonDialog>
  )
}
