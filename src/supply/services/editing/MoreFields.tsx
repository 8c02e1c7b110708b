import { type SyntheticEvent, useState } from 'react'
import { smallPicture } from '#src/foundation/files/pictureRules.ts'
import { Field, FieldGroup, SelectField } from '#src/platform/web/forms/Field.tsx'
import { Plus, X } from '#src/platform/web/icons/Icons.tsx'
import { useSite } from '#src/platform/web/shell/site.ts'
import { fewDatesText } from '#src/supply/services/seriesReach.ts'
import { type BookingMode, bookingModes, serviceLimits, timeLimits } from '../rules.ts'
import { type Draft, type DraftForm, fieldId, nextKey, type OptionDraft, timeLabels, wholeIn } from './form.ts'
import type { OwnServices } from './rules.ts'
import { TextField } from './TextField.tsx'

const names = ['description', 'options', 'questions', 'picture']

/** Optional fields of a service. Collapsed while they are empty, so that a simple service is created quickly. */
export function MoreFields({ form, pictures }: { form: DraftForm; pictures: readonly string[] }) {
  const { draft, errors, change } = form
  const [isOpen, setIsOpen] = useState(draft.description !== '' || draft.options.length > 0 || draft.picture !== '' || draft.isHidden)
  const isFaulty = Object.keys(errors).some((path) => names.includes(path.split('.')[0] ?? ''))
  return (
    <details
      className="service-more"
      open={isOpen || isFaulty}
      onToggle={(event: SyntheticEvent<HTMLDetailsElement>) => setIsOpen(event.currentTarget.open)}
    >
      <summary>{`Beschreibung, Optionen, Fragen${pictures.length > 0 ? ', Bild' : ''} und Sichtbarkeit`}</summary>
      <div className="stack">
        <Field
          id={fieldId('description')}
          label="Beschreibung"
          isOptional
          error={errors.description}
          length={{ typed: draft.description, longest: serviceLimits.description }}
        >
          {(control) => (
            <textarea {...control} rows={3} value={draft.description} onChange={(event) => change({ description: event.target.value })} />
          )}
        </Field>
        <Options form={form} />
        <Questions form={form} />
        {pictures.length > 0 || draft.picture !== '' ? <Pictures form={form} pictures={pictures} /> : null}
        <label className="check">
          <input type="checkbox" checked={draft.isHidden} onChange={(event) => change({ isHidden: event.target.checked })} />
          Verbergen: Die Leistung ist weder zu sehen noch zu buchen.
        </label>
      </div>
    </details>
  )
}

/** Fields for the times of a service, for companies with opening hours only. */
export function TimeFields({ form: { draft, errors, change }, resources }: { form: DraftForm; resources: Resources }) {
  const { times } = draft
  const { answerHours } = useSite()
  const type = (part: Partial<Draft['times']>) => change({ times: { ...times, ...part } })
  const isFaulty = Object.keys(errors).some((path) => path.startsWith('times.'))
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      className="service-more"
      open={isOpen || isFaulty}
      onToggle={(event: SyntheticEvent<HTMLDetailsElement>) => setIsOpen(event.currentTarget.open)}
    >
      <summary>Termine: sofort oder auf Anfrage, Puffer, Vorlauf und Beginn</summary>
      <div className="stack">
        <p className="hint">Gilt, sobald Sie unter „Zeiten“ Öffnungszeiten eingetragen haben.</p>
        <FieldGroup id={fieldId('times.bookingMode')} legend={timeLabels.bookingMode} error={undefined}>
          {bookingModes.map((mode) => (
            <label key={mode} className="check">
              <input type="radio" name="service-mode" checked={times.bookingMode === mode} onChange={() => type({ bookingMode: mode })} />
              {modeLabels[mode](answerHours)}
            </label>
          ))}
        </FieldGroup>
        <div className="service-times">
          {typedTimes.map((name) => (
            <TextField
              key={name}
              path={`times.${name}`}
              label={timeLabels[name]}
              kind="number"
              hint={name === 'horizonDays' && times.bookingMode === 'request' ? fewDatesText(wholeIn(times.horizonDays)) : undefined}
              problem={errors[`times.${name}`]}
              value={times[name]}
              onType={(typed) => type({ [name]: typed })}
            />
          ))}
          <SelectField
            id={fieldId('times.gridMinutes')}
            label={timeLabels.gridMinutes}
            error={errors['times.gridMinutes']}
            value={times.gridMinutes}
            onChange={(value) => type({ gridMinutes: value })}
          >
            {timeLimits.gridMinutes.map((minutes) => (
              <option key={minutes} value={minutes}>
                {minutes === 60 ? 'zur vollen Stunde' : `alle ${minutes} Minuten`}
              </option>
            ))}
          </SelectField>
        </div>
        <Doers
          resources={resources}
          chosen={times.resourceIds}
          problem={errors['times.resourceIds']}
          onChoose={(resourceIds) => type({ resourceIds })}
        />
      </div>
    </details>
  )
}
type Resources = OwnServices['resources']
type DoersProps = { resources: Resources; chosen: readonly string[]; problem: string | undefined; onChoose: (ids: string[]) => void }

