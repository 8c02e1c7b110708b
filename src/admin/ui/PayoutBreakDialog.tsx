import { type FormEvent, useState } from 'react'
import { BusyButton } from '#src/accounts/ui/BusyButton.tsx'
import { closingReasonLength } from '#src/payments/bookRules.ts'
import { CallError, call } from '#src/web/call.ts'
import { Field } from '#src/web/Field.tsx'
import { SmallDialog } from '#src/web/SmallDialog.tsx'
import { breakTexts } from '../payoutAreaRules.ts'
import { leaveWhenLost, reasonOf } from './AdminReading.tsx'
import type { Break } from './PayoutBreaks.tsx'

type DialogProps = { found: Break; onClose: () => void; onDone: () => void; onLost: () => Promise<void> }

/** Asks why a break is done with. What was typed stays when it is refused. */
export function PayoutBreakDialog({ found, onClose, onDone, onLost }: DialogProps) {
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setIsBusy(true)
    try {
      await call('admin-close-break', { breakId: found.id, reason })
      onDone()
    } catch (error) {
      setIsBusy(false)
      setProblem((error instanceof CallError ? error.fields.reason?.[0] : undefined) ?? reasonOf(error))
      await leaveWhenLost(error, onLost)
    }
  }
  return (
    <SmallDialog title={breakTexts.close} onClose={onClose}>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <p className="pay-break">
          {found.text}: {found.reference}
        </p>
        <p className="mut">{breakTexts.consequence}</p>
        <Field id="break-reason" label="Grund" error={problem}>
          {(control) => (
            <textarea
              {...control}
              rows={3}
              value={reason}
              maxLength={closingReasonLength.max}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        <BusyButton isBusy={isBusy}>{breakTexts.submit}</BusyButton>
      </form>
    </SmallDialog>
  )
}
