import { closingReasonLength } from '#src/money/payments/reconciliation/rules.ts'
import { breakTexts } from '#src/money/payouts/operator/texts.ts'
import { ReasonDialog } from '#src/platform/web/operator/ReasonDialog.tsx'
import { type CallAnswer, call } from '#src/platform/web/reading/call.ts'
import './breaks.css'

export type Break = CallAnswer<'admin-list-breaks'>['breaks'][number]
type DialogProps = { found: Break; onClose: () => void; onDone: () => void }

/** Dialog that asks for the reason to close a discrepancy. The typed text is kept if the call fails. */
export const PayoutBreakDialog = ({ found, onClose, onDone }: DialogProps) => (
  <ReasonDialog
    title={breakTexts.close}
    field={{ id: 'break-reason', longest: closingReasonLength.max }}
    button={breakTexts.submit}
    act={(reason) => call('admin-close-break', { breakId: found.id, reason }).then(onDone)}
    onClose={onClose}
  >
    <p className="payout-break">
      {found.text}: {found.reference}
    </p>
    <p className="muted">{breakTexts.consequence}</p>
  </ReasonDialog>
)
