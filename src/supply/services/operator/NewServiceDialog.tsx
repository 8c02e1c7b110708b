import { parseEuro } from '#src/platform/kit/money.ts'
import { useCheckedForm } from '#src/platform/web/forms/checkedForm.ts'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { errorsOf } from '#src/platform/web/forms/errorsOf.ts'
import { EuroInput, Field, FieldGroup, SelectField } from '#src/platform/web/forms/Field.tsx'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { SmallDialog } from '#src/platform/web/parts/SmallDialog.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { priceKindLabels, priceKinds, type ServicePlace, servicePlaces } from '../rules.ts'
import { placeLabels } from '../texts.ts'
import { type AddingProps, phrasesIn, useAdding } from './Adding.tsx'
import { EntryName, EntryPhrases } from './EntryWords.tsx'
import { type ListedTrade, newEntry } from './rules.ts'

type Values = Record<'name' | 'tradeId' | 'said' | 'priceKind' | 'low' | 'high' | 'minutes' | 'places', string>
const empty: Values = { name: '', tradeId: '', said: '', priceKind: 'fixed', low: '', high: '', minutes: '60', places: 'customer' }

/** Dialog in which the operator adds a service to a trade. */
export function NewServiceDialog(props: AddingProps) {
  const { queryResult } = useQuery('admin-list-trades', {})
  const { form, failure } = useNewService(props)
  return (
    <SmallDialog title="Leistung hinzufügen" onClose={props.onClose}>
      <form className="stack" noValidate onSubmit={(event) => void form.submit(event)}>
        <EntryName form={form} />
        <SelectField {...form.choice('tradeId')} label="Gewerk">
          <option value="">Bitte wählen</option>
          <TradeOptions trades={queryResult.data?.trades ?? []} />
        </SelectField>
        <EntryPhrases form={form} label="Übliche Bezeichnungen" />
        <Usual form={form} />
        <PlaceChoice form={form} />
        <Failure title="Die Leistung wurde nicht hinzugefügt" text={failure} />
        <BusyButton isBusy={form.isBusy}>{form.isBusy ? 'Wird hinzugefügt…' : 'Hinzufügen'}</BusyButton>
      </form>
    </SmallDialog>
  )
}

function useNewService(props: AddingProps) {
  const form = useCheckedForm({
    prefix: 'new-service',
    fields: empty,
    check: (values) => errorsOf(newEntry)(entryOf(values)),
    send: (values) => send(entryOf(values), (entry, once) => call('admin-add-catalogue-service', entry, once)),
  })
  const { failure, send } = useAdding({ ...props, done: 'Leistung hinzugefügt', refuse: form.refuse })
  return { form, failure }
}

type Form = ReturnType<typeof useNewService>['form']

/** Fields for usual price and duration, for orientation. */
const Usual = ({ form }: { form: Form }) => (
  <>
    <SelectField {...form.choice('priceKind')} label="Preisart">
      {priceKinds.map((kind) => (
        <option key={kind} value={kind}>
          {priceKindLabels[kind].label}
        </option>
      ))}
    </SelectField>
    <div className="field-grid two">
      <Price form={form} name="low" label="Üblich von" />
      <Price form={form} name="high" label="Üblich bis" />
    </div>
    <Field {...form.field('minutes')} label="Dauer in Minuten">
      {(control) => <input {...control} type="text" inputMode="numeric" autoComplete="off" {...form.input('minutes')} />}
    </Field>
  </>
)

const Price = ({ form, name, label }: { form: Form; name: 'low' | 'high'; label: string }) => (
  <Field {...form.field(name)} label={label} isOptional>
    {(control) => <EuroInput {...control} type="text" autoComplete="off" {...form.input(name)} />}
  </Field>
)

function PlaceChoice({ form }: { form: Form }) {
  const chosen = placesIn(form.values.places)
  const toggle = (place: ServicePlace) =>
    form.type('places', servicePlaces.filter((one) => (one === place ? !chosen.includes(one) : chosen.includes(one))).join(' '))
  return (
    <FieldGroup id={form.idOf('places')} legend="Ort" error={form.errors.places}>
      {servicePlaces.map((place, index) => (
        <label key={place} className="check">
          <input
            type="checkbox"
            id={index === 0 ? form.idOf('places') : undefined}
            checked={chosen.includes(place)}
            onChange={() => toggle(place)}
          />
          {place === 'customer' ? 'Beim Kunden' : placeLabels[place]}
        </label>
      ))}
    </FieldGroup>
  )
}

const TradeOptions = ({ trades }: { trades: readonly ListedTrade[] }) =>
  [...Map.groupBy(trades, ({ category }) => category)].map(([category, some]) => (
    <optgroup key={category} label={category}>
      {some.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </optgroup>
  ))

const euros = (text: string) => (text.trim() === '' ? 0 : (parseEuro(text) ?? Number.NaN) / 100)
const placesIn = (text: string) => servicePlaces.filter((place) => text.split(' ').includes(place))
const kindOf = (text: string) => priceKinds.find((kind) => kind === text) ?? 'fixed'

const entryOf = ({ said, low, high, minutes, places, priceKind, ...rest }: Values) => ({
  ...rest,
  said: phrasesIn(said),
  priceKind: kindOf(priceKind),
  low: euros(low),
  high: euros(high),
  minutes: /^\d{1,4}$/.test(minutes.trim()) ? Number(minutes) : Number.NaN,
  places: placesIn(places),
})
