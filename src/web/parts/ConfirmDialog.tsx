import * as Radix from '@radix-ui/react-dialog'
import { useRef, useState } from 'react'
import { useReturnOfFocus } from './Dialog.tsx'
import '../styles/dialog.css'

type ConfirmDialogProps = {
  /** 'Buchung abbrechen?' */
  question: string
  /** One sentence that says what will be lost. */
  consequence: string
  confirmLabel: string
  cancelLabel: string
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before something is lost. Focus starts on the harmless answer; Escape means the same. It may stand above another dialog. */
export function ConfirmDialog({ question, consequence, confirmLabel, cancelLabel, onConfirm, onCancel }: ConfirmDialogProps) {
  const returnFocus = useReturnOfFocus()
  const harmless = useRef<HTMLButtonElement>(null)
  return (
    <Radix.Root open onOpenChange={(open) => (open ? undefined : onCancel())}>
      <Radix.Portal>
        <Radix.Overlay className="ov ask" />
        <Radix.Content
          className="dlg-ask"
          role="alertdialog"
          onCloseAutoFocus={returnFocus}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            harmless.current?.focus()
          }}
        >
          <Radix.Title>{question}</Radix.Title>
          <Radix.Description className="mut">{consequence}</Radix.Description>
          <div className="acts">
            <button ref={harmless} type="button" className="btn btn-g" onClick={onCancel}>
              {cancelLabel}
            </button>
            <button type="button" className="btn btn-d" onClick={onConfirm}>
              {confirmLabel}
            </button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/**
 * Asks before the dialog below is left. Escape may come before the question that just appeared listens to it: then it reaches the dialog
 * below, and to leave once more is to stay.
 */
export function useQuestion() {
  const [isAsking, setIsAsking] = useState(false)
  return { isAsking, ask: () => setIsAsking((isAsked) => !isAsked), stay: () => setIsAsking(false) }
}
