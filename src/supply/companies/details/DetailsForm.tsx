import { type ReactNode, useState } from 'react'
import { formatDate } from '#src/platform/kit/dates.ts'
import { insideNames } from '#src/platform/kit/wire.ts'
import { useCheckedForm } from '#src/platform/web/forms/checkedForm.ts'
import { ErrorSummary, Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { errorsOf } from '#src/platform/web/forms/errorsOf.ts'
import { Field, FieldMessage, Options, SelectField } from '#src/platform/web/forms/Field.tsx'
import { LeaveGuard } from '#src/platform/web/forms/LeaveGuard.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { registrationOf } from '../fields/legalForms.ts'
import { taxStatuses, taxStatusLabels } from '../tax/texts.ts'
import { type DetailsStanding, detailsForm } from './rules.ts'
import { type DetailName, detailNames, detailsKindLabels, detailsKinds, detailsLabels, detailsTexts } from './texts.ts'

type Texts = Record<DetailName, string>
type DetailsFormProps = { companyId: string; details: DetailsStanding['details']; onSaved: () => void }

/** Form of a company's business details: imprint, person, taxes, contact and declaration. A draft may be saved at any time. */
export function DetailsForm({ companyId, details, onSaved }: DetailsFormProps) {
  const [before] = useState(() => textsOf(details))
  const { form, failure, isSaved } = useSaving({ companyId, before, onSaved })
  const isChanged = !isSaved && detailNames.some((name) => form.values[name] !== before[name])
  const { kind, taxStatus } = form.values
  const registration = registrationOf({ kind, legalForm: form.values.legalForm })
  const asksRegister = registration === 'always' || (registration === 'maybe' && form.values.hasNoRegister === '')
  const line = (name: DetailName, parts: LineParts = {}) => <Line key={name} form={form} name={name} {...parts} />
  return (
    <form className="edit" noValidate onSubmit={(event) => void form.submit(event)} aria-label={detailsTexts.title}>
      <ErrorSummary fields={form.invalid.map((name) => ({ id: form.idOf(name), label: detailsLabels[name] }))} />
      <Part title="Firma und Anbieterkennzeichnung" text="Steht in Ihrem Profil und vor der Bestellung (§ 5 DDG).">
        <Choice form={form} name="kind" words={detailsKindLabels} />
        {line('legalForm', {
          hint: kind === 'entity' ? 'Zum Beispiel GmbH, GbR, e. V.' : 'Zum Beispiel Einzelunternehmen, Freiberufler, e. K.',
        })}
        {kind === 'person' && form.values.representedBy === '' ? null : line('representedBy')}
        {line('street', { autoComplete: 'address-line1' })}
        {line('postcode', { inputMode: 'numeric', autoComplete: 'postal-code' })}
        {line('town', { autoComplete: 'address-level2' })}
        {registration === 'maybe' ? <Tick form={form} name="hasNoRegister" /> : null}
        {asksRegister ? line('registerCourt') : null}
        {asksRegister ? line('registerNumber') : null}
        {line('businessId')}
      </Part>
      {kind === 'person' ? (
        <Part title="Person" text="Nicht öffentlich. Gehört in die Meldung nach dem Plattformen-Steuertransparenzgesetz.">
          {line('firstName', { autoComplete: 'given-name' })}
          {line('lastName', { autoComplete: 'family-name' })}
          {line('birthDate', { autoComplete: 'bday', hint: 'Zum Beispiel 24.12.1980' })}
          {line('birthPlace')}
          {line('taxId', { inputMode: 'numeric', hint: '11 Ziffern, steht auf Ihrem Steuerbescheid.' })}
          {line('homeStreet')}
          {line('homePostcode', { inputMode: 'numeric' })}
          {line('homeTown')}
        </Part>
      ) : null}
      <Part
        title="Steuern"
        text="Was zum Tag der Leistung gilt, steht auf der Rechnung. Ein Wechsel, auch mitten im Jahr, beginnt mit seinem Tag."
      >
        <Choice form={form} name="taxStatus" words={taxStatusLabels} />
        {line('taxSince', { hint: 'Der erste Tag, für den dieser Status gilt, zum Beispiel 01.01.2026' })}
        {taxStatus === 'exempt' ? line('exemptionText', { hint: 'Zum Beispiel: Steuerfrei nach § 4 Nr. 14 UStG' }) : null}
        {line('taxNumber', { hint: 'Wie Ihr Finanzamt sie schreibt, zum Beispiel 181/815/08155' })}
        {line('vatId', { hint: 'Zum Beispiel DE136695976' })}
        <Tick form={form} name="hasNoVatId" />
      </Part>
      <Part title="Rechtliche Mitteilungen und Erklärung">
        {line('legalEmail', { type: 'email', autoComplete: 'email' })}
        {line('legalPhone', { type: 'tel', autoComplete: 'tel' })}
        <Tick form={form} name="isTrader" />
      </Part>
      <Failure title="Die Angaben wurden nicht gespeichert" text={failure} />
      <div className="row between wrapping">
        <p className="small muted">Unvollständige Angaben bleiben als Entwurf gespeichert. Vollständige gehen zur Prüfung.</p>
        <BusyButton className="button primary" isBusy={form.isBusy}>
          {form.isBusy ? 'Wird gespeichert…' : 'Speichern'}
        </BusyButton>
      </div>
      <LeaveGuard isChanged={isChanged} />
    </form>
  )
}

type Form = ReturnType<typeof useCheckedForm<DetailName>>
const days: readonly DetailName[] = ['birthDate', 'taxSince']

/** Details as input texts. */
function textsOf(details: DetailsStanding['details']): Texts {
  const inside = insideNames(details)
  const textOf = (name: DetailName) => {
    const value = inside[name]
    if (typeof value === 'boolean') return value ? 'yes' : ''
    return value && days.includes(name) ? formatDate(value) : (value ?? '')
  }
  return Object.fromEntries(detailNames.map((name) => [name, textOf(name)])) as Texts
}

/** Input texts as the body of the call. */
const inputOf = (texts: Texts) => ({
  ...texts,
  kind: kindOf(texts.kind),
  taxStatus: taxStatusOf(texts.taxStatus),
  hasNoRegister: texts.hasNoRegister !== '',
  hasNoVatId: texts.hasNoVatId !== '',
  isTrader: texts.isTrader !== '',
})
const kindOf = (text: string) => detailsKinds.find((kind) => kind === text) ?? null
const taxStatusOf = (text: string) => taxStatuses.find((status) => status === text) ?? null

type Saving = { companyId: string; before: Texts; onSaved: () => void }

function useSaving({ companyId, before, onSaved }: Saving) {
  const [isSaved, setIsSaved] = useState(false)
  const form = useCheckedForm<DetailName>({
    prefix: 'details',
    fields: before,
    check: (values) => errorsOf(detailsForm)(inputOf(values)),
    async send(values): Promise<void> {
      await action(async () => {
        const { status } = await call('update-business-details', { companyId, ...inputOf(values) })
        setIsSaved(true)
        const isSubmitted = status === 'submitted'
        showToast({
          kind: 'success',
          title: isSubmitted ? detailsTexts.submitted : detailsTexts.saved,
          ...(isSubmitted ? { text: detailsTexts.submittedHelp } : {}),
        })
        onSaved()
      })
    },
  })
  const { failure, action } = useAction({ onFields: form.refuse })
  return { form, failure, isSaved }
}

const Part = ({ title, text, children }: { title: string; text?: string; children: ReactNode }) => (
  <fieldset className="card padded company-fields">
    <legend>
      <h3>{title}</h3>
    </legend>
    {text ? <p className="small muted">{text}</p> : null}
    <div className="field-grid two">{children}</div>
  </fieldset>
)

type LineParts = { type?: 'email' | 'tel'; inputMode?: 'numeric'; autoComplete?: string; hint?: string }

function Line({ form, name, hint, ...input }: LineParts & { form: Form; name: DetailName }) {
  return (
    <Field {...form.field(name)} label={detailsLabels[name]} hint={hint}>
      {(control) => <input {...control} type="text" autoComplete="off" spellCheck={false} {...input} {...form.input(name)} />}
    </Field>
  )
}

type ChoiceProps = { form: Form; name: DetailName; words: Readonly<Record<string, string>> }

const Choice = ({ form, name, words }: ChoiceProps) => (
  <SelectField {...form.choice(name)} label={detailsLabels[name]} full>
    <option value="">Bitte wählen</option>
    <Options words={words} />
  </SelectField>
)

const Tick = ({ form, name }: { form: Form; name: DetailName }) => (
  <div className={form.errors[name] ? 'field error full' : 'field full'}>
    <label className="check" htmlFor={form.idOf(name)}>
      <input
        id={form.idOf(name)}
        type="checkbox"
        checked={form.values[name] !== ''}
        aria-describedby={form.errors[name] ? `${form.idOf(name)}-error` : undefined}
        onChange={(event) => form.type(name, event.target.checked ? 'yes' : '')}
      />
      {detailsLabels[name]}
    </label>
    <FieldMessage id={form.idOf(name)} error={form.errors[name]} />
  </div>
)
