import { BusyButton } from '#src/accounts/ui/BusyButton.tsx'
import { type AdminReview, reviewTexts } from '#src/reviews/listRules.ts'
import { call } from '#src/web/call.ts'
import { SmallDialog } from '#src/web/SmallDialog.tsx'
import { showToast } from '#src/web/toast.ts'
import { reviewAreaTexts } from '../reviewAreaRules.ts'
import { useReasonedAct } from './ReasonedAct.tsx'
import { ReasonField } from './ReasonField.tsx'

type KeepingProps = { review: AdminReview; onClose: () => void; onDone: () => void; onLost: () => Promise<void> }

/** Lets a review stay against its company's objection, with the reason for both sides. */
export function ReviewKeeping({ review, onClose, onDone, onLost }: KeepingProps) {
  const { reason, problem, isBusy, change, submit } = useReasonedAct({
    act: (typed) => call('admin-keep-review', { reviewId: review.id, reason: typed }),
    onDone: () => {
      showToast({ kind: 'success', title: reviewAreaTexts.kept })
      onClose()
      onDone()
    },
    missing: reviewTexts.reason,
    onLost,
  })
  return (
    <SmallDialog title="Einspruch zurückweisen" onClose={onClose}>
      <form className="stack" noValidate onSubmit={submit}>
        <blockquote className="rv-q">
          <p>{review.comment}</p>
          <footer className="sm mut">
            {review.customer_name} über {review.company_name}
          </footer>
        </blockquote>
        <p>
          <b>Einspruch:</b> {review.objection?.reason}
        </p>
        <ReasonField
          id="keep-reason"
          hint="Wir schreiben ihn dem Anbieter und der Person, die die Bewertung geschrieben hat. Die Bewertung bleibt sichtbar."
          value={reason}
          error={problem}
          onChange={change}
        />
        <BusyButton isBusy={isBusy}>Einspruch zurückweisen</BusyButton>
      </form>
    </SmallDialog>
  )
}
