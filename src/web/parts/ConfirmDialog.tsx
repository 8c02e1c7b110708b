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

/**
 * Asks before something is lost. The focus starts on the harmless answer, which Escape also gives. It may be opened above another dialog.
 */
export function ConfirmDialog({ question, consequence, confirmLabel, cancelLabel, onConfirm, onCancel }: ConfirmDialogProps) {
  const returnFocus = useReturnOfFocus()
  const harmless = useRef<HTMLButtonElement>(null)
  return (
    <Radix.Root open onOpenChange={(open) => (open ? undefined : onCancel())}>
      <Radix.Portal>
        <Radix.Overlay className="overlay ask" />
        <Radix.Content
          className="small-dialog"
          role="alertdialog"
          onCloseAutoFocus={returnFocus}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            harmless.current?.focus()
          }}
        >
          <Radix.Title>{question}</Radix.Title>
          <Radix.Description className="muted">{consequence}</Radix.Description>
          <div className="actions">
            <button ref={harmless} type="button" className="button neutral" onClick={onCancel}>
              {cancelLabel}
            </button>
            <button type="button" className="button danger" onClick={onConfirm}>
              {confirmLabel}
            </button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/**
 * Asks before the dialog below is left. Escape may be pressed before the question listens to it and then reaches the dialog below. This
 * second attempt to leave therefore counts as "stay".
 */
export function useQuestion() {
  const [isAsking, setIsAsking] = useState(false)
  return { isAsking, ask: () => setIsAsking((isAsked) => !isAsked), stay: () => setIsAsking(false) }
}
