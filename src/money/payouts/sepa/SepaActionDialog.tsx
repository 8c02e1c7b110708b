import type { AdminPayout } from '#src/money/payouts/lists/rules.ts'
import { euros } from '#src/platform/kit/money.ts'
import { Field } from '#src/platform/web/forms/Field.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { useReasonedAction } from '#src/platform/web/operator/useReasonedAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { ConfirmDialog } from '#src/platform/web/parts/ConfirmDialog.tsx'
import { SmallDialog } from '#src/platform/web/parts/SmallDialog.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { payoutAreaTexts } from '../operator/texts.ts'

/** Report from the bank about a transfer of a file: returned after its execution, or deleted before. */
export type SepaAction = { kind: 'returned' | 'deleted'; payout: AdminPayout }
type SepaActionProps = { action: SepaAction; onClose: () => void; onDone: () => void }

export function SepaActionDialog({ action: { kind, payout }, onClose, onDone }: SepaActionProps) {
  const finish = () => {
    onClose()
    showToast({ kind: 'success', title: payoutAreaTexts.done })
    onDone()
  }
  const Action = kind === 'returned' ? Returned : Deleted
  return <Action payout={payout} onClose={onClose} onDone={finish} />
}

type ActionProps = { payout: AdminPayout; onClose: () => void; onDone: () => void }

function Deleted({ payout, onClose, onDone }: ActionProps) {
  const { action } = useAction({ onRefused: onClose })
  const enter = () =>
    action(() => call('admin-fail-sepa-payout', { payoutId: payout.id, bankDeletedIt: true }).then(onDone), payoutAreaTexts.notDone)
  return (
    <ConfirmDialog
      question="Hat die Bank diese Überweisung gelöscht?"
      consequence={`${payout.company_name}, ${euros(payout.paid_amount)}: Nur bestätigen, wenn die Bank es bestätigt hat. Sonst wird doppelt gezahlt.`}
      confirmLabel="Ja, die Bank hat sie gelöscht"
      cancelLabel="Nein"
      onCancel={onClose}
      onConfirm={() => void enter()}
    />
  )
}

function Returned({ payout, onClose, onDone }: ActionProps) {
  const { reason, problem, isBusy, change, submit } = useReasonedAction({
    action: (typed) => call('admin-mark-payout-returned', { payoutId: payout.id, reason: typed }).then(onDone),
  })
  return (
    <SmallDialog title="Rückgabe der Bank eintragen" onClose={onClose}>
      <form className="stack" noValidate onSubmit={submit}>
        <p>
          {payout.company_name}, {euros(payout.paid_amount)}: Die Auszahlung gilt dann als fehlgeschlagen, ihre Buchungen sind wieder offen.
        </p>
        <Field
          id="return-reason"
          label="Grund der Bank"
          hint="Die Firma liest ihn in der E-Mail."
          error={problem}
          length={{ typed: reason, longest: 200 }}
        >
          {(control) => <input {...control} value={reason} onChange={(event) => change(event.target.value)} />}
        </Field>
        <BusyButton isBusy={isBusy}>Rückgabe eintragen</BusyButton>
      </form>
    </SmallDialog>
  )
}
