import { useState } from 'react'
import type { BookingKey } from '#src/orders/bookings/links/keyRules.ts'
import { earlyStartConsent } from '#src/orders/bookings/withdrawalRules.ts'
import { ConsentField } from '#src/orders/ordering/times/ConsentField.tsx'
import type { BookingReceipt } from '#src/orders/receipts/schemas.ts'
import { formatLongDate, formatMoment, formatTime } from '#src/platform/kit/dates.ts'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { FieldGroup } from '#src/platform/web/forms/Field.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { NamedPrice } from './PriceChoice.tsx'
import type { RequestView } from './rules.ts'
import { customerTexts } from './texts.ts'

type ChoiceProps = { request: RequestView; bookingKey: BookingKey; onChange: (receipt: BookingReceipt) => void }

/** Choice among the times that the company proposes, or none of them. */
export function CounterChoice({ request: { times, until, estimate, consent_until: consentUntil }, bookingKey, onChange }: ChoiceProps) {
  const [chosenId, choose] = useState('')
  const [isGiven, setIsGiven] = useState(false)
  const [missing, setMissing] = useState<string>()
  const { isBusy, failure, action } = useAction()
  const chosen = times.find(({ id }) => id === chosenId)
  const asksConsent = chosen !== undefined && consentUntil !== null && chosen.date <= consentUntil
  const { label, none, done } = customerTexts.choose
  const answer = (timeId: string | null, title: string) =>
    void action(async () => {
      const consent = asksConsent && isGiven ? { earlyStartConsent: { version: earlyStartConsent.version } } : {}
      const receipt = await call('answer-counter', { key: bookingKey, timeId, ...consent })
      showToast({ kind: 'success', title })
      onChange(receipt)
    })
  const take = () => (chosen ? answer(chosen.id, done) : setMissing(customerTexts.choose.missing))
  return (
    <section className="card padded stack" aria-labelledby="counter-choice">
      <h2 id="counter-choice">Vorgeschlagene Zeiten</h2>
      {until ? (
        <p className="muted">
          Die Zeiten sind bis {formatMoment(new Date(until))} für Sie reserviert.
          <span>{estimate?.price == null ? ' Der Preis bleibt derselbe.' : ''}</span>
        </p>
      ) : null}
      {estimate ? <NamedPrice estimate={estimate} /> : null}
      <FieldGroup id="counter-times" legend="Zeit" error={missing} isTarget>
        {times.map(({ id, date, time }) => (
          <label key={id} className="check">
            <input
              type="radio"
              name="counter-time"
              checked={id === chosenId}
              onChange={() => {
                choose(id)
                setMissing(undefined)
              }}
            />
            {formatLongDate(date)}, {formatTime(time)}
          </label>
        ))}
      </FieldGroup>
      {asksConsent ? <ConsentField id="counter-consent" until={consentUntil} isGiven={isGiven} onChange={setIsGiven} /> : null}
      <Failure title={customerTexts.failed} text={failure} />
      <div className="row wrapping">
        <BusyButton type="button" className="button primary" isBusy={isBusy} onClick={take}>
          {label}
        </BusyButton>
        <button type="button" className="button neutral" onClick={() => answer(null, customerTexts.declined)}>
          {none}
        </button>
      </div>
    </section>
  )
}
