import { type FormEvent, useState } from 'react'
import { SmallDialog } from '#src/platform/web/parts/SmallDialog.tsx'
import { weekdays } from './form.ts'

type PickDaysProps = { from: number; onPick: (days: readonly number[]) => void; onClose: () => void }

/** Dialog that copies the hours of a day to other days; the other working days are preselected. */
export function PickDays({ from, onPick, onClose }: PickDaysProps) {
  const [picked, setPicked] = useState<readonly number[]>(() => [0, 1, 2, 3, 4].filter((day) => day !== from))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onPick(picked)
  }
  return (
    <SmallDialog title={`Zeiten von ${weekdays[from]} übertragen`} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <fieldset className="field">
          <legend className="label">Auf diese Tage</legend>
          {weekdays.map((name, day) =>
            day === from ? null : (
              <label key={name} className="check">
                <input
                  type="checkbox"
                  checked={picked.includes(day)}
                  onChange={(event) => setPicked(event.target.checked ? [...picked, day] : picked.filter((one) => one !== day))}
                />
                {name}
              </label>
            ),
          )}
        </fieldset>
        <div className="actions">
          <button type="button" className="button neutral" onClick={onClose}>
            Abbrechen
          </button>
          <button type="submit" className="button primary">
            Übertragen
          </button>
        </div>
      </form>
    </SmallDialog>
  )
}
