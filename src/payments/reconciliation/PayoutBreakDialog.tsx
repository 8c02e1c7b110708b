import { useReasonedAct } from '#src/admin/shell/ReasonedAct.tsx'
import type { ReconciliationCalls } from '#src/payments/reconciliation/http.ts'
import { closingReasonLength } from '#src/payments/reconciliation/rules.ts'
import { breakTexts } from '#src/payouts/operator/texts.ts'
import { Field } from '#src/web/forms/Field.tsx'
import { BusyButton } from '#src/web/parts/BusyButton.tsx'
import { SmallDialog } from '#src/web/parts/SmallDialog.tsx'
import { call } from '#src/web/reading/call.ts'

export type Break = ReconciliationCalls['admin-list-breaks']['answer']['breaks'][number]
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
