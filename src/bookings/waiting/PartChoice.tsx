import { type DayPart, dayParts, partWords } from '#src/calendars/dayParts.ts'
import { FieldGroup } from '#src/web/forms/Field.tsx'
import { Check } from '#src/web/icons/Icons.tsx'
import '../times/times.css'
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
            {one === null ? 'Egal' : partWords[one]}
          </span>
        </label>
      ))}
    </div>
  </FieldGroup>
)
