import { Plus, X } from 'lucide-react'
import { type SyntheticEvent, useState } from 'react'
import { smallPicture } from '#src/files/pictureRules.ts'
import { EuroSuffix, Field, FieldMessage } from '#src/web/forms/Field.tsx'
import { serviceLimits } from '../rules.ts'
import { type DraftForm, fieldId, nextKey, type OptionDraft } from './form.ts'

const names = ['description', 'options', 'questions', 'picture']

/** What a service may have besides: closed while there is nothing of it, so that a usual service is quickly made. */
export function MoreFields({ form, pictures }: { form: DraftForm; pictures: readonly string[] }) {
  const { draft, faults, change } = form
  const [isOpen, setIsOpen] = useState(draft.description !== '' || draft.options.length > 0 || draft.picture !== '' || draft.isHidden)
  const isFaulty = Object.keys(faults).some((path) => names.includes(path.split('.')[0] ?? ''))
  return (
    <details
      className="service-more"
      open={isOpen || isFaulty}
      onToggle={(event: SyntheticEvent<HTMLDetailsElement>) => setIsOpen(event.currentTarget.open)}
    >
      <summary>Beschreibung, Optionen, Fragen{pictures.length > 0 ? ', Bild' : ''} und Sichtbarkeit</summary>
      <div className="stack">
        <Field id={fieldId('description')} label="Beschreibung" isOptional error={faults.description}>
          {(control) => (
            <textarea
              {...control}
              rows={3}
              maxLength={serviceLimits.description}
              value={draft.description}
              onChange={(event) => change({ description: event.target.value })}
            />
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

/** Options of one choice exclude each other; the others may be added. */
function Options({ form: { draft, faults, change } }: { form: DraftForm }) {
  const { options } = draft
  const add = () => change({ options: [...options, { key: nextKey(options), group: '', title: '', surcharge: '' }] })
  return (
    <fieldset className={faults.options ? 'field error' : 'field'} id={fieldId('options')} tabIndex={-1}>
      <legend className="label">
        Optionen <span className="optional">(optional)</span>
      </legend>
      <p className="hint">
        Optionen mit derselben Auswahl schließen einander aus (Fenster: bis 10, bis 20). Ohne Auswahl kann die Option dazugewählt werden
        (Anfahrt über 20 km).
      </p>
      {options.map((option, index) => (
        <OptionRow
          key={option.key}
          index={index}
          option={option}
          faults={faults}
          onChange={(part) => change({ options: options.map((one) => (one.key === option.key ? { ...one, ...part } : one)) })}
          onRemove={() => change({ options: options.filter(({ key }) => key !== option.key) })}
        />
      ))}
      <FieldMessage id={fieldId('options')} error={faults.options} />
      <AddButton word="Option hinzufügen" onClick={add} isFull={options.length >= serviceLimits.options} />
    </fieldset>
  )
}

type OptionRowProps = {
  index: number
  option: OptionDraft
  faults: Record<string, string>
  onChange: (part: Partial<OptionDraft>) => void
  onRemove: () => void
}

function OptionRow({ index, option, faults, onChange, onRemove }: OptionRowProps) {
  const id = (name: string) => `options.${index}.${name}`
  return (
    <fieldset className="option-row">
      <legend className="unseen">Option {index + 1}</legend>
      <Field id={fieldId(id('title'))} label="Titel" error={faults[id('title')]}>
        {(control) => (
          <input
            {...control}
            type="text"
            autoComplete="off"
            maxLength={serviceLimits.optionTitle.max}
            value={option.title}
            onChange={(event) => onChange({ title: event.target.value })}
          />
        )}
      </Field>
      <Field id={fieldId(id('group'))} label="Auswahl" isOptional error={faults[id('group')]}>
        {(control) => (
          <input
            {...control}
            type="text"
            autoComplete="off"
            maxLength={serviceLimits.optionGroup.max}
            value={option.group}
            onChange={(event) => onChange({ group: event.target.value })}
          />
        )}
      </Field>
      <Field id={fieldId(id('surcharge'))} label="Aufpreis" error={faults[id('surcharge')]}>
        {(control) => (
          <EuroSuffix>
            <input
              {...control}
              type="text"
              inputMode="decimal"
              autoComplete="off"
              placeholder="0,00"
              value={option.surcharge}
              onChange={(event) => onChange({ surcharge: event.target.value })}
            />
          </EuroSuffix>
        )}
      </Field>
      <button type="button" className="cross" aria-label={`Option ${index + 1} entfernen`} onClick={onRemove}>
        <X />
      </button>
    </fieldset>
  )
}

function Questions({ form: { draft, faults, change } }: { form: DraftForm }) {
  const { questions } = draft
  return (
    <fieldset className={faults.questions ? 'field error' : 'field'} id={fieldId('questions')} tabIndex={-1}>
      <legend className="label">
        Fragen an den Kunden <span className="optional">(optional)</span>
      </legend>
      {questions.map(({ key, text }, index) => (
        <div className="question-row" key={key}>
          <Field id={fieldId(`questions.${index}`)} label={`Frage ${index + 1}`} error={faults[`questions.${index}`]}>
            {(control) => (
              <input
                {...control}
                type="text"
                autoComplete="off"
                maxLength={serviceLimits.question.max}
                value={text}
                onChange={(event) =>
                  change({ questions: questions.map((one) => (one.key === key ? { key, text: event.target.value } : one)) })
                }
              />
            )}
          </Field>
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
      <FieldMessage id={fieldId('questions')} error={faults.questions} />
      <AddButton
        word="Frage hinzufügen"
        onClick={() => change({ questions: [...questions, { key: nextKey(questions), text: '' }] })}
        isFull={questions.length >= serviceLimits.questions}
      />
    </fieldset>
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

/** One of the pictures of the gallery, or none. */
function Pictures({ form: { draft, faults, change }, pictures }: { form: DraftForm; pictures: readonly string[] }) {
  const all = draft.picture === '' || pictures.includes(draft.picture) ? pictures : [draft.picture, ...pictures]
  return (
    <fieldset className={faults.picture ? 'field error' : 'field'}>
      <legend className="label">
        Bild <span className="optional">(optional)</span>
      </legend>
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
      <FieldMessage id={fieldId('picture')} error={faults.picture} />
    </fieldset>
  )
}
