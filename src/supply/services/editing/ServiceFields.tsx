import { useCallback } from 'react'
import { formatEuroShort } from '#src/platform/kit/money.ts'
import { Field, FieldGroup, SelectField } from '#src/platform/web/forms/Field.tsx'
import { useQueryOf } from '#src/platform/web/queries/useQuery.ts'
import { mayHaveDeposit, restChoices } from '../deposits.ts'
import { depositLimits, type PriceKind, priceKindLabels, priceKinds, type ServicePlace, serviceLimits, servicePlaces } from '../rules.ts'
import { continuityOf, type DraftForm, draftField, fieldId, isUnitTimed } from './form.ts'
import { continuities, ownPlaceLabels, spreadLabels, suggestLimits, usualText } from './rules.ts'
import type { ServiceCalls } from './ServiceCalls.tsx'
import { TextField } from './TextField.tsx'

type FieldsProps = { form: DraftForm; calls: ServiceCalls }

/** Fields of every service: title, price, duration, place, and its entry in the catalogue. */
export const ServiceFields = ({ form, calls }: FieldsProps) => (
  <>
    <TextField {...draftField(form, 'title')} label="Titel" longest={serviceLimits.title.max} />
    <PriceKinds form={form} />
    <PriceFields form={form} />
    <Places form={form} />
    <EntryField form={form} calls={calls} />
  </>
)

/** Kinds of price as cards, each with a sentence. */
function PriceKinds({ form: { draft, errors, change } }: { form: DraftForm }) {
  return (
    <FieldGroup id={fieldId('priceKind')} legend="Preisart" error={errors.priceKind}>
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
            <b>{priceKindLabels[kind].label}</b>
            <span>{priceKindLabels[kind].help}</span>
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}

const priceLabels: Record<PriceKind, string> = { fixed: 'Preis', hourly: 'Preis je Stunde', from: 'Preis ab', quote: '' }

function PriceFields({ form }: { form: DraftForm }) {
  const { draft, change } = form
  const usual = draft.entry ? usualText(draft.entry) : undefined
  const isCounted = draft.priceKind === 'fixed' || draft.priceKind === 'from'
  return (
    <>
      <div className="service-numbers">
        {draft.priceKind === 'quote' ? null : (
          <TextField {...draftField(form, 'price')} label={priceLabels[draft.priceKind]} kind="euro" hint={usual} />
        )}
        {draft.priceKind === 'from' ? (
          <TextField
            {...draftField(form, 'priceTo')}
            label="Preis bis"
            kind="euro"
            isOptional
            hint="Höchstpreis der Spanne. Leer: die übliche Spanne."
          />
        ) : null}
        {isCounted ? (
          <TextField
            {...draftField(form, 'unit')}
            label="Je Einheit"
            isOptional
            hint="Etwa m² oder Fenster. Leer: für alles zusammen."
            longest={serviceLimits.unit}
          />
        ) : null}
        <TextField {...draftField(form, 'minutes')} label="Dauer in Minuten" isOptional kind="number" />
        {isUnitTimed(draft) ? (
          <TextField
            {...draftField(form, 'minutesPerUnit')}
            label="Dauer je Einheit in Minuten"
            isOptional
            kind="decimal"
            hint={`Zusätzlich für jede Einheit (${draft.unit.trim()}). Leer: Die Menge ändert die Dauer nicht.`}
          />
        ) : null}
      </div>
      <Continuity form={form} />
      {mayHaveDeposit(draft) ? <Deposit form={form} /> : null}
      {draft.priceKind === 'from' ? (
        <p className="small muted">
          Können Sie den Preis je Einheit fest nennen? Dann buchen Kunden sofort, ohne auf Sie zu warten.{' '}
          <button type="button" className="link-button strong" onClick={() => change({ priceKind: 'fixed', priceTo: '' })}>
            Sofort buchbar zum Festpreis
          </button>
        </p>
      ) : null}
    </>
  )
}

/** Choice of whether the work needs one piece of time or continues after breaks and on following days. */
function Continuity({ form: { draft, errors, change } }: { form: DraftForm }) {
  const chosen = continuityOf(draft)
  return (
    <FieldGroup id={fieldId('isSpread')} legend="Ablauf" error={errors.isSpread}>
      {continuities.map((one, place) => (
        <label key={one} className="check">
          <input
            type="radio"
            id={place === 0 ? fieldId('isSpread') : undefined}
            name="service-continuity"
            checked={chosen === one}
            onChange={() => change({ isSpread: one === 'spread' })}
          />
          {continuityLabels[one]}
        </label>
      ))}
    </FieldGroup>
  )
}
const continuityLabels = {
  whole: `${spreadLabels.whole}: Die Arbeit braucht eine zusammenhängende Zeit.`,
  spread: `${spreadLabels.spread}: Die Arbeit geht nach Pausen weiter und, wenn sie länger als 4 Stunden dauert, an den folgenden Tagen.`,
} as const

/** Share of the price that is due at booking, and payments of the rest. */
function Deposit({ form }: { form: DraftForm }) {
  const { draft, errors, change } = form
  return (
    <div className="service-numbers">
      <TextField
        {...draftField(form, 'depositPercent')}
        label="Anzahlung in Prozent"
        isOptional
        kind="number"
        hint={`Ab ${formatEuroShort(depositLimits.totalCents)} Gesamtpreis. Leer: Kunden bezahlen alles bei der Buchung.`}
      />
      {draft.depositPercent.trim() === '' ? null : (
        <SelectField
          id={fieldId('restParts')}
          label="Den Rest"
          error={errors.restParts}
          hint="Fällig, sobald so viel der Arbeit getan ist."
          value={draft.restParts}
          onChange={(value) => change({ restParts: value })}
        >
          {restChoices.map(({ parts, label }) => (
            <option key={parts} value={String(parts)}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  )
}
function Places({ form: { draft, errors, change } }: { form: DraftForm }) {
  const toggle = (place: ServicePlace) =>
    change({ places: servicePlaces.filter((one) => (one === place ? !draft.places.includes(one) : draft.places.includes(one))) })
  return (
    <FieldGroup id={fieldId('places')} legend="Ort" error={errors.places}>
      <div className="service-places">
        {servicePlaces.map((place, index) => (
          <label key={place} className="check">
            <input
              type="checkbox"
              id={index === 0 ? fieldId('places') : undefined}
              checked={draft.places.includes(place)}
              onChange={() => toggle(place)}
            />
            {ownPlaceLabels[place]}
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}

/** Choice of the catalogue entry by which the service is found; by default the one nearest to its title. */
function EntryField({ form: { draft, errors, change }, calls }: FieldsProps) {
  const words = draft.title.trim().slice(0, suggestLimits.typed)
  const read = useCallback(async () => (words.length < 3 ? [] : (await calls.suggest(words)).entries), [calls, words])
  const { queryResult } = useQueryOf(read)
  const near = queryResult.data ?? []
  const entries = [...(draft.entry && !near.some(({ id }) => id === draft.entry?.id) ? [draft.entry] : []), ...near]
  const known = entries.some(({ id }) => id === draft.catalogueId)
  return (
    <Field
      id={fieldId('catalogueId')}
      label="Eintrag im Verzeichnis"
      error={errors.catalogueId}
      hint="Unter diesem Eintrag und allen üblichen Bezeichnungen dafür wird die Leistung gefunden."
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
