import type { InputHTMLAttributes } from 'react'
import { berlinDay } from '#src/kit/dates.ts'
import { formatEuroShort } from '#src/kit/money.ts'
import { EuroSuffix, Field } from '#src/web/forms/Field.tsx'
import { bookingLimits, lastBookableDay } from '../rules.ts'
import { type BookingDraftState, type FieldName, fieldId, fieldLabels } from './BookingDraft.tsx'
import '#src/web/forms/fields.css'

/** Step 1: who, where, when, how much. */
export function DetailsStep({ draft, hourlyRateCents }: { draft: BookingDraftState; hourlyRateCents: number | null }) {
  const now = new Date()
  return (
    <div className="field-grid two">
      <TextField draft={draft} name="customerName" input={{ type: 'text', autoComplete: 'name' }} />
      <TextField draft={draft} name="customerEmail" input={{ type: 'email', autoComplete: 'email' }} />
      <TextField draft={draft} name="customerPhone" input={{ type: 'tel', autoComplete: 'tel' }} isOptional />
      <TextField draft={draft} name="location" input={{ type: 'text', autoComplete: 'address-line1' }} />
      <TextField draft={draft} name="date" input={{ type: 'date', min: berlinDay(now), max: lastBookableDay(now) }} />
      <TextField draft={draft} name="time" input={{ type: 'time' }} />
      <Field id={fieldId('amount')} label={fieldLabels.amount} hint={amountHint(hourlyRateCents)} error={draft.errors.amount} full>
        {(control) => (
          <EuroSuffix>
            <input {...control} {...bind(draft, 'amount')} inputMode="decimal" autoComplete="off" required />
          </EuroSuffix>
        )}
      </Field>
      {/* Required where the address is typed, because we ask for reviews by mail (§ 7 Abs. 3 UWG). */}
      <p className="tiny dim full">
        Nach dem Termin bitten wir Sie einmal per E-Mail um eine Bewertung. Dem können Sie jederzeit widersprechen.
      </p>
    </div>
  )
}

type TextFieldProps = { draft: BookingDraftState; name: FieldName; input: InputHTMLAttributes<HTMLInputElement>; isOptional?: boolean }

function TextField({ draft, name, input, isOptional = false }: TextFieldProps) {
  return (
    <Field id={fieldId(name)} label={fieldLabels[name]} error={draft.errors[name]} isOptional={isOptional}>
      {(control) => <input {...control} {...bind(draft, name)} {...input} required={!isOptional} />}
    </Field>
  )
}

const bind = (draft: BookingDraftState, name: FieldName) => ({
  name,
  value: draft.draft[name],
  onChange: (event: { target: { value: string } }) => draft.type(name, event.target.value),
  onBlur: () => draft.leave(name),
})

function amountHint(hourlyRateCents: number | null) {
  const rate = hourlyRateCents === null ? '' : `Stundensatz ${formatEuroShort(hourlyRateCents)}. `
  return `${rate}Tragen Sie den vereinbarten Gesamtbetrag ein, mindestens ${formatEuroShort(bookingLimits.amountCents.min)}.`
}
