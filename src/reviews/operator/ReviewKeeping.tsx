import { useReasonedAct } from '#src/admin/shell/ReasonedAct.tsx'
import { ReasonField } from '#src/admin/shell/ReasonField.tsx'
import { type AdminReview, reviewTexts } from '#src/reviews/listRules.ts'
import { BusyButton } from '#src/web/parts/BusyButton.tsx'
import { SmallDialog } from '#src/web/parts/SmallDialog.tsx'
import { call } from '#src/web/reading/call.ts'
import { showToast } from '#src/web/shell/toast.ts'
import { reviewAreaTexts } from './texts.ts'

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
