import { type ReactNode, useState } from 'react'
import { Field } from '#src/platform/web/forms/Field.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { CloseButton, Dialog } from '#src/platform/web/parts/Dialog.tsx'
import { fieldTextsOf } from '#src/platform/web/queries/refusals.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { verificationLimits, verificationTexts } from '../verification/rules.ts'
import '#src/platform/web/styles/facts.css'

type Decision = { isAccepted: boolean; reason: string }
type DialogProps = {
  title: string
  bodyLabel: string
  /** True while undecided; otherwise the dialog can only be closed. */
  isOpen: boolean
  accept: string
  decide: (decision: Decision) => Promise<unknown>
  /** Further fields of an open decision, with the server's texts for them by name. */
  fields?: (problems: Record<string, string>) => ReactNode
  onClose: () => void
  onChanged: () => void
  children: ReactNode
}

/** A company's submission and the operator's decision; a refusal needs a reason. */
export function DecisionDialog({ title, bodyLabel, isOpen, accept, decide, fields, onClose, onChanged, children }: DialogProps) {
  const [reason, setReason] = useState('')
  const { problems, isBusy, settle } = useDecision(decide, () => {
    onClose()
    onChanged()
  })
  return (
    <Dialog
      title={title}
      bodyLabel={bodyLabel}
      onClose={onClose}
      foot={
        isOpen ? (
          <>
            <BusyButton type="button" className="button danger" isBusy={isBusy} onClick={() => void settle({ isAccepted: false, reason })}>
              Ablehnen
            </BusyButton>
            <BusyButton type="button" className="button primary" isBusy={isBusy} onClick={() => void settle({ isAccepted: true, reason })}>
              {accept}
            </BusyButton>
          </>
        ) : (
          <CloseButton onClose={onClose} />
        )
      }
    >
      {children}
      {isOpen ? fields?.(problems) : null}
      {isOpen ? (
        <Field
          id="decision-reason"
          label="Begründung"
          hint={verificationTexts.reasonHint}
          error={problems.reason}
          length={{ typed: reason, longest: verificationLimits.reason }}
        >
          {(control) => <textarea {...control} rows={4} value={reason} onChange={(event) => setReason(event.target.value)} />}
        </Field>
      ) : null}
    </Dialog>
  )
}

function useDecision(decide: (decision: Decision) => Promise<unknown>, onDone: () => void) {
  const [problems, setProblems] = useState<Record<string, string>>({})
  const { isBusy, action } = useAction({ onRefused: (error) => setProblems(fieldTextsOf(error)) })

  async function settle(decision: Decision) {
    const isUnfounded = !decision.isAccepted && decision.reason.trim() === ''
    setProblems(isUnfounded ? { reason: verificationTexts.reasonMissing } : {})
    if (isUnfounded) return
    await action(async () => {
      await decide(decision)
      showToast({ kind: 'success', title: verificationTexts.decided })
      onDone()
    }, verificationTexts.notDecided)
  }
  return { problems, isBusy, settle }
}
