import { useCallback } from 'react'
import { Field, FieldGroup } from '#src/platform/web/forms/Field.tsx'
import { useReadingOf } from '#src/platform/web/reading/useReading.ts'
import { type PriceKind, priceKinds, priceKindWords, type ServicePlace, serviceLimits, servicePlaces } from '../rules.ts'
import { type DraftForm, fieldId } from './form.ts'
import { ownPlaceWords, suggestLimits, usualText } from './rules.ts'
import type { ServiceCalls } from './ServiceCalls.tsx'
import { TextField } from './TextField.tsx'

type FieldsProps = { form: DraftForm; calls: ServiceCalls }

/** Fields of every service: title, price, duration, place, and its entry in the catalogue. */
export function ServiceFields({ form, calls }: FieldsProps) {
  const { draft, faults, change } = form
  return (
    <>
      <TextField
        path="title"
        label="Titel"
        fault={faults.title}
        longest={serviceLimits.title.max}
        value={draft.title}
        onType={(title) => change({ title })}
      />
      <PriceKinds form={form} />
      <PriceFields form={form} />
      <Places form={form} />
      <EntryField form={form} calls={calls} />
    </>
  )
}

/** Kinds of price as cards, each with a sentence. */
function PriceKinds({ form: { draft, faults, change } }: { form: DraftForm }) {
  return (
    <FieldGroup id={fieldId('priceKind')} legend="Preisart" error={faults.priceKind}>
      <div className="price-kinds">
        {priceKinds.map((kind, place) => (
          <label key={kind} className="price-kind">
            <input
              type="radio"
              id={place === 0 ? fieldId('priceKind') : undefined}
              name="price-kind"
              checked={draft.priceKind === kind}
              onChange={() => change({ priceKind: kind, ...(kind === 'quote' ? { price: '' } : {}) })}
            />
            <b>{priceKindWords[kind].label}</b>
            <span>{priceKindWords[kind].help}</span>
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}

const priceLabels: Record<PriceKind, string> = { fixed: 'Preis', hourly: 'Preis je Stunde', from: 'Preis ab', quote: '' }

function PriceFields({ form: { draft, faults, change } }: { form: DraftForm }) {
  const usual = draft.entry ? usualText(draft.entry) : undefined
  const isCounted = draft.priceKind === 'fixed' || draft.priceKind === 'from'
  return (
    <div className="service-numbers">
      {draft.priceKind === 'quote' ? null : (
        <TextField
          path="price"
          label={priceLabels[draft.priceKind]}
          kind="euro"
          hint={usual}
          fault={faults.price}
          value={draft.price}
          onType={(price) => change({ price })}
        />
      )}
      {isCounted ? (
        <TextField
          path="unit"
          label="Je Einheit"
          isOptional
          hint="Etwa m² oder Fenster. Leer: für alles zusammen."
          fault={faults.unit}
          longest={serviceLimits.unit}
          value={draft.unit}
          onType={(unit) => change({ unit })}
        />
      ) : null}
      <TextField
        path="minutes"
        label="Dauer in Minuten"
        isOptional
        kind="number"
        fault={faults.minutes}
        value={draft.minutes}
        onType={(minutes) => change({ minutes })}
      />
    </div>
  )
}

function Places({ form: { draft, faults, change } }: { form: DraftForm }) {
  const toggle = (place: ServicePlace) =>
    change({ places: servicePlaces.filter((one) => (one === place ? !draft.places.includes(one) : draft.places.includes(one))) })
  return (
    <FieldGroup id={fieldId('places')} legend="Ort" error={faults.places}>
      <div className="service-places">
        {servicePlaces.map((place, index) => (
          <label key={place} className="check">
            <input
              type="checkbox"
              id={index === 0 ? fieldId('places') : undefined}
              checked={draft.places.includes(place)}
              onChange={() => toggle(place)}
            />
            {ownPlaceWords[place]}
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}

/** Choice of the catalogue entry by which the service is found; by default the one nearest to its title. */
function EntryField({ form: { draft, faults, change }, calls }: FieldsProps) {
  const words = draft.title.trim().slice(0, suggestLimits.typed)
  const read = useCallback(async () => (words.length < 3 ? [] : (await calls.suggest(words)).entries), [calls, words])
  const { reading } = useReadingOf(read)
  const near = reading.shown ?? []
  const entries = [...(draft.entry && !near.some(({ id }) => id === draft.entry?.id) ? [draft.entry] : []), ...near]
  const known = entries.some(({ id }) => id === draft.catalogueId)
  return (
    <Field
      id={fieldId('catalogueId')}
      label="Eintrag im Verzeichnis"
      error={faults.catalogueId}
      hint="Unter diesem Eintrag und allem, was Menschen dafür sagen, wird die Leistung gefunden."
    >
      {(control) => (
        <select
          {...control}
          value={draft.catalogueId}
          onChange={(event) =>
            change({ catalogueId: event.target.value, entry: entries.find(({ id }) => id === event.target.value) ?? draft.entry })
          }
        >
          <option value="">Nächster passender Eintrag</option>
          {draft.catalogueId === '' || known ? null : <option value={draft.catalogueId}>Bisheriger Eintrag</option>}
          {entries.map(({ id, name, trade }) => (
            <option key={id} value={id}>
              {name} ({trade})
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
