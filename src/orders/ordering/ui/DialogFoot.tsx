import { orderNotice } from '#src/foundation/legal/orderRules.ts'
import { orderButtons } from '#src/orders/bookings/rules.ts'
import { estimateTexts, requestOrder } from '#src/orders/requests/texts.ts'
import { formatEuro } from '#src/platform/kit/money.ts'
import { ChevronLeft, ChevronRight } from '#src/platform/web/icons/Icons.tsx'
import { TroubleLink } from '#src/platform/web/parts/TroubleLink.tsx'
import { useSite } from '#src/platform/web/shell/site.ts'
import { depositTexts } from '#src/supply/services/deposits.ts'
import { quotePath } from '#src/supply/services/texts.ts'
import { HoldNote } from '../times/Hold.tsx'
import type { BookableCompany } from './BookableCompany.tsx'
import type { BookingSteps } from './BookingSteps.tsx'
import { depositOf, rangeText, totalText } from './PriceColumn.tsx'

type DialogFootProps = {
  company: BookableCompany
  steps: BookingSteps
  /** Id of the form that the primary button submits. */
  formId: string
  note: string
  /** Place of the search, for the request of a quote. */
  place: string
  onCancel: () => void
}

/** Price (if the price column is hidden), 'back', and the primary button. The order notice must stand directly above the order button. */
export function DialogFoot({ company, steps, formId, note, place, onCancel }: DialogFootProps) {
  const { draft, isRequest, isWaitingOnly } = steps
  const { isBusy } = steps.submission
  // Each date of a series is ordered later.
  const isSeries = steps.series.chosen !== undefined
  const { orderLabel, answerHours } = useSite()
  const isOrder = draft.step === 2
  const range = rangeText(draft)
  const deposit = isSeries ? undefined : depositOf(draft)
  const requestNotice = range === undefined ? requestOrder.notice(answerHours) : estimateTexts.notice(totalText(draft), answerHours)
  return (
    <>
      <div className={isOrder ? 'foot-total order-total' : 'foot-total'}>
        <span className="small">
          <b>{isSeries ? requestOrder.each : range === undefined ? 'Gesamtpreis' : estimateTexts.ceiling}</b>{' '}
          <span className="dim">{note.split(',')[0]}</span>
        </span>
        <span className="price">{totalText(draft)}</span>
        {deposit ? (
          <span className="small">
            {depositTexts.now} <span className="number">{formatEuro(deposit.depositCents)}</span>
          </span>
        ) : null}
        <HoldNote until={steps.hold.until} />
        {isOrder ? <TroubleLink /> : null}
        {isOrder && !isSeries ? <span className="small order-notice">{isRequest ? requestNotice : orderNotice}</span> : null}
      </div>
      {draft.step === 0 ? (
        <button key="cancel" type="button" className="button neutral" onClick={onCancel}>
          Abbrechen
        </button>
      ) : (
        <button
          key="back"
          type="button"
          className="button neutral"
          aria-label="Zurück"
          onClick={() => draft.moveTo(draft.step - 1)}
          disabled={isBusy}
        >
          <ChevronLeft />
          <span className="not-on-phones">Zurück</span>
        </button>
      )}
      {isOrder ? (
        <button
          key="order"
          type="submit"
          form={formId}
          className="button primary order-button"
          aria-busy={isBusy || undefined}
          aria-disabled={isBusy || undefined}
        >
          {isSeries ? requestOrder.series : isRequest ? requestOrder.button : orderButtons[orderLabel]}
        </button>
      ) : isWaitingOnly ? null : steps.isOnQuote && draft.service ? (
        <a className="button primary" href={quotePath({ anbieter: company.id, leistung: draft.service.id, location: place })}>
          Angebot anfordern
        </a>
      ) : (
        <button key="next" type="submit" form={formId} className="button primary">
          Weiter
          <ChevronRight />
        </button>
      )}
    </>
  )
}
