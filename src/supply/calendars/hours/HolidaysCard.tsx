import { useRef, useState } from 'react'
import { berlinDay } from '#src/platform/kit/dates.ts'
import { type FederalState, federalStates } from '#src/platform/kit/holidays.ts'
import { Options } from '#src/platform/web/forms/Field.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { call } from '#src/platform/web/queries/call.ts'
import { type CalendarView, dayText, holidayInput, holidaysFrom, isOpenedOn } from './form.ts'
import type { CardProps } from './HoursCalls.tsx'
import { Switch } from './Switch.tsx'
import { WhoseSelect } from './WhoseSelect.tsx'

const states = Object.keys(federalStates) as FederalState[]

/** Public holidays close the company; each can be opened for the company or one of its people, with the hours of its weekday. */
export function HolidaysCard({ companyId, calendar, onSaved }: CardProps & { calendar: CalendarView }) {
  const { federal_state: state, is_on: isOn, policy, travel_kmh: travelKmh } = calendar
  const [resourceId, setResourceId] = useState<string | null>(null)
  const { isBusy, action } = useAction()
  const last = useRef<Promise<unknown>>(Promise.resolve())
  // Serialises the calls, because switches are turned faster than they are saved.
  const actNext = (run: () => Promise<void>, failed: string) => {
    last.current = last.current.then(() => action(run, failed))
  }
  const changeState = (federalState: FederalState | null) =>
    actNext(async () => {
      const saved = await call('save-policy', { companyId, isOn, federalState, policy, travelKmh })
      await onSaved(saved, federalState ? `Es gelten die Feiertage in ${federalStates[federalState]}.` : 'Feiertage gelten nicht mehr.')
    }, 'Das Bundesland wurde nicht gespeichert')
  const turn = ({ day, name }: { day: string; name: string }, isOpen: boolean) =>
    actNext(async () => {
      const saved = await call('save-day', { companyId, ...holidayInput(calendar, { day, name, resourceId, isOpen }) })
      await onSaved(saved, `${name}: ${isOpen ? 'geöffnet' : 'geschlossen'}.`)
    }, 'Der Feiertag wurde nicht gespeichert')
  return (
    <section className="card" aria-labelledby="holidays-title" aria-busy={isBusy}>
      <div className="card-head">
        <h2 id="holidays-title">Feiertage</h2>
        <WhoseSelect calendar={calendar} resourceId={resourceId} onChoose={setResourceId} />
        <label className="small">
          <span className="unseen">Bundesland</span>
          <select
            className="input"
            value={state ?? ''}
            onChange={(event) => changeState(states.find((one) => one === event.target.value) ?? null)}
          >
            <option value="">Keine Feiertage</option>
            <Options words={federalStates} />
          </select>
        </label>
      </div>
      {state === null ? (
        <p className="padded small muted">An Feiertagen gelten die Zeiten des Wochentags.</p>
      ) : (
        <ul className="hours-list">
          {holidaysFrom(state, berlinDay(new Date())).map((holiday) => (
            <li key={holiday.day}>
              <div>
                <p className="strong">{holiday.name}</p>
                <p className="small muted number">{dayText(holiday.day)}</p>
              </div>
              <Switch
                label={holiday.name}
                word={isOpenedOn(calendar, holiday.day, resourceId) ? 'offen' : 'zu'}
                isOn={isOpenedOn(calendar, holiday.day, resourceId)}
                onTurn={(isOpen) => turn(holiday, isOpen)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