/** Choice of the people who can perform the service; hidden if there are fewer than two. */
function Doers({ resources, chosen, problem, onChoose }: DoersProps) {
  const shown = resources.filter(({ id, is_hidden: isHidden }) => !isHidden || chosen.includes(id))
  if (shown.length < 2) return null
  return (
    <FieldGroup id={fieldId('times.resourceIds')} legend={timeLabels.resourceIds} error={problem} isTarget>
      <p className="hint">Ist niemand angekreuzt, kann jede Person die Leistung ausführen.</p>
      {shown.map(({ id, name, is_hidden: isHidden }) => (
        <label key={id} className="check">
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={(event) => onChoose(event.target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
          />
          {isHidden ? `${name} (ausgeblendet)` : name}
        </label>
      ))}
    </FieldGroup>
  )
}
const modeLabels: Record<BookingMode, (hours: number) => string> = {
  instant: () => 'Sofort: Die Zahlung bestätigt den Termin.',
  request: (hours) => `Auf Anfrage: Sie haben ${hours} Stunden, um anzunehmen. Erst dann wird der Betrag abgebucht.`,
}
const typedTimes = ['bufferBeforeMinutes', 'bufferAfterMinutes', 'noticeHours', 'horizonDays', 'people'] as const

/** Options of one group exclude each other; options without a group can be combined. */
function Options({ form: { draft, errors, change } }: { form: DraftForm }) {
  const { options } = draft
  const add = () => change({ options: [...options, { key: nextKey(options), group: '', title: '', surcharge: '' }] })
  return (
    <FieldGroup id={fieldId('options')} legend="Optionen" isOptional error={errors.options} isTarget>
      <p className="hint">
        Optionen mit derselben Auswahl schließen einander aus (Fenster: bis 10, bis 20). Ohne Auswahl kann die Option dazugewählt werden
        (Anfahrt über 20 km).
      </p>
      {options.map((option, index) => (
        <OptionRow
          key={option.key}
          index={index}
          option={option}
          errors={errors}
          onChange={(part) => change({ options: options.map((one) => (one.key === option.key ? { ...one, ...part } : one)) })}
          onRemove={() => change({ options: options.filter(({ key }) => key !== option.key) })}
        />
      ))}
      <AddButton word="Option hinzufügen" onClick={add} isFull={options.length >= serviceLimits.options} />
    </FieldGroup>
  )
}

type OptionRowProps = {
  index: number
  option: OptionDraft
  errors: Record<string, string>
  onChange: (part: Partial<OptionDraft>) => void
  onRemove: () => void
}

function OptionRow({ index, option, errors, onChange, onRemove }: OptionRowProps) {
  const field = (name: 'title' | 'group' | 'surcharge') => {
    const path = `options.${index}.${name}`
    return { path, problem: errors[path], value: option[name], onType: (typed: string) => onChange({ [name]: typed }) }
  }
  return (
    <fieldset className="option-row">
      <legend className="unseen">Option {index + 1}</legend>
      <TextField {...field('title')} label="Titel" longest={serviceLimits.optionTitle.max} />
      <TextField {...field('group')} label="Auswahl" isOptional longest={serviceLimits.optionGroup.max} />
      <TextField {...field('surcharge')} label="Aufpreis" isOptional kind="euro" />
      <button type="button" className="cross" aria-label={`Option ${index + 1} entfernen`} onClick={onRemove}>
        <X />
      </button>
    </fieldset>
  )
}

function Questions({ form: { draft, errors, change } }: { form: DraftForm }) {
  const { questions } = draft
  return (
    <FieldGroup id={fieldId('questions')} legend="Fragen an den Kunden" isOptional error={errors.questions} isTarget>
      {questions.map(({ key, text }, index) => (
        <div className="question-row" key={key}>
          <TextField
            path={`questions.${index}`}
            label={`Frage ${index + 1}`}
            problem={errors[`questions.${index}`]}
            longest={serviceLimits.question.max}
            value={text}
            onType={(typed) => change({ questions: questions.map((one) => (one.key === key ? { key, text: typed } : one)) })}
          />
          <button
            type="button"
            className="cross"
            aria-label={`Frage ${index + 1} entfernen`}
            onClick={() => change({ questions: questions.filter((one) => one.key !== key) })}
          >
            <X />
          </button>
        </div>
      ))}
      <AddButton
        word="Frage hinzufügen"
        onClick={() => change({ questions: [...questions, { key: nextKey(questions), text: '' }] })}
        isFull={questions.length >= serviceLimits.questions}
      />
    </FieldGroup>
  )
}

const AddButton = ({ word, isFull, onClick }: { word: string; isFull: boolean; onClick: () => void }) =>
  isFull ? null : (
    <div className="row">
      <button type="button" className="button neutral small" onClick={onClick}>
        <Plus />
        {word}
      </button>
    </div>
  )

/** Choice of one picture from the gallery, or none. */
function Pictures({ form: { draft, errors, change }, pictures }: { form: DraftForm; pictures: readonly string[] }) {
  const all = draft.picture === '' || pictures.includes(draft.picture) ? pictures : [draft.picture, ...pictures]
  return (
    <FieldGroup id={fieldId('picture')} legend="Bild" isOptional error={errors.picture}>
      <div className="row wrapping">
        <label className="check">
          <input
            type="radio"
            id={fieldId('picture')}
            name="service-picture"
            checked={draft.picture === ''}
            onChange={() => change({ picture: '' })}
          />
          Kein Bild
        </label>
        {all.map((url, place) => (
          <label key={url} className="check">
            <input type="radio" name="service-picture" checked={draft.picture === url} onChange={() => change({ picture: url })} />
            <img
              className="service-picture"
              src={smallPicture(url)}
              alt={`Bild ${place + 1} der Galerie`}
              width="96"
              height="72"
              loading="lazy"
            />
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}
