import { useState } from 'react'
import type { BookingKey } from '#src/orders/bookings/links/keyRules.ts'
import type { BookingReceipt } from '#src/orders/receipts/schemas.ts'
import { eurosOf, formatEuroShort, parseEuro } from '#src/platform/kit/money.ts'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { EuroInput, Field, FieldGroup } from '#src/platform/web/forms/Field.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { isTip, tipLimits, tipTexts } from './rules.ts'
import './tips.css'

/** Id of the first amount, which takes the focus of an error. */
const firstId = `tip-${tipLimits.suggested[0]}`

type OwnProps = { receipt: BookingReceipt; tip: NonNullable<BookingReceipt['tip']>; bookingKey: BookingKey }

/** Tip for the company of a finished job: given, or to be given. */
export default function OwnTip({ receipt: { company }, tip, bookingKey }: OwnProps) {
  return (
    <section id="trinkgeld" className="card padded stack" aria-labelledby="own-tip">
      <h2 id="own-tip">{tipTexts.title}</h2>
      {tip.given === null ? (
        <TipForm company={company.company_name} bookingKey={bookingKey} />
      ) : (
        <p>{tipTexts.given(tip.given, company.company_name)}</p>
      )}
    </section>
  )
}

function TipForm({ company, bookingKey }: { company: string; bookingKey: BookingKey }) {
  // No amount is preselected: a tip is voluntary.
  const [chosen, setChosen] = useState<number | 'own'>()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const { isBusy, failure, action } = useAction({ onFields: ({ amount }) => setError(amount) })
  const choose = (next: number | 'own') => {
    setChosen(next)
    setError(undefined)
  }
  const send = () => {
    const cents = chosen === 'own' ? parseEuro(typed) : chosen === undefined ? undefined : chosen * 100
    if (!isTip(cents)) {
      setError(tipTexts.amount)
      document.getElementById(chosen === 'own' ? 'tip-own' : firstId)?.focus()
      return
    }
    void action(async () => {
      const { url } = await call('give-tip', { key: bookingKey, amount: eurosOf(cents) })
      location.assign(url)
    })
  }
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <p>{tipTexts.says(company)}</p>
      <Failure title={tipTexts.failed} text={failure} />
      <FieldGroup id={firstId} legend={tipTexts.legend} error={chosen === 'own' ? undefined : error}>
        <div className="tip-amounts">
          {tipLimits.suggested.map((amount) => (
            <label key={amount} className="check tip-amount">
              <input id={`tip-${amount}`} type="radio" name="tip" checked={chosen === amount} onChange={() => choose(amount)} />
              <span className="number">{formatEuroShort(amount * 100)}</span>
            </label>
          ))}
          <label className="check tip-amount">
            <input type="radio" name="tip" checked={chosen === 'own'} onChange={() => choose('own')} />
            <span>{tipTexts.other}</span>
          </label>
        </div>
      </FieldGroup>
      {chosen === 'own' ? (
        <Field id="tip-own" label={tipTexts.own} error={error}>
          {(control) => (
            <EuroInput
              {...control}
              type="text"
              autoComplete="off"
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value)
                setError(undefined)
              }}
            />
          )}
        </Field>
      ) : null}
      <BusyButton isBusy={isBusy}>{tipTexts.pay}</BusyButton>
    </form>
  )
}
