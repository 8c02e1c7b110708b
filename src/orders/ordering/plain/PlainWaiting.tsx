import { waitingTexts } from '#src/orders/waiting/rules.ts'
import { Field } from '#src/platform/web/forms/Field.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { dayPartLabels, dayParts } from '#src/supply/calendars/dayParts.ts'
import { slotTexts } from '#src/supply/calendars/texts.ts'
import type { PlainBooking } from './PlainSteps.tsx'

/** Form for the waiting list if no shown day has a free time, or its result. */
export function PlainWaiting({ booking: { draft, waiting }, until }: { booking: PlainBooking; until: string }) {
  if (waiting?.told)
    return (
      <Note kind="ok" role="status" title={waitingTexts[waiting.told]}>
        {waiting.told === 'waits' ? waitingTexts.told(until, waiting.part) : waitingTexts.sent(waiting.email)}
      </Note>
    )
  return (
    <fieldset className="choice">
      <legend className="strong">{slotTexts.noneUntil(until)}</legend>
      <div className="field-grid two">
        <Field id="waiting-email" label={waitingTexts.email} error={waiting?.error}>
          {(control) => (
            <input
              {...control}
              type="email"
              name="waitingEmail"
              autoComplete="email"
              defaultValue={waiting?.email ?? draft.customerEmail}
            />
          )}
        </Field>
        <Field id="waiting-part" label="Tageszeit" error={undefined}>
          {(control) => (
            <select {...control} name="waitingPart" defaultValue={waiting?.part ?? ''}>
              <option value="">Egal</option>
              {dayParts.map((part) => (
                <option key={part} value={part}>
                  {dayPartLabels[part]}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <button className="button neutral" type="submit" name="go" value="wait">
        {waitingTexts.join}
      </button>
    </fieldset>
  )
}

const cachedNames = [
  'customerName',
  'customerEmail',
  'customerPhone',
  'location',
  'amount',
  'agreedWith',
  'description',
  'customerKind',
] as const

/** Typed values as hidden fields while only the waiting list is shown; they return once a time is free. */
export const Kept = ({ draft }: { draft: PlainBooking['draft'] }) =>
  cachedNames.map((name) => <input key={name} type="hidden" name={name} value={draft[name]} />)
