import { orderNotice } from '#src/foundation/legal/orderRules.ts'
import { orderButtons } from '#src/orders/bookings/rules.ts'
import { estimateTexts, requestOrder } from '#src/orders/requests/texts.ts'
import { ChevronLeft, ChevronRight } from '#src/platform/web/icons/Icons.tsx'
import { TroubleLink } from '#src/platform/web/parts/TroubleLink.tsx'
import { useSite } from '#src/platform/web/shell/site.ts'
import { HoldNote } from '../times/Hold.tsx'
import type { BookingDraftState } from './BookingDraft.tsx'
import { rangeText, totalText } from './PriceColumn.tsx'

type DialogFootProps = {
  draft: BookingDraftState
  /** Id of the form that the primary button submits. */
  formId: string
  note: string
  /** Moment until which the time is held. */
  until: Date | undefined
  /** True if the company has to accept first. */
  isRequest: boolean
  /** True for a request of several dates, each of which is ordered later. */
  isSeries: boolean
  /** True if no time is free, so that nothing can be booked. */
  isWaitingOnly: boolean
  /** Address of the quote request, for a service that is sold by quote only. */
  quoteHref: string | undefined
  isBusy: boolean
  onCancel: () => void
}

/** Price (if the price column is hidden), 'back', and the primary button. The order notice must stand directly above the order button. */
export function DialogFoot({
  draft,
  formId,
  note,
  until,
  isRequest,
  isSeries,
  isWaitingOnly,
  quoteHref,
  isBusy,
  onCancel,
}: DialogFootProps) {
  const { orderLabel, answerHours } = useSite()
  const isOrder = draft.step === 2
  const range = rangeText(draft)
  const requestNotice = range === undefined ? requestOrder.notice(answerHours) : estimateTexts.notice(totalText(draft), answerHours)
  return (
    <>
      <div className={isOrder ? 'foot-total order-total' : 'foot-total'}>
        <span className="small">
          <b>{isSeries ? requestOrder.each : range === undefined ? 'Gesamtpreis' : estimateTexts.ceiling}</b>{' '}
          <span className="dim">{note.split(',')[0]}</span>
        </span>
        <span className="price">{totalText(draft)}</span>
        <HoldNote until={until} />
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
      ) : isWaitingOnly ? null : quoteHref ? (
        <a className="button primary" href={quoteHref}>
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
