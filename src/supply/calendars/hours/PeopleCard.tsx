import { type FormEvent, useState } from 'react'
import { plural } from '#src/platform/kit/text.ts'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { Field, Options, SelectField } from '#src/platform/web/forms/Field.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { Plus } from '#src/platform/web/icons/Icons.tsx'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { StatusChip } from '#src/platform/web/parts/StatusChip.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { type CalendarView, fieldId } from './form.ts'
import type { CardProps } from './HoursCalls.tsx'
import { hoursLimits, resourceKinds } from './rules.ts'

type Resource = CalendarView['resources'][number]
type ResourceDraft = { id?: string; kind: Resource['kind']; name: string; capacity: string; isHidden: boolean }

const kindLabels: Record<Resource['kind'], string> = { person: 'Person', room: 'Raum', seats: 'Plätze' }
const newPerson: ResourceDraft = { kind: 'person', name: '', capacity: '1', isHidden: false }

/** People, rooms and seats: the number of jobs that are possible at once. */
export function PeopleCard({ companyId, calendar, onSaved }: CardProps & { calendar: CalendarView }) {
  const [opened, setOpened] = useState<ResourceDraft>()
  const form = (draft: ResourceDraft) => (
    <ResourceForm key={draft.id} draft={draft} companyId={companyId} onSaved={onSaved} onClose={() => setOpened(undefined)} />
  )
  return (
    <section className="card" aria-labelledby="people-title">
      <div className="card-head">
        <h2 id="people-title">Personen und Räume</h2>
        {opened || calendar.resources.length >= hoursLimits.resources ? null : (
          <button type="button" className="button neutral small" onClick={() => setOpened(newPerson)}>
            <Plus />
            Hinzufügen
          </button>
        )}
      </div>
      <p className="padded small muted">So viele Termine sind gleichzeitig möglich. Kundinnen und Kunden sehen diese Namen nicht.</p>
      <ul className="hours-list">
        {calendar.resources.map((one) => (
          <li key={one.id}>
            {opened?.id === one.id ? (
              form(opened)
            ) : (
              <>
                <div>
                  <p className="strong">
                    {one.name} {one.is_hidden ? <StatusChip tone="off">Pausiert</StatusChip> : null}
                  </p>
                  <p className="small muted">{one.kind === 'seats' ? plural(one.capacity, 'Platz', 'Plätze') : kindLabels[one.kind]}</p>
                </div>
                <button
                  type="button"
                  className="button neutral small"
                  aria-label={`Ändern: ${one.name}`}
                  onClick={() =>
                    setOpened({ id: one.id, kind: one.kind, name: one.name, capacity: `${one.capacity}`, isHidden: one.is_hidden })
                  }
                >
                  Ändern
                </button>
              </>
            )}
          </li>
        ))}
      </ul>
      {opened && opened.id === undefined ? form(opened) : null}
    </section>
  )
}

type ResourceFormProps = CardProps & { draft: ResourceDraft; onClose: () => void }

function ResourceForm({ draft: before, companyId, onSaved, onClose }: ResourceFormProps) {
  const [draft, setDraft] = useState(before)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const { isBusy, failure, action } = useAction({ onFields: setErrors })
  const change = (part: Partial<ResourceDraft>) => setDraft((last) => ({ ...last, ...part }))
  function submit(event: FormEvent) {
    event.preventDefault()
    void action(async () => {
      const capacity = draft.kind === 'seats' ? Number(draft.capacity) : 1
      await onSaved(await call('save-resource', { companyId, ...draft, capacity }), `${draft.name.trim()} ist gespeichert.`)
      onClose()
    })
  }
  return (
    <form className="hours-form stack" noValidate onSubmit={submit} aria-label={before.id ? `${before.name} ändern` : 'Hinzufügen'}>
      <div className="hours-pair">
        <Field id={fieldId('name')} label="Name" error={errors.name} length={{ typed: draft.name, longest: hoursLimits.resourceName.max }}>
          {(control) => (
            <input
              {...control}
              type="text"
              autoComplete="off"
              value={draft.name}
              onChange={(event) => change({ name: event.target.value })}
            />
          )}
        </Field>
        <SelectField
          id={fieldId('kind')}
          label="Art"
          error={errors.kind}
          value={draft.kind}
          onChange={(value) => change({ kind: resourceKinds.find((kind) => kind === value) ?? 'person' })}
        >
          <Options words={kindLabels} />
        </SelectField>
        {draft.kind === 'seats' ? (
          <Field id={fieldId('capacity')} label="Zahl der Plätze" error={errors.capacity}>
            {(control) => (
              <input
                {...control}
                type="text"
                inputMode="numeric"
                value={draft.capacity}
                onChange={(event) => change({ capacity: event.target.value })}
              />
            )}
          </Field>
        ) : null}
      </div>
      {before.id ? (
        <label className="check">
          <input type="checkbox" checked={draft.isHidden} onChange={(event) => change({ isHidden: event.target.checked })} />
          Pausiert: bekommt keine neuen Termine
        </label>
      ) : null}
      <Failure title="Nicht gespeichert" text={failure} />
      <div className="row wrapping">
        <button type="button" className="button neutral" onClick={onClose}>
          Abbrechen
        </button>
        <BusyButton className="button primary" isBusy={isBusy}>
          {isBusy ? 'Wird gespeichert…' : 'Speichern'}
        </BusyButton>
      </div>
    </form>
  )
}
