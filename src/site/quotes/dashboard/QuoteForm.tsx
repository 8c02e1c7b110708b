import { useState } from 'react'
import { hiddenNotice } from '#src/orders/bookings/masking/rules.ts'
import { formatSlot } from '#src/orders/ordering/times/texts.ts'
import { addDays, berlinDay } from '#src/platform/kit/dates.ts'
import { formatEuroShort, parseEuro } from '#src/platform/kit/money.ts'
import { ErrorSummary, Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { EuroInput, Field, FieldGroup, SelectField } from '#src/platform/web/forms/Field.tsx'
import { useIdempotencyKey } from '#src/platform/web/forms/idempotencyKey.ts'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { restChoices } from '#src/supply/services/deposits.ts'
import { depositLimits } from '#src/supply/services/rules.ts'
import type { CompanyQuote } from '../companyListRules.ts'
import { quoteForm } from '../offerRules.ts'
import { quoteLimits } from '../rules.ts'

const labels = {
  title: 'Leistung',
  amount: 'Gesamtpreis',
  minutes: 'Dauer in Stunden',
  slots: 'Termine',
  validDays: 'Gültig, in Tagen',
  depositPercent: 'Anzahlung in Prozent',
  restParts: 'Den Rest',
  text: 'Was Ihr Angebot enthält',
} as const
type FieldName = keyof typeof labels
const names = Object.keys(labels) as FieldName[]

type Slot = { date: string; time: string }
const minutesOf = (hours: string) => Math.round(Number(hours.replace(',', '.')) * 60)

type QuoteFormProps = { quote: CompanyQuote; companyId: string; onSent: () => Promise<unknown>; onClose: () => void }

/** Form of a binding quote. */
export default function QuoteForm({ quote, companyId, onSent, onClose }: QuoteFormProps) {
  const [typed, setTyped] = useState({
    title: quote.title,
    amount: '',
    hours: '2',
    validDays: '7',
    depositPercent: '',
    restParts: '1',
    text: '',
  })
  const [slots, setSlots] = useState(() => Array.from({ length: quoteLimits.slots }, () => ({ date: '', time: '' })))
  const [errors, setErrors] = useState<Partial<Record<FieldName, string>>>({})
  const attempt = useIdempotencyKey()
  const idOf = (name: FieldName) => `offer-${quote.id}-${name}`
  const refuse = (texts: Partial<Record<FieldName, string>>) => {
    setErrors(texts)
    const first = names.find((name) => texts[name])
    if (first) document.getElementById(idOf(first))?.focus()
  }
  const { isBusy, failure, action } = useAction({ onFields: refuse })
  const type = (name: keyof typeof typed, value: string) => setTyped((last) => ({ ...last, [name]: value }))
  const field = (name: FieldName) => ({ id: idOf(name), label: labels[name], error: errors[name] })

  /** Fills the first empty time, else replaces the last one. */
  const take = ({ date, time }: Slot) =>
    setSlots((last) => {
      const empty = last.findIndex((one) => one.date === '' || one.time === '')
      const at = empty === -1 ? last.length - 1 : empty
      return last.map((one, place) => (place === at ? { date, time } : one))
    })

  async function submit() {
    const cents = parseEuro(typed.amount)
    const body = {
      ...{ companyId, quoteId: quote.id, title: typed.title, text: typed.text },
      amount: cents === undefined ? 0 : cents / 100,
      minutes: minutesOf(typed.hours),
      slots: slots.filter(({ date, time }) => date !== '' && time !== ''),
      validDays: Number(typed.validDays),
      ...(typed.depositPercent.trim() === '' ? {} : { depositPercent: Number(typed.depositPercent), restParts: Number(typed.restParts) }),
    }
    const read = quoteForm.safeParse(body)
    if (!read.success)
      return refuse(Object.fromEntries(read.error.issues.map(({ path, message }) => [String(path[0]), message] as const).toReversed()))
    setErrors({})
    const answer = await action(() => call('submit-quote', body, { idempotencyKey: attempt.keyOf(body) }))
    if (!answer) return
    showToast(
      answer.hidden.length > 0
        ? { kind: 'success', title: 'Angebot abgegeben', text: hiddenNotice }
        : { kind: 'success', title: 'Angebot abgegeben' },
    )
    await onSent()
  }

  return (
    <form
      className="stack"
      noValidate
      aria-label={`Angebot: ${quote.title}`}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <ErrorSummary fields={names.filter((name) => errors[name]).map((name) => ({ id: idOf(name), label: labels[name] }))} />
      <Failure title="Das Angebot wurde nicht abgegeben" text={failure} />
      <Field {...field('title')}>
        {(control) => <input {...control} value={typed.title} onChange={(event) => type('title', event.target.value)} />}
      </Field>
      <div className="ask-pair">
        <Field {...field('amount')} hint="Verbindlich, mit allem und inkl. MwSt.">
          {(control) => <EuroInput {...control} value={typed.amount} onChange={(event) => type('amount', event.target.value)} />}
        </Field>
        <Field {...field('minutes')}>
          {(control) => (
            <input {...control} inputMode="decimal" value={typed.hours} onChange={(event) => type('hours', event.target.value)} />
          )}
        </Field>
        <Field {...field('validDays')}>
          {(control) => (
            <input
              {...control}
              type="number"
              min={quoteLimits.validDays.min}
              max={quoteLimits.validDays.max}
              value={typed.validDays}
              onChange={(event) => type('validDays', event.target.value)}
            />
          )}
        </Field>
      </div>
      <div className="ask-pair">
        <Field
          {...field('depositPercent')}
          isOptional
          hint={`Ab ${formatEuroShort(depositLimits.totalCents)} Gesamtpreis. Leer: alles bei der Annahme.`}
        >
          {(control) => (
            <input
              {...control}
              inputMode="numeric"
              value={typed.depositPercent}
              onChange={(event) => type('depositPercent', event.target.value)}
            />
          )}
        </Field>
        {typed.depositPercent.trim() === '' ? null : (
          <SelectField {...field('restParts')} value={typed.restParts} onChange={(value) => type('restParts', value)}>
            {restChoices.map(({ parts, label }) => (
              <option key={parts} value={String(parts)}>
                {label}
              </option>
            ))}
          </SelectField>
        )}
      </div>
      <FieldGroup id={idOf('slots')} legend={`${labels.slots}, 1 bis 3`} error={errors.slots}>
        {slots.map((slot, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields keep their places
          <div className="offer-slot" key={at}>
            <input
              id={at === 0 ? idOf('slots') : undefined}
              className="input"
              type="date"
              aria-label={`${at + 1}. Termin, Tag`}
              min={addDays(berlinDay(new Date()), 0)}
              value={slot.date}
              onChange={(event) =>
                setSlots((last) => last.map((one, place) => (place === at ? { ...one, date: event.target.value } : one)))
              }
            />
            <input
              className="input"
              type="time"
              aria-label={`${at + 1}. Termin, Uhrzeit`}
              value={slot.time}
              onChange={(event) =>
                setSlots((last) => last.map((one, place) => (place === at ? { ...one, time: event.target.value } : one)))
              }
            />
          </div>
        ))}
        <FreeTimes companyId={companyId} quoteId={quote.id} minutes={minutesOf(typed.hours)} taken={slots} onTake={take} />
      </FieldGroup>
      <Field {...field('text')} hint={`Höchstens 2.000 Zeichen. ${hiddenNotice}`}>
        {(control) => <textarea {...control} rows={5} value={typed.text} onChange={(event) => type('text', event.target.value)} />}
      </Field>
      <div className="row wrapping">
        <BusyButton className="button primary" isBusy={isBusy}>
          Verbindlich anbieten
        </BusyButton>
        <button type="button" className="button neutral" onClick={onClose}>
          Zurück
        </button>
      </div>
    </form>
  )
}

type FreeTimesProps = { companyId: string; quoteId: string; minutes: number; taken: readonly Slot[]; onTake: (slot: Slot) => void }

/** Free times of the given length in the company's own calendar; renders nothing without a calendar, or while loading. */
function FreeTimes({ companyId, quoteId, minutes, taken, onTake }: FreeTimesProps) {
  const isPossible = minutes >= quoteLimits.minutes.min && minutes <= quoteLimits.minutes.max
  const { queryResult } = useQuery('suggest-quote-times', { companyId, quoteId, minutes: isPossible ? minutes : quoteLimits.minutes.min })
  const free = (queryResult.data?.slots ?? []).filter(({ date, time }) => !taken.some((one) => one.date === date && one.time === time))
  if (free.length === 0) return null
  return (
    <div className="stack tight">
      <p className="small muted">Frei in Ihrem Kalender:</p>
      <div className="row wrapping">
        {free.map((slot) => (
          <button key={`${slot.date} ${slot.time}`} type="button" className="time-chip" onClick={() => onTake(slot)}>
            {formatSlot(`${slot.date} ${slot.time}`)}
          </button>
        ))}
      </div>
    </div>
  )
}
