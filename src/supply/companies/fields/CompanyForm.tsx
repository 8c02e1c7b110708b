import { type ComponentProps, type ReactNode, useState } from 'react'
import type { useCheckedForm } from '#src/platform/web/forms/checkedForm.ts'
import { EuroSuffix, Field } from '#src/platform/web/forms/Field.tsx'
import { countText } from '#src/platform/web/forms/textLength.ts'
import { imprintTexts } from '../imprint/texts.ts'
import { categories } from '../rules.ts'
import { type FieldName, fieldNames, fieldRow, imprintNames, type OperatorName } from './fields.ts'
import { labelOf, placeIn, type Reader } from './reading.ts'
import { companyLimits } from './schemas.ts'

/** Form that has these fields, and perhaps others. */
type FormWith<Name extends string> = Pick<ReturnType<typeof useCheckedForm<Name>>, 'values' | 'errors' | 'idOf' | 'input' | 'type'>

const inSection = (section: ReturnType<typeof fieldRow>['section']) => fieldNames.filter((name) => fieldRow(name).section === section)

/**
 * Company fields of the registration and the owner's form (docs/spec.md#registration). Later the owner changes the imprint together with
 * the business details (docs/spec.md#business-details).
 */
export function CompanyForm({ form, hasImprint = true }: { form: FormWith<FieldName>; hasImprint?: boolean }) {
  const place = usePlace(form)
  const draw = (names: readonly FieldName[]) =>
    names.map((name) => (
      <CompanyField
        key={name}
        form={form}
        name={name}
        reader="owner"
        hint={hintOf(name, form.values)}
        full={name === 'description' || name === 'location'}
        onLeave={name === 'location' ? place.leave : undefined}
      />
    ))
  return (
    <>
      <Section title="Firma">
        {draw(inSection('firm'))}
        <div className="place-fields full">
          {draw(inSection('place').filter((name) => place.isAsked || !derived.includes(name)))}
          <p className="hint">Damit werden Sie auch bei Suchen im Umkreis gefunden.</p>
        </div>
      </Section>
      <Section title="Kontakt" text="E-Mail und Telefon sehen nur angemeldete Personen und wer bei Ihnen gebucht und bezahlt hat.">
        {draw(inSection('contact'))}
      </Section>
      <Section title="Preis">{draw(inSection('price'))}</Section>
      {hasImprint ? (
        <Section title={imprintTexts.title} text={imprintTexts.help}>
          {draw(imprintNames)}
        </Section>
      ) : null}
    </>
  )
}

/** Fields that are filled from a location with postcode and town. */
const derived: readonly FieldName[] = ['postcode', 'town']

/** Hides postcode and town while the location contains them, so that they are typed once only (docs/spec.md#registration). */
function usePlace({ values, errors, type }: FormWith<FieldName>) {
  const [isAsked, setIsAsked] = useState(() => isApart(values))
  function leave() {
    const place = placeIn(values.location)
    // Keeps postcode and town that the user typed separately.
    if (!place || (isAsked && (values.postcode || values.town))) return setIsAsked(values.location.trim() !== '')
    type('postcode', place.postcode)
    type('town', place.town)
    setIsAsked(false)
  }
  return { isAsked: isAsked || derived.some((name) => errors[name] !== undefined), leave }
}

function isApart({ location, postcode, town }: Record<FieldName, string>) {
  const place = placeIn(location)
  return place ? postcode !== place.postcode || town !== place.town : location.trim() !== '' || postcode !== '' || town !== ''
}

/** Shows the remaining characters only when few are left. */
function hintOf(name: FieldName, { description }: Record<FieldName, string>) {
  const { max } = companyLimits.description
  if (name !== 'description' || description.length < max - 500) return fieldRow(name).hint
  return countText(description.length, max)
}

const Section = ({ title, text, children }: { title: string; text?: string; children: ReactNode }) => (
  <fieldset className="card padded company-fields">
    <legend>
      <h3>{title}</h3>
    </legend>
    {text ? <p className="small muted">{text}</p> : null}
    <div className="field-grid two">{children}</div>
  </fieldset>
)

type OperatorFormProps<Name extends OperatorName> = {
  form: FormWith<Name>
  names: readonly Name[]
  /** Stored values of fields that another user changed meanwhile. */
  hints?: Partial<Record<Name, string>>
  /** Set for existing companies: only a new company needs a description. */
  isDescriptionOptional?: boolean
}

/** Company fields of the operator's form (docs/spec.md#operator-company-form). */
export const OperatorCompanyForm = <Name extends OperatorName>({ form, names, hints, isDescriptionOptional }: OperatorFormProps<Name>) => (
  <div className="field-grid two">
    {names.map((name) => (
      <CompanyField
        key={name}
        form={form}
        name={name}
        reader="operator"
        hint={hints?.[name] ?? fieldRow(name).operatorHint}
        full={name === 'description'}
        mayBeEmpty={name === 'description' && isDescriptionOptional}
      />
    ))}
  </div>
)

type CompanyFieldProps<Name extends FieldName> = {
  form: FormWith<Name>
  name: Name
  reader: Reader
  hint: string | undefined
  full: boolean
  /** Optional here, although required in other forms. */
  mayBeEmpty?: boolean | undefined
  onLeave?: (() => void) | undefined
}

function CompanyField<Name extends FieldName>({ form, name, reader, hint, full, mayBeEmpty = false, onLeave }: CompanyFieldProps<Name>) {
  const { isRequired = false, control: kind, input, unit } = fieldRow(name)
  const isOptional = !isRequired || mayBeEmpty
  const { value, onBlur } = form.input(name)
  const bound = {
    name,
    value,
    required: !isOptional && reader === 'owner',
    onChange: (event: { target: { value: string } }) => form.type(name, event.target.value),
    onBlur: () => {
      onBlur()
      onLeave?.()
    },
  }
  return (
    <Field
      id={form.idOf(name)}
      label={isOptional ? labelOf(name, reader) : `${labelOf(name, reader)} *`}
      isOptional={isOptional}
      hint={hint}
      error={form.errors[name]}
      full={full}
    >
      {(control) => {
        if (kind === 'choice') return <CategoryChoice {...control} {...bound} />
        if (kind === 'lines') return <textarea {...control} {...bound} rows={reader === 'owner' ? 5 : 4} />
        // The data are not the operator's own, so the browser must not autofill them.
        const own = reader === 'operator' ? { autoComplete: 'off' } : {}
        return (
          <Unit unit={unit}>
            <input {...control} type="text" {...input} {...own} {...bound} />
          </Unit>
        )
      }}
    </Field>
  )
}

const CategoryChoice = (props: ComponentProps<'select'>) => (
  <select {...props}>
    <option value="">Bitte wählen</option>
    {categories.map((one) => (
      <option key={one}>{one}</option>
    ))}
  </select>
)

function Unit({ unit, children }: { unit: '€' | 'km' | undefined; children: ReactNode }) {
  if (unit === undefined) return children
  if (unit === '€') return <EuroSuffix>{children}</EuroSuffix>
  return (
    <div className="suffix">
      {children}
      <span aria-hidden="true">{unit}</span>
    </div>
  )
}
