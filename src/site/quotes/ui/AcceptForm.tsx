import { useState } from 'react'
import {
  type CustomerKind,
  customerKindNames,
  customerKinds,
  earlyStartConsent,
  needsEarlyStart,
  withdrawalDeadline,
} from '#src/orders/bookings/withdrawalRules.ts'
import { ConsentField } from '#src/orders/ordering/times/ConsentField.tsx'
import { formatSlot } from '#src/orders/ordering/times/texts.ts'
import { berlinDay } from '#src/platform/kit/dates.ts'
import { centsOf, euros } from '#src/platform/kit/money.ts'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { errorsOf } from '#src/platform/web/forms/errorsOf.ts'
import { Field } from '#src/platform/web/forms/Field.tsx'
import { useIdempotencyKey } from '#src/platform/web/forms/idempotencyKey.ts'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { LegalLink } from '#src/platform/web/parts/LegalLink.tsx'
import { CallError, call } from '#src/platform/web/queries/call.ts'
import { splitPrice, splitSentence } from '#src/supply/services/deposits.ts'
import { acceptance } from '../offerRules.ts'
import { acceptLabel, type QuoteRequestView, type QuoteView } from '../rules.ts'

type AcceptFormProps = {
  token: string
  request: QuoteRequestView
  quote: QuoteView
  start: string
  /** Receives the next free times if the chosen one is gone. */
  onSlots: (slots: string[]) => void
}

/** Sentences with the deposit and the later payments of a quote. */
const depositSentence = ({ total, deposit_percent: depositPercent, rest_parts: restParts }: NonNullable<QuoteView['offer']>) =>
  splitSentence(splitPrice({ priceKind: 'fixed', depositPercent, restParts }, centsOf(total), restParts))

/** Order form: the booking data that the request lacks, and the button with obligation to pay. */
export function AcceptForm({ token, request, quote, start, onSlots }: AcceptFormProps) {
  const [typed, setTyped] = useState({ location: '', customerPhone: '' })
  const [kind, setKind] = useState<CustomerKind>('consumer')
  const [consents, setConsents] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const attempt = useIdempotencyKey()
  const { isBusy, failure, action } = useAction({
    onFields: (texts) => setErrors(texts),
    onRefused: (error) => {
      if (error instanceof CallError && error.fields.slots) onSlots(error.fields.slots)
    },
  })
  const [date = '', time = ''] = start.split(' ')
  const today = berlinDay(new Date())
  const isAsked = date !== '' && needsEarlyStart({ kind, category: request.category, date }, today)
  const total = euros(quote.offer?.total ?? 0)
  const deposit = quote.offer ? depositSentence(quote.offer) : undefined

  async function submit() {
    const problems = errorsOf(typedFields)(typed)
    setErrors(problems)
    const first = Object.keys(problems)[0]
    if (first) return document.getElementById(`accept-${first}`)?.focus()
    const body = {
      ...{ token, quoteId: quote.id ?? '', date, time, ...typed, customerKind: kind },
      ...(isAsked && consents ? { earlyStartConsent: { version: earlyStartConsent.version } } : {}),
    }
    const answer = await action(() => call('accept-quote', body, { idempotencyKey: attempt.keyOf(body) }))
    attempt.forget()
    if (answer) window.location.assign(answer.url)
  }

  return (
    <form
      className="card padded stack"
      noValidate
      aria-labelledby="accept-title"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <h3 id="accept-title">
        {quote.company_name}, {total}, Beginn {formatSlot(start)}
      </h3>
      {deposit === undefined ? null : <p>{deposit}</p>}
      <Failure title="Das Angebot wurde nicht angenommen" text={failure ?? errors.time ?? errors.amount} />
      <div className="ask-pair">
        <Field id="accept-location" label="Wohin soll der Anbieter kommen?" error={errors.location}>
          {(control) => (
            <input
              {...control}
              autoComplete="address-line1"
              value={typed.location}
              onChange={(event) => setTyped((last) => ({ ...last, location: event.target.value }))}
            />
          )}
        </Field>
        <Field id="accept-customerPhone" label="Telefon" isOptional error={errors.customerPhone}>
          {(control) => (
            <input
              {...control}
              type="tel"
              autoComplete="tel"
              value={typed.customerPhone}
              onChange={(event) => setTyped((last) => ({ ...last, customerPhone: event.target.value }))}
            />
          )}
        </Field>
      </div>
      <fieldset className="field">
        <legend className="label">Sie buchen als</legend>
        <div className="row wrapping quote-choices">
          {customerKinds.map((one) => (
            <label key={one} className="check">
              <input type="radio" name="accept-kind" checked={kind === one} onChange={() => setKind(one)} />
              {customerKindNames[one]}
            </label>
          ))}
        </div>
      </fieldset>
      {isAsked || errors.earlyStartConsent ? (
        <ConsentField
          id="accept-earlyStartConsent"
          until={withdrawalDeadline(today)}
          isGiven={consents}
          error={errors.earlyStartConsent}
          onChange={setConsents}
        />
      ) : null}
      <p className="small muted">
        Mit der Annahme ist der Auftrag verbindlich und Sie zahlen {total}. Der Termin wird dabei noch einmal geprüft. Die anderen Anbieter
        bekommen eine Absage ohne Ihren Namen. Es gelten die <LegalLink to="customerTerms" /> und die <LegalLink to="withdrawalPolicy" />.
      </p>
      <div>
        <BusyButton className="button primary" isBusy={isBusy}>
          {acceptLabel}
        </BusyButton>
      </div>
    </form>
  )
}

const typedFields = acceptance.pick({ location: true, customerPhone: true })
