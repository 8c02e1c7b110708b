import type { BookingKey } from '#src/orders/bookings/links/keyRules.ts'
import type { BookingReceipt } from '#src/orders/receipts/schemas.ts'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { euros } from '#src/platform/kit/money.ts'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import type { RequestView, ShownEstimate } from './rules.ts'
import { customerTexts, estimateTexts } from './texts.ts'

type ChoiceProps = { receipt: BookingReceipt; request: RequestView; bookingKey: BookingKey; onChange: (receipt: BookingReceipt) => void }

/** Decision about a price above the ceiling: accept and pay it, or decline. */
export function PriceChoice({ receipt, request: { estimate, until }, bookingKey, onChange }: ChoiceProps) {
  const { isBusy, failure, action } = useAction()
  if (!estimate) return null
  const { title, says, until: untilText, take, refuse, taken, refused } = estimateTexts.above
  const answer = (isAccepted: boolean) =>
    void action(async () => {
      const changed = await call('answer-price', { key: bookingKey, isAccepted })
      showToast({ kind: 'success', title: isAccepted ? taken : refused })
      onChange(changed)
    })
  return (
    <section className="card padded stack" aria-labelledby="price-choice">
      <h2 id="price-choice">{title}</h2>
      <p>{says(receipt.company.company_name, estimate)}</p>
      <NamedPrice estimate={estimate} />
      {until ? <p className="muted">{untilText(formatMoment(new Date(until)))}</p> : null}
      <Failure title={customerTexts.failed} text={failure} />
      <div className="row wrapping">
        <BusyButton type="button" className="button primary" isBusy={isBusy} onClick={() => answer(true)}>
          {take}
        </BusyButton>
        <button type="button" className="button neutral" disabled={isBusy} onClick={() => answer(false)}>
          {refuse}
        </button>
      </div>
    </section>
  )
}

/** Price that the company named, and its reason; nothing while it named none. */
export const NamedPrice = ({ estimate: { price, reason } }: { estimate: ShownEstimate }) =>
  price === null ? null : (
    <dl className="summary">
      <div>
        <dt>Preis</dt>
        <dd className="number">{euros(price)}</dd>
      </div>
      {reason === null ? null : (
        <div>
          <dt>{estimateTexts.reason}</dt>
          <dd>{reason}</dd>
        </div>
      )}
    </dl>
  )
