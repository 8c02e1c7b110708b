import { TimeOption } from '#src/orders/appointments/times/TimeOption.tsx'
import { FieldGroup } from '#src/platform/web/forms/Field.tsx'
import { type DayPart, dayPartLabels, dayParts } from '#src/supply/calendars/dayParts.ts'
import './waiting.css'

type ChoiceProps = { part: DayPart | null; onChange: (part: DayPart | null) => void }

/** Requested part of the day; null: any. */
export const PartChoice = ({ part, onChange }: ChoiceProps) => (
  <FieldGroup id="waiting-part" legend="Tageszeit" error={undefined}>
    <div className="waiting-parts">
      {[null, ...dayParts].map((one) => (
        <TimeOption key={one} name="waiting-part" isChosen={part === one} onChoose={() => onChange(one)}>
          {one === null ? 'Egal' : dayPartLabels[one]}
        </TimeOption>
      ))}
    </div>
  </FieldGroup>
)
