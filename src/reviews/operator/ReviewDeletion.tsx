import { type FormEvent, useState } from 'react'
import { leaveWhenLost, reasonOf } from '#src/admin/shell/AdminReading.tsx'
import { ReasonField } from '#src/admin/shell/ReasonField.tsx'
import { type AdminReview, reviewTexts } from '#src/reviews/listRules.ts'
import { BusyButton } from '#src/web/parts/BusyButton.tsx'
import { ConfirmDialog } from '#src/web/parts/ConfirmDialog.tsx'
import { SmallDialog } from '#src/web/parts/SmallDialog.tsx'
import { CallError, call } from '#src/web/reading/call.ts'
import { showToast } from '#src/web/shell/toast.ts'
import { reviewAreaTexts } from './texts.ts'

type DeletionProps = { review: AdminReview; onClose: () => void; onDone: () => void; onLost: () => Promise<void> }

/** Deletes a review, after the reason and a last question. */
export function ReviewDeletion({ review, onClose, onDone, onLost }: DeletionProps) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [step, setStep] = useState<'form' | 'asks' | 'runs'>('form')

  function submit(event: FormEvent) {
    event.preventDefault()
    if (reason.trim() === '') return setProblem(reviewTexts.reason)
    setStep('asks')
  }
  async function remove() {
    setStep('runs')
    try {
      await call('admin-delete-review', { reviewId: review.id, reason })
      showToast({ kind: 'success', title: reviewAreaTexts.deleted })
      onClose()
      onDone()
    } catch (error) {
      setStep('form')
      setProblem(error instanceof CallError ? error.fields.reason?.[0] : undefined)
      showToast({ kind: 'error', title: reviewAreaTexts.notDeleted, text: reasonOf(error) })
      await leaveWhenLost(error, onLost)
    }
  }
  return (
    <SmallDialog title="Bewertung löschen" onClose={onClose}>
      <form className="stack" noValidate onSubmit={submit}>
        <blockquote className="rv-q">
          <p>{review.comment}</p>
          <footer className="sm mut">
            {review.customer_name} über {review.company_name}
          </footer>
        </blockquote>
        <ReasonField
          id="delete-reason"
          hint={hintOf(review)}
          value={reason}
          error={problem}
          onChange={(typed) => {
            setReason(typed)
            setProblem(undefined)
          }}
        />
        <BusyButton className="btn btn-d btn-w" isBusy={step === 'runs'}>
          Bewertung löschen
        </BusyButton>
      </form>
      {step === 'asks' ? (
        <ConfirmDialog
          question="Bewertung endgültig löschen?"
          consequence={`Die Bewertung von ${review.customer_name} verschwindet, die Note von ${review.company_name} wird neu berechnet, und das lässt sich nicht rückgängig machen.`}
          confirmLabel="Ja, löschen"
          cancelLabel="Nein"
          onCancel={() => setStep('form')}
          onConfirm={() => void remove()}
        />
      ) : null}
    </SmallDialog>
  )
}

/** Who reads the reason. */
const hintOf = ({ is_published, objection }: AdminReview) => {
  const told = [is_published ? 'der Person, die sie geschrieben hat' : '', objection?.answer === null ? 'dem Anbieter' : ''].filter(Boolean)
  return `${told.length ? `Wir schreiben ihn ${told.join(' und ')}. ` : ''}Er steht im Protokoll, ohne Namen und Text der Bewertung.`
}
