import { type FormEvent, useState } from 'react'
import { formatDate } from '#src/platform/kit/dates.ts'
import { ErrorSummary, Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { Field, FieldGroup } from '#src/platform/web/forms/Field.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { Plus, Trash2 } from '#src/platform/web/icons/Icons.tsx'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { EmptyState } from '#src/platform/web/parts/EmptyState.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { Ranges } from './DayRow.tsx'
import {
  type CalendarView,
  type ExceptionDraft,
  emptyException,
  exceptionErrors,
  exceptionInput,
  exceptionsOf,
  fieldId,
  removalOf,
} from './form.ts'
import type { CardProps } from './HoursCalls.tsx'
import { hoursLimits } from './rules.ts'
import { WhoseSelect } from './WhoseSelect.tsx'

type ExceptionsCardProps = CardProps & { calendar: CalendarView }

/** Days with other hours and closures, by date, with a form for a new one. */
export function ExceptionsCard({ companyId, calendar, onSaved }: ExceptionsCardProps) {
  const [isAdding, setIsAdding] = useState(false)
  const { action } = useAction()
  const all = exceptionsOf(calendar)
  const remove = (one: (typeof all)[number]) =>
    action(async () => {
      const saved = await (one.id ? call('delete-closure', { companyId, id: one.id }) : call('save-day', removalOf(companyId, one)))
      await onSaved(saved, 'Der Eintrag ist entfernt.')
    }, 'Der Eintrag wurde nicht entfernt')
  return (
    <section className="card" aria-labelledby="exceptions-title">
      <div className="card-head">
        <h2 id="exceptions-title">Ausnahmen und Betriebsferien</h2>
        {isAdding ? null : (
          <button type="button" className="button neutral small" onClick={() => setIsAdding(true)}>
            <Plus />
            Eintragen
          </button>
        )}
      </div>
      {isAdding ? <ExceptionForm companyId={companyId} calendar={calendar} onSaved={onSaved} onClose={() => setIsAdding(false)} /> : null}
      {all.length === 0 ? (
        <EmptyState title="Keine Ausnahmen" text="Tragen Sie Tage ein, an denen Sie geschlossen haben oder zu anderen Zeiten arbeiten." />
      ) : (
        <ul className="hours-list">
          {all.map((one) => (
            <li key={one.key}>
              <div>
                <p className="strong number">{one.daysText}</p>
                <p className="small muted">{one.text}</p>
              </div>
              <button
                type="button"
                className="cross"
                aria-label={`${one.daysText}, ${one.text}: entfernen`}
                onClick={() => void remove(one)}
              >
                <Trash2 />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function ExceptionForm({ companyId, calendar, onSaved, onClose }: ExceptionsCardProps & { onClose: () => void }) {
  const [draft, setDraft] = useState(emptyException)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { isBusy, failure, action } = useAction({ onFields: setErrors })
  const change = (part: Partial<ExceptionDraft>) => {
    setDraft((last) => ({ ...last, ...part }))
    setErrors({})
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    const found = exceptionErrors(companyId, draft)
    setErrors(found)
    if (Object.keys(found).length > 0) return
    void action(async () => {
      const { day, closure } = exceptionInput(companyId, draft)
      const saved = await (day ? call('save-day', day) : call('save-closure', closure))
      await onSaved(saved, `${formatDate(closure.firstDay)} ist eingetragen.`)
      onClose()
    })
  }
  return (
    <form className="hours-form stack" noValidate onSubmit={submit} aria-label="Ausnahme eintragen">
      <ErrorSummary fields={Object.keys(errors).map((path) => ({ id: fieldId(path), label: exceptionLabels[path] ?? 'Zeiten' }))} />
      <WhoseSelect calendar={calendar} resourceId={draft.resourceId} onChoose={(resourceId) => change({ resourceId })} />
      <div className="hours-pair">
        {(['firstDay', 'lastDay'] as const).map((name) => (
          <Field key={name} id={fieldId(name)} label={exceptionLabels[name]} isOptional={name === 'lastDay'} error={errors[name]}>
            {(control) => (
              <input {...control} type="date" value={draft[name]} onChange={(event) => change({ [name]: event.target.value })} />
            )}
          </Field>
        ))}
      </div>
      <FieldGroup id={fieldId('kind')} legend="An diesen Tagen" error={undefined}>
        {(['closed', 'open'] as const).map((kind) => (
          <label key={kind} className="check">
            <input type="radio" name="exception-kind" checked={draft.kind === kind} onChange={() => change({ kind })} />
            {kind === 'closed' ? 'Geschlossen' : 'Andere Zeiten, für einen Tag'}
          </label>
        ))}
      </FieldGroup>
      {draft.kind === 'open' ? (
        <Ranges path="ranges" name="Ausnahme" ranges={draft.ranges} errors={errors} onChange={(ranges) => change({ ranges })} />
      ) : null}
      <Field id={fieldId('note')} label="Vermerk" isOptional error={errors.note} length={{ typed: draft.note, longest: hoursLimits.note }}>
        {(control) => <input {...control} type="text" value={draft.note} onChange={(event) => change({ note: event.target.value })} />}
      </Field>
      <Failure title="Der Eintrag wurde nicht gespeichert" text={failure} />
      <div className="row wrapping">
        <button type="button" className="button neutral" onClick={onClose}>
          Abbrechen
        </button>
        <BusyButton className="button primary" isBusy={isBusy}>
          {isBusy ? 'Wird gespeichert…' : 'Eintragen'}
        </BusyButton>
      </div>
    </form>
  )
}

const exceptionLabels: Record<string, string> & { firstDay: string; lastDay: string } = {
  firstDay: 'Erster Tag',
  lastDay: 'Letzter Tag',
  note: 'Vermerk',
}
