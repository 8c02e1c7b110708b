import { useState } from 'react'
import { ConfirmDialog, useConfirmation } from '#src/platform/web/parts/ConfirmDialog.tsx'
import { SmallDialog } from '#src/platform/web/parts/SmallDialog.tsx'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { reviewFormTexts } from '../rules.ts'
import { ReviewForm } from './ReviewForm.tsx'
import './reviews.css'

export type ReviewDialogProps = {
  companyId: string
  companyName: string
  viewerEmail: string | undefined
  onClose: (end: { isSent: boolean }) => void
}

/** Review dialog of a profile (docs/spec.md#review-dialog). Loaded when it is first opened. */
export default function ReviewDialog({ companyId, companyName, viewerEmail, onClose }: ReviewDialogProps) {
  const [hasText, setHasText] = useState(false)
  const { isConfirming, ask, stay } = useConfirmation()

  function finish() {
    showToast({
      kind: 'success',
      title: reviewFormTexts.sent,
      text: viewerEmail ? reviewFormTexts.sentSignedIn : reviewFormTexts.sentToMail,
    })
    onClose({ isSent: true })
  }
  const leave = () => (hasText ? ask() : onClose({ isSent: false }))
  return (
    <SmallDialog title={reviewFormTexts.write} onClose={leave}>
      <p className="muted">{companyName}</p>
      <ReviewForm companyId={companyId} knownEmail={viewerEmail} onSent={finish} onTyped={setHasText} />
      {isConfirming ? (
        <ConfirmDialog
          question="Bewertung verwerfen?"
          consequence="Ihr Kommentar geht verloren."
          confirmLabel="Verwerfen"
          cancelLabel="Weiter schreiben"
          onCancel={stay}
          onConfirm={() => onClose({ isSent: false })}
        />
      ) : null}
    </SmallDialog>
  )
}
