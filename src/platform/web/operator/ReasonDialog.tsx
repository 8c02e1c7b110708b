import type { ReactNode } from 'react'
import { BusyButton } from '../parts/BusyButton.tsx'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { SmallDialog } from '../parts/SmallDialog.tsx'
import { type ReasonedActParts, useReasonedAct } from './ReasonedAct.tsx'
import { ReasonField } from './ReasonField.tsx'

type ReasonDialogProps = Omit<ReasonedActParts, 'isAskedFor'> & {
  title: string
  field: { id: string; label?: string; hint?: string; longest?: number }
  button: string
  isDangerous?: boolean
  /** The last question before it is done. */
  question?: { question: string; consequence: string; confirmLabel: string }
  onClose: () => void
  /** What it is about, above the field. */
  children?: ReactNode
}

/** A dialog for an act that needs a reason and, if it cannot be undone, a final confirmation. */
export function ReasonDialog({ title, field, button, isDangerous = false, question, onClose, children, ...parts }: ReasonDialogProps) {
  const { reason, problem, isBusy, change, submit, isAsking, confirm, stay } = useReasonedAct({
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
      {question && isAsking ? <ConfirmDialog {...question} cancelLabel="Nein" onCancel={stay} onConfirm={confirm} /> : null}
    </SmallDialog>
  )
}
