import type { CalendarView } from './form.ts'

type WhoseSelectProps = {
  calendar: CalendarView
  resourceId: string | null
  onChoose: (resourceId: string | null) => void
}

/** Selects whose hours are edited: the whole company's (null) or those of one resource. Renders nothing if there is only one. */
export function WhoseSelect({ calendar, resourceId, onChoose }: WhoseSelectProps) {
  const people = calendar.resources.filter(({ is_hidden: isHidden }) => !isHidden)
  if (people.length <= 1) return null
  return (
    <label className="small">
      <span className="unseen">Gilt für</span>
      <select className="input" value={resourceId ?? ''} onChange={(event) => onChoose(event.target.value || null)}>
        <option value="">Ganzer Betrieb</option>
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
