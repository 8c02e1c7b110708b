import { type ReactNode, useState } from 'react'
import { Field } from '#src/platform/web/forms/Field.tsx'
import { useAct } from '#src/platform/web/forms/useAct.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Dialog } from '#src/platform/web/parts/Dialog.tsx'
import { fieldTextsOf } from '#src/platform/web/reading/refusals.ts'
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
  onClose: () => void
  onChanged: () => void
  children: ReactNode
}

/** A company's submission and the operator's decision; a refusal needs a reason. */
export function DecisionDialog({ title, bodyLabel, isOpen, accept, decide, onClose, onChanged, children }: DialogProps) {
  const [reason, setReason] = useState('')
  const { fault, isBusy, settle } = useDecision(decide, () => {
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
          <button type="button" className="button neutral" onClick={onClose}>
            Schließen
          </button>
        )
      }
    >
      {children}
      {isOpen ? (
        <Field
          id="decision-reason"
          label="Begründung"
          hint={verificationTexts.reasonHint}
          error={fault}
          length={{ typed: reason, longest: verificationLimits.reason }}
        >
          {(control) => <textarea {...control} rows={4} value={reason} onChange={(event) => setReason(event.target.value)} />}
        </Field>
      ) : null}
    </Dialog>
  )
}

function useDecision(decide: (decision: Decision) => Promise<unknown>, onDone: () => void) {
  const [fault, setFault] = useState<string>()
  const { isBusy, act } = useAct({ onRefused: (error) => setFault(fieldTextsOf(error).reason) })

  async function settle(decision: Decision) {
    const isUnfounded = !decision.isAccepted && decision.reason.trim() === ''
    setFault(isUnfounded ? verificationTexts.reasonMissing : undefined)
    if (isUnfounded) return
    await act(async () => {
      await decide(decision)
      showToast({ kind: 'success', title: verificationTexts.decided })
      onDone()
    }, verificationTexts.notDecided)
  }
  return { fault, isBusy, settle }
}
