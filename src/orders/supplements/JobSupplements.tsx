import { useState } from 'react'
import { AddPhoto } from '#src/orders/onsite/AddPhoto.tsx'
import { PhotoButton } from '#src/orders/onsite/PhotoButton.tsx'
import { euros } from '#src/platform/kit/money.ts'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { StatusChip } from '#src/platform/web/parts/StatusChip.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { useKeptSupplements } from './KeptSupplements.tsx'
import { SupplementRow } from './OwnSupplements.tsx'
import { ProposeDialog } from './ProposeDialog.tsx'
import type { JobSupplementsView, SupplementView } from './rules.ts'
import { supplementLimits, supplementTexts } from './texts.ts'
import './supplements.css'

type Ids = { companyId: string; bookingId: string }
type JobProps = { ids: Ids; supplements: JobSupplementsView; onDone: () => unknown }
const texts = supplementTexts.company

/** Supplements of a company's booking: proposed ones, those waiting for a connection, and the button to propose one. */
export default function JobSupplements({ ids, supplements, onDone }: JobProps) {
  const [isProposing, setIsProposing] = useState(false)
  const { kept, keep } = useKeptSupplements({ ids, onSent: onDone })
  const { list, room } = supplements
  if (room === null && list.length === 0 && kept.length === 0) return null
  const mayPropose = room !== null && room * 100 >= supplementLimits.totalCents.min
  return (
    <section className="stack" aria-labelledby="job-supplements">
      <h3 id="job-supplements">{texts.title}</h3>
      {mayPropose && list.length === 0 ? <p className="small muted">{texts.hint}</p> : null}
      {list.length > 0 || kept.length > 0 ? (
        <ul className="supplement-list">
          {list.map((one) =>
            one.status === 'open' ? (
              <OpenRow key={one.id} {...{ ids, onDone }} supplement={one} />
            ) : (
              <SupplementRow key={one.id} supplement={one}>
                <Receipt ids={ids} supplement={one} />
              </SupplementRow>
            ),
          )}
          {kept.map((one) => (
            <li key={one.id}>
              <span>{one.title}</span>
              <StatusChip tone="waiting">{texts.keptTitle}</StatusChip>
            </li>
          ))}
        </ul>
      ) : null}
      {mayPropose ? (
        <div className="row wrapping">
          <button type="button" className="button secondary" onClick={() => setIsProposing(true)}>
            {texts.propose}
          </button>
          <span className="small dim">Bis {euros(room)} möglich</span>
        </div>
      ) : null}
      {isProposing ? (
        <ProposeDialog
          ids={ids}
          supplements={supplements}
          onClose={() => setIsProposing(false)}
          onKept={(supplement, hasReceipt) => {
            keep(supplement)
            setIsProposing(false)
            showToast({ kind: 'info', title: texts.keptTitle, text: hasReceipt ? `${texts.kept} ${texts.receiptLater}` : texts.kept })
          }}
          onSent={(isReceiptMissing) => {
            setIsProposing(false)
            showToast({ kind: 'success', title: texts.sent, ...(isReceiptMissing ? { text: texts.receiptMissing } : {}) })
            onDone()
          }}
        />
      ) : null}
    </section>
  )
}

function OpenRow({ ids, supplement, onDone }: { ids: Ids; supplement: SupplementView; onDone: () => unknown }) {
  const { isBusy, action } = useAction()
  const withdraw = () =>
    void action(async () => {
      await call('withdraw-supplement', { ...ids, id: supplement.id })
      showToast({ kind: 'success', title: texts.withdrawn })
      onDone()
    }, texts.withdrawFailed)
  return (
    <SupplementRow supplement={supplement}>
      <Receipt ids={ids} supplement={supplement} />
      {supplement.kind === 'material' && !supplement.receipt ? (
        <AddPhoto
          ids={ids}
          what={{ kind: 'receipt', supplementId: supplement.id }}
          label={texts.addReceipt}
          more={supplement.title}
          onDone={onDone}
        />
      ) : null}
      <BusyButton type="button" className="button neutral small" isBusy={isBusy} onClick={withdraw}>
        {texts.withdraw}
      </BusyButton>
    </SupplementRow>
  )
}

/** Photographed receipt of a supplement. */
function Receipt({ ids, supplement: { receipt } }: { ids: Ids; supplement: SupplementView }) {
  if (!receipt) return null
  const path = `/functions/v1/work-photo?${new URLSearchParams({ ...ids, id: receipt.id })}`
  return (
    <span className="supplement-receipt">
      <PhotoButton label={texts.receipt} name={receipt.name} uploadedAt={new Date(receipt.uploaded_at)} path={path} />
    </span>
  )
}
