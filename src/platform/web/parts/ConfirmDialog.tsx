import { useId, useRef, useState } from 'react'
import { ModalDialog } from './ModalDialog.tsx'

type ConfirmDialogProps = {
  /** 'Buchung abbrechen?' */
  question: string
  /** One sentence about the loss. */
  consequence: string
  confirmLabel: string
  cancelLabel: string
  onConfirm: () => void
  onCancel: () => void
}

/**
 * Asks before something is lost. The focus starts on the harmless answer, which Escape also gives. It may be opened above another dialog.
 */
export function ConfirmDialog({ question, consequence, confirmLabel, cancelLabel, onConfirm, onCancel }: ConfirmDialogProps) {
  const id = useId()
  const harmless = useRef<HTMLButtonElement>(null)
  return (
    <ModalDialog
      className="small-dialog"
      role="alertdialog"
      overlay="overlay ask"
      labelledBy={`${id}-question`}
      describedBy={`${id}-consequence`}
      first={harmless}
      onClose={onCancel}
    >
      <h2 id={`${id}-question`}>{question}</h2>
      <p id={`${id}-consequence`} className="muted">
        {consequence}
      </p>
      <div className="actions">
        <button ref={harmless} type="button" className="button neutral" onClick={onCancel}>
          {cancelLabel}
        </button>
        <button type="button" className="button danger" onClick={onConfirm}>
          {confirmLabel}
        </button>
      </div>
    </ModalDialog>
  )
}

/**
 * Asks before the dialog below is left. Escape may be pressed before the question listens to it and then reaches the dialog below. This
 * second attempt to leave therefore counts as "stay".
 */
export function useConfirmation() {
  const [isConfirming, setIsConfirming] = useState(false)
  return { isConfirming, ask: () => setIsConfirming((isAsked) => !isAsked), stay: () => setIsConfirming(false) }
}
