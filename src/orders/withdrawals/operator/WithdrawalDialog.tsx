import { useState } from 'react'
import type { Decision } from '#src/orders/withdrawals/listRules.ts'
import { euros } from '#src/platform/kit/money.ts'
import { CloseButton, Dialog } from '#src/platform/web/parts/Dialog.tsx'
import { QueryRegion } from '#src/platform/web/queries/QueryRegion.tsx'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { AssignBooking } from './AssignBooking.tsx'
import { withdrawalAreaTexts } from './texts.ts'
import { WithdrawalDecision } from './WithdrawalDecision.tsx'
import { WithdrawalFacts } from './WithdrawalFacts.tsx'

type DialogProps = { withdrawalId: string; onClose: () => void; onChanged: () => void }

/** Declaration with its booking, and the operator's decision. */
export function WithdrawalDialog({ withdrawalId, onClose, onChanged }: DialogProps) {
  const [decision, setDecision] = useState<Decision>()
  const { queryResult, reload } = useQuery('admin-read-withdrawal', { withdrawalId })

  function finish(refund: number | null) {
    setDecision(undefined)
    showToast({
      kind: 'success',
      title: decision === 'accept' ? withdrawalAreaTexts.accepted : withdrawalAreaTexts.rejected,
      ...(refund ? { text: `${euros(refund)} gehen zurück.` } : {}),
    })
    void reload()
    onChanged()
  }
  return (
    <Dialog
      title="Widerruf"
      bodyLabel="Einzelheiten des Widerrufs"
      onClose={onClose}
      foot={<Foot isOpen={queryResult.data?.status === 'open'} onClose={onClose} onDecide={setDecision} />}
    >
      <QueryRegion
        queryResult={queryResult}
        failed={withdrawalAreaTexts.notOpened}
        loading={<p role="status">Widerruf wird geladen…</p>}
        onRetry={reload}
      >
        {(withdrawal) => (
          <>
            <WithdrawalFacts withdrawal={withdrawal} />
            {withdrawal.status === 'open' && !withdrawal.booking ? (
              <AssignBooking
                withdrawal={withdrawal}
                onDone={() => {
                  showToast({ kind: 'success', title: 'Die Buchung ist zugeordnet' })
                  void reload()
                  onChanged()
                }}
              />
            ) : null}
            {decision ? (
              <WithdrawalDecision withdrawal={withdrawal} decision={decision} onClose={() => setDecision(undefined)} onDone={finish} />
            ) : null}
          </>
        )}
      </QueryRegion>
    </Dialog>
  )
}

type FootProps = { isOpen: boolean; onClose: () => void; onDecide: (decision: Decision) => void }

const Foot = ({ isOpen, onClose, onDecide }: FootProps) => (
  <>
    <CloseButton onClose={onClose} />
    {isOpen ? (
      <div className="row wrapping dialog-actions">
        <button type="button" className="button danger" onClick={() => onDecide('reject')}>
          Ablehnen
        </button>
        <button type="button" className="button primary" onClick={() => onDecide('accept')}>
          Annehmen
        </button>
      </div>
    ) : null}
  </>
)
