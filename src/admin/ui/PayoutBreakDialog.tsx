import { BusyButton } from '#src/accounts/ui/BusyButton.tsx'
import { closingReasonLength } from '#src/payments/reconciliationRules.ts'
import { call } from '#src/web/call.ts'
import { Field } from '#src/web/Field.tsx'
import { SmallDialog } from '#src/web/SmallDialog.tsx'
import { breakTexts } from '../payoutAreaRules.ts'
import type { Break } from './PayoutBreaks.tsx'
import { useReasonedAct } from './ReasonedAct.tsx'

type DialogProps = { found: Break; onClose: () => void; onDone: () => void; onLost: () => Promise<void> }

/** Asks why a break is done with. What was typed stays when it is refused. */
export function PayoutBreakDialog({ found, onClose, onDone, onLost }: DialogProps) {
  const { reason, problem, isBusy, change, submit } = useReasonedAct({
    act: (typed) => call('admin-close-break', { breakId: found.id, reason: typed }),
    onDone,
    onLost,
  })
  return (
    <SmallDialog title={breakTexts.close} onClose={onClose}>
      <form className="stack" noValidate onSubmit={submit}>
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
              onChange={(event) => change(event.target.value)}
            />
          )}
        </Field>
        <BusyButton isBusy={isBusy}>{breakTexts.submit}</BusyButton>
      </form>
    </SmallDialog>
  )
}
