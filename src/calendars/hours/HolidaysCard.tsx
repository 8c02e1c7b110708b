import { useRef } from 'react'
import { berlinDay } from '#src/kit/dates.ts'
import { type FederalState, federalStates } from '#src/kit/holidays.ts'
import { useAct } from '#src/web/forms/useAct.ts'
import { call } from '#src/web/reading/call.ts'
import { dayText, holidaysFrom, type ShownCalendar, usualWeek, weekDraftOf, weekdayOf, weekInputOf } from './form.ts'
import { type CardProps, savePolicy } from './HoursCalls.tsx'
import { Switch } from './Switch.tsx'

const states = Object.entries(federalStates) as [FederalState, string][]

/** Public holidays close the company; each can be opened, with the hours of its weekday. */
export function HolidaysCard({ companyId, calendar, onSaved }: CardProps & { calendar: ShownCalendar }) {
  const { federal_state: state, is_on: isOn, policy, travel_kmh: travelKmh } = calendar
  const { isBusy, act } = useAct()
  const last = useRef<Promise<unknown>>(Promise.resolve())
  // Switches are turned faster than they are saved: each waits for the one before.
  const actNext = (run: () => Promise<void>, failed: string) => {
    last.current = last.current.then(() => act(run, failed))
  }
  const opened = new Set(calendar.days.filter(({ resource_id, ranges }) => resource_id === null && ranges.length > 0).map(({ day }) => day))
  const changeState = (federalState: FederalState | null) =>
    actNext(async () => {
      const saved = await savePolicy(companyId, { isOn, federalState, policy, travelKmh })
      await onSaved(saved, federalState ? `Es gelten die Feiertage in ${federalStates[federalState]}.` : 'Feiertage gelten nicht mehr.')
    }, 'Das Bundesland wurde nicht gespeichert')
  const turn = ({ day, name }: { day: string; name: string }, isOpen: boolean) =>
    actNext(async () => {
      const ranges = isOpen ? hoursOn(calendar, day) : null
      await onSaved(
        await call('save-day', { companyId, day, ranges, note: isOpen ? name : '' }),
        `${name}: ${isOpen ? 'geöffnet' : 'geschlossen'}.`,
      )
    }, 'Der Feiertag wurde nicht gespeichert')
  return (
    <section className="card" aria-labelledby="holidays-title" aria-busy={isBusy}>
      <div className="card-head">
        <h2 id="holidays-title">Feiertage</h2>
        <label className="small">
          <span className="unseen">Bundesland</span>
          <select
            className="input"
            value={state ?? ''}
            onChange={(event) => changeState(states.find(([key]) => key === event.target.value)?.[0] ?? null)}
          >
            <option value="">Keine Feiertage</option>
            {states.map(([key, name]) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
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
                word={opened.has(holiday.day) ? 'offen' : 'zu'}
                isOn={opened.has(holiday.day)}
                onTurn={(isOpen) => turn(holiday, isOpen)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The hours of a day's weekday; on a day that is closed every week, the usual ones. */
function hoursOn(calendar: ShownCalendar, day: string) {
  const [ranges = []] = weekInputOf(weekDraftOf(calendar, null).slice(weekdayOf(day) - 1))
  return ranges.length > 0 ? ranges : (weekInputOf(usualWeek)[0] ?? [])
}
