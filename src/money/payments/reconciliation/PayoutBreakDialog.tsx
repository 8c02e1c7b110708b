import { closingReasonLength } from '#src/money/payments/reconciliation/rules.ts'
import { discrepancyTexts } from '#src/money/payouts/operator/texts.ts'
import { ReasonDialog } from '#src/platform/web/operator/ReasonDialog.tsx'
import { type CallAnswer, call } from '#src/platform/web/queries/call.ts'
import './breaks.css'

export type Discrepancy = CallAnswer<'admin-list-breaks'>['breaks'][number]
type DialogProps = { found: Discrepancy; onClose: () => void; onDone: () => void }

/** Dialog that asks for the reason to close a discrepancy. The typed text is kept if the call fails. */
export const PayoutBreakDialog = ({ found, onClose, onDone }: DialogProps) => (
  <ReasonDialog
    title={discrepancyTexts.close}
    field={{ id: 'break-reason', longest: closingReasonLength.max }}
    button={discrepancyTexts.submit}
    action={(reason) => call('admin-close-break', { breakId: found.id, reason }).then(onDone)}
    onClose={onClose}
  >
    <p className="payout-break">
      {found.text}: {found.reference}
    </p>
    <p className="muted">{discrepancyTexts.consequence}</p>
  </ReasonDialog>
)
