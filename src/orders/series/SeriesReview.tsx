import { type RefObject, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { requestOfDraft } from '#src/orders/bookings/draftRules.ts'
import { formatSlot } from '#src/orders/ordering/times/texts.ts'
import { type BookableCompany, partnerOf } from '#src/orders/ordering/ui/BookableCompany.tsx'
import { type BookingDraftState, errorsByField } from '#src/orders/ordering/ui/BookingDraft.tsx'
import { changeOf, DraftSummary } from '#src/orders/ordering/ui/DraftSummary.tsx'
import { CustomerKindField } from '#src/orders/ordering/ui/EarlyStart.tsx'
import { NoteInView } from '#src/orders/ordering/ui/NoteInView.tsx'
import { SummaryRow } from '#src/orders/ordering/ui/SummaryRow.tsx'
import { discardSavedDraft } from '#src/orders/ordering/ui/savedDraft.ts'
import { requestOrder } from '#src/orders/requests/texts.ts'
import { useIdempotencyKey } from '#src/platform/web/forms/idempotencyKey.ts'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { LegalLink } from '#src/platform/web/parts/LegalLink.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { type ChosenSeries, formatSeries, seriesPage, seriesTexts } from './texts.ts'
import './series.css'

type ReviewProps = {
  draft: BookingDraftState
  company: BookableCompany
  series: ChosenSeries
  /** Handler of the button in the dialog's footer. */
  send: RefObject<(() => void) | undefined>
}

/** Last step of a request for several dates: summary and terms. */
export default function SeriesReview({ draft, company, series, send }: ReviewProps) {
  const { failure, order } = useOrder({ draft, company, series })
  useEffect(() => {
    send.current = order
    return () => {
      send.current = undefined
    }
  })
  return (
    <>
      {failure ? <NoteInView kind="bad" title="Nicht angefragt" text={failure} /> : null}
      <div className="booking-question">
        <h3>Stimmt alles?</h3>
      </div>
      <DraftSummary
        isSeries
        draft={draft}
        company={company}
        priceLabel={requestOrder.each}
        times={
          <SummaryRow label="Termine" onChange={changeOf(draft, 'date')}>
            {formatSeries({ weeks: series.weeks, count: series.dates.length })}
            {series.dates.map(({ date, time }) => (
              <span key={date} className="booking-detail">
                {formatSlot(`${date} ${time}`)}
              </span>
            ))}
          </SummaryRow>
        }
      />
      <CustomerKindField draft={draft} />
      <ul className="series-terms">
        {seriesTexts.terms.map((term) => (
          <li key={term}>{term}</li>
        ))}
      </ul>
      <p className="small muted">
        Vertragspartner wird {partnerOf(company)}. Hinweise zum <LegalLink to="privacy" />.
      </p>
    </>
  )
}

/** Sends the request, with one idempotency key per content, and navigates on. Errors of the server are shown at their fields. */
function useOrder({ draft, company, series }: Omit<ReviewProps, 'send'>) {
  const navigate = useNavigate()
  const attempt = useIdempotencyKey()
  const { failure, action } = useAction({
    onFields: ({ dates, ...texts }) => {
      const errors = errorsByField((name) => (name === 'time' ? (dates ?? texts.time) : texts[name]))
      draft.refuse(Object.keys(errors).length > 0 ? errors : { time: Object.values(texts)[0] ?? seriesTexts.taken })
    },
  })
  const order = () =>
    void action(async () => {
      const { date: _date, time: _time, earlyStartConsent: _consent, ...typed } = requestOfDraft(draft.draft, draft.service)
      const { weeks, dates } = series
      const request = { ...typed, companyId: company.id, serviceId: draft.service?.id ?? '', weeks, dates }
      const { is_confirmed: isConfirmed } = await call('request-series', request, { idempotencyKey: attempt.keyOf(request) })
      discardSavedDraft(company.id)
      if (isConfirmed) showToast({ kind: 'success', title: seriesTexts.asked })
      await navigate(isConfirmed ? '/meine-buchungen' : seriesPage, { state: { sentTo: request.customerEmail } })
    })
  return { failure, order }
}
