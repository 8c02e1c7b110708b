import type { ReactNode } from 'react'
import { BusyButton } from '../parts/BusyButton.tsx'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { SmallDialog } from '../parts/SmallDialog.tsx'
import { ReasonField } from './ReasonField.tsx'
import { type ReasonedActionParts, useReasonedAction } from './useReasonedAction.ts'

type ReasonDialogProps = Omit<ReasonedActionParts, 'isAskedFor'> & {
  title: string
  field: { id: string; label?: string; hint?: string; longest?: number }
  button: string
  isDangerous?: boolean
  /** Confirmation before the action. */
  question?: { question: string; consequence: string; confirmLabel: string }
  onClose: () => void
  /** Subject, above the field. */
  children?: ReactNode
}

/** Dialog for an action that needs a reason and, if it cannot be undone, a final confirmation. */
export function ReasonDialog({ title, field, button, isDangerous = false, question, onClose, children, ...parts }: ReasonDialogProps) {
  const { reason, problem, isBusy, change, submit, isConfirming, confirm, stay } = useReasonedAction({
    ...parts,
    isAskedFor: question !== undefined,
  })
  return (
    <SmallDialog title={title} onClose={onClose}>
      <form className="stack" noValidate onSubmit={submit}>
        {children}
        <ReasonField {...field} value={reason} error={problem} onChange={change} />
        <BusyButton className={isDangerous ? 'button danger wide' : 'button primary wide'} isBusy={isBusy}>
          {button}
        </BusyButton>
      </form>
      {question && isConfirming ? <ConfirmDialog {...question} cancelLabel="Nein" onCancel={stay} onConfirm={confirm} /> : null}
    </SmallDialog>
  )
}
