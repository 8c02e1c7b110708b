import { FieldGroup } from '#src/platform/web/forms/Field.tsx'
import { Check } from '#src/platform/web/icons/Icons.tsx'
import { type DayPart, dayPartLabels, dayParts } from '#src/supply/calendars/dayParts.ts'
import '#src/orders/ordering/times/times.css'
import './waiting.css'

type ChoiceProps = { part: DayPart | null; onChange: (part: DayPart | null) => void }

/** Requested part of the day; null: any. */
export const PartChoice = ({ part, onChange }: ChoiceProps) => (
  <FieldGroup id="waiting-part" legend="Tageszeit" error={undefined}>
    <div className="waiting-parts">
      {[null, ...dayParts].map((one) => (
        <label key={one} className="time-option">
          <input type="radio" name="waiting-part" checked={part === one} onChange={() => onChange(one)} />
          <span>
            <Check />
            {one === null ? 'Egal' : dayPartLabels[one]}
          </span>
        </label>
      ))}
    </div>
  </FieldGroup>
)
