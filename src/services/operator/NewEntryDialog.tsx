import { parseEuro } from '#src/kit/money.ts'
import { useAttemptKey } from '#src/web/forms/attemptKey.ts'
import { useCheckedForm } from '#src/web/forms/checkedForm.ts'
import { Failure } from '#src/web/forms/ErrorSummary.tsx'
import { EuroSuffix, Field, FieldGroup } from '#src/web/forms/Field.tsx'
import { useAct } from '#src/web/forms/useAct.ts'
import { BusyButton } from '#src/web/parts/BusyButton.tsx'
import { SmallDialog } from '#src/web/parts/SmallDialog.tsx'
import { call } from '#src/web/reading/call.ts'
import { useReading } from '#src/web/reading/useReading.ts'
import { showToast } from '#src/web/shell/toast.ts'
import { priceKinds, priceKindWords, type ServicePlace, servicePlaces } from '../rules.ts'
import { placeWords } from '../words.ts'
import { entryLimits, type ListedTrade, newEntry } from './rules.ts'
import '#src/web/forms/fields.css'

type Values = Record<'name' | 'tradeId' | 'said' | 'priceKind' | 'low' | 'high' | 'minutes' | 'places', string>
const empty: Values = { name: '', tradeId: '', said: '', priceKind: 'fixed', low: '', high: '', minutes: '60', places: 'customer' }

type NewEntryDialogProps = { onClose: () => void; onAdded: () => void }

/** The operator adds a service to a trade. */
export function NewEntryDialog({ onClose, onAdded }: NewEntryDialogProps) {
  const { reading } = useReading('admin-list-trades', {})
  const { form, failure } = useAdding({ onClose, onAdded })
  return (
    <SmallDialog title="Leistung hinzufügen" onClose={onClose}>
      <form className="stack" noValidate onSubmit={(event) => void form.submit(event)}>
        <Field id={form.idOf('name')} label="Name" error={form.errors.name} hint="Ergibt die Kennung, die sich nie mehr ändert.">
          {(control) => <input {...control} type="text" autoComplete="off" maxLength={entryLimits.name.max} {...form.input('name')} />}
        </Field>
        <Field id={form.idOf('tradeId')} label="Gewerk" error={form.errors.tradeId}>
          {(control) => (
            <select {...control} value={form.values.tradeId} onChange={(event) => form.type('tradeId', event.target.value)}>
              <option value="">Bitte wählen</option>
              <TradeOptions trades={reading.shown?.trades ?? []} />
            </select>
          )}
        </Field>
        <Field id={form.idOf('said')} label="Wie Menschen es sagen" isOptional error={form.errors.said} hint="Ein Ausdruck je Zeile.">
          {(control) => (
            <textarea {...control} rows={4} value={form.values.said} onChange={(event) => form.type('said', event.target.value)} />
          )}
        </Field>
        <Usual form={form} />
        <PlaceChoice form={form} />
        <Failure title="Die Leistung wurde nicht hinzugefügt" text={failure} />
        <BusyButton isBusy={form.isBusy}>{form.isBusy ? 'Wird hinzugefügt…' : 'Hinzufügen'}</BusyButton>
      </form>
    </SmallDialog>
  )
}

type Form = ReturnType<typeof useAdding>['form']

/** What the service usually costs and how long it takes, for orientation. */
const Usual = ({ form }: { form: Form }) => (
  <>
    <Field id={form.idOf('priceKind')} label="Preisart" error={form.errors.priceKind}>
      {(control) => (
        <select {...control} value={form.values.priceKind} onChange={(event) => form.type('priceKind', event.target.value)}>
          {priceKinds.map((kind) => (
            <option key={kind} value={kind}>
              {priceKindWords[kind].label}
            </option>
          ))}
        </select>
      )}
    </Field>
    <div className="field-grid two">
      <Price form={form} name="low" label="Üblich von" />
      <Price form={form} name="high" label="Üblich bis" />
    </div>
    <Field id={form.idOf('minutes')} label="Dauer in Minuten" error={form.errors.minutes}>
      {(control) => <input {...control} type="text" inputMode="numeric" autoComplete="off" {...form.input('minutes')} />}
    </Field>
  </>
)

const Price = ({ form, name, label }: { form: Form; name: 'low' | 'high'; label: string }) => (
  <Field id={form.idOf(name)} label={label} isOptional error={form.errors[name]}>
    {(control) => (
      <EuroSuffix>
        <input {...control} type="text" inputMode="decimal" autoComplete="off" {...form.input(name)} />
      </EuroSuffix>
    )}
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
          {place === 'customer' ? 'Beim Kunden' : placeWords[place]}
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

function useAdding({ onClose, onAdded }: NewEntryDialogProps) {
  const attempt = useAttemptKey()
  const form = useCheckedForm({
    prefix: 'new-entry',
    fields: empty,
    check: faultsOf,
    async send(values): Promise<void> {
      await act(async () => {
        const entry = entryOf(values)
        await call('admin-add-catalogue-service', entry, { idempotencyKey: attempt.keyOf(entry) })
        showToast({ kind: 'success', title: 'Leistung hinzugefügt', text: entry.name.trim() })
        onClose()
        onAdded()
      })
    },
  })
  const { failure, act } = useAct({ onFields: (texts) => form.refuse(firstParts(texts)) })
  return { form, failure }
}

const euros = (text: string) => (text.trim() === '' ? 0 : (parseEuro(text) ?? Number.NaN) / 100)
const placesIn = (text: string) => servicePlaces.filter((place) => text.split(' ').includes(place))
const kindOf = (text: string) => priceKinds.find((kind) => kind === text) ?? 'fixed'

const entryOf = ({ said, low, high, minutes, places, priceKind, ...rest }: Values) => ({
  ...rest,
  said: said.split('\n').flatMap((line) => line.trim() || []),
  priceKind: kindOf(priceKind),
  low: euros(low),
  high: euros(high),
  minutes: /^\d{1,4}$/.test(minutes.trim()) ? Number(minutes) : Number.NaN,
  places: placesIn(places),
})

function faultsOf(values: Values) {
  const issues = newEntry.safeParse(entryOf(values)).error?.issues ?? []
  return firstParts(Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join('.'), message])))
}

/** 'said.3' is the field 'said'. */
const firstParts = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([path, text]) => [path.split('.')[0] ?? '', text]))
