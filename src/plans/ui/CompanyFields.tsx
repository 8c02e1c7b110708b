import type { InputHTMLAttributes, ReactNode } from 'react'
import { imprintFieldNames, imprintTexts } from '#src/companies/imprint/texts.ts'
import { companyLimits } from '#src/companies/register/rules.ts'
import { categories } from '#src/companies/rules.ts'
import type { useCheckedForm } from '#src/web/forms/checkedForm.ts'
import { EuroSuffix, Field } from '#src/web/forms/Field.tsx'
import { placeIn } from '../signupRules.ts'
import { type CompanyField, companyLabels } from './RegistrationDraft.tsx'

export type CompanyForm = ReturnType<typeof useCheckedForm<CompanyField>>

/** What is offered, and where. Postcode, town and radius help to find the company; `location` is what customers read. */
export function FirmFields({ form, countFrom }: { form: CompanyForm; countFrom: number }) {
  const { values } = form
  const { max } = companyLimits.description

  function fillPlace() {
    const place = placeIn(values.location)
    if (place && !values.postcode && !values.town) {
      form.type('postcode', place.postcode)
      form.type('town', place.town)
    }
  }

  function fillLocation() {
    if (!values.location.trim() && values.town.trim()) form.type('location', `${values.postcode} ${values.town}`.trim())
  }

  return (
    <Section title="Firma">
      <TextField form={form} name="company_name" input={{ autoComplete: 'organization', required: true }} />
      <CategoryField form={form} />
      <Field
        id={form.idOf('description')}
        label={companyLabels.description}
        error={form.errors.description}
        hint={
          values.description.length < countFrom
            ? 'Was bieten Sie an? Was ist im Preis enthalten?'
            : `${values.description.length.toLocaleString('de-DE')} von ${max.toLocaleString('de-DE')} Zeichen`
        }
        full
      >
        {(control) => (
          <textarea
            {...control}
            name="description"
            rows={5}
            required
            value={values.description}
            onChange={(event) => form.type('description', event.target.value)}
            onBlur={form.input('description').onBlur}
          />
        )}
      </Field>
      <TextField
        form={form}
        name="location"
        input={{ autoComplete: 'off', required: true }}
        hint="So steht Ihr Standort im Profil, zum Beispiel 22767 Hamburg."
        onLeave={fillPlace}
        full
      />
      <div className="su-place full">
        <TextField
          form={form}
          name="postcode"
          input={{ autoComplete: 'postal-code', inputMode: 'numeric', maxLength: 5 }}
          isOptional
          onLeave={fillLocation}
        />
        <TextField form={form} name="town" input={{ autoComplete: 'address-level2' }} isOptional onLeave={fillLocation} />
        <TextField
          form={form}
          name="service_radius_km"
          input={{ autoComplete: 'off', inputMode: 'numeric', maxLength: 5 }}
          unit="km"
          isOptional
        />
        <p className="hint">Damit finden Sie auch Menschen, die im Umkreis suchen.</p>
      </div>
    </Section>
  )
}

/** Whom customers reach after a booking. */
export function ContactFields({ form }: { form: CompanyForm }) {
  return (
    <Section title="Kontakt" text="E-Mail und Telefon sehen nur angemeldete Personen und wer bei Ihnen gebucht und bezahlt hat.">
      <TextField form={form} name="contact_person" input={{ autoComplete: 'name', required: true }} />
      <TextField form={form} name="email" input={{ type: 'email', autoComplete: 'email', required: true }} />
      <TextField form={form} name="phone" input={{ type: 'tel', autoComplete: 'tel', required: true }} />
      <TextField
        form={form}
        name="website"
        input={{ type: 'text', inputMode: 'url', autoComplete: 'url', autoCapitalize: 'none', spellCheck: false }}
        isOptional
      />
    </Section>
  )
}

export function PriceFields({ form }: { form: CompanyForm }) {
  return (
    <Section title="Preis">
      <TextField
        form={form}
        name="hourly_rate"
        input={{ inputMode: 'decimal', autoComplete: 'off' }}
        hint="Ohne Angabe oder mit 0 steht im Profil „Preis auf Anfrage“."
        unit="€"
        isOptional
      />
    </Section>
  )
}

/** Who the company is, for the profile and the order. */
export function ImprintFields({ form }: { form: CompanyForm }) {
  return (
    <Section title={imprintTexts.title} text={imprintTexts.help}>
      {imprintFieldNames.map((name) => (
        <TextField
          key={name}
          form={form}
          name={name}
          input={{ autoComplete: name === 'street' ? 'address-line1' : 'off', spellCheck: false }}
          isOptional
        />
      ))}
    </Section>
  )
}

function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <fieldset className="card pad su-f">
      <legend>
        <h3>{title}</h3>
      </legend>
      {text ? <p className="sm mut">{text}</p> : null}
      <div className="fg two">{children}</div>
    </fieldset>
  )
}

type TextFieldProps = {
  form: CompanyForm
  name: CompanyField
  input: InputHTMLAttributes<HTMLInputElement>
  hint?: string
  unit?: '€' | 'km'
  isOptional?: boolean
  full?: boolean
  onLeave?: () => void
}

function TextField({ form, name, input, hint, unit, isOptional = false, full = false, onLeave }: TextFieldProps) {
  const bound = form.input(name)
  return (
    <Field id={form.idOf(name)} label={companyLabels[name]} isOptional={isOptional} hint={hint} error={form.errors[name]} full={full}>
      {(control) => (
        <Unit unit={unit}>
          <input
            {...control}
            type="text"
            name={name}
            {...input}
            {...bound}
            onBlur={() => {
              bound.onBlur()
              onLeave?.()
            }}
          />
        </Unit>
      )}
    </Field>
  )
}

function Unit({ unit, children }: { unit: TextFieldProps['unit']; children: ReactNode }) {
  if (unit === undefined) return children
  if (unit === '€') return <EuroSuffix>{children}</EuroSuffix>
  return (
    <div className="suffix">
      {children}
      <span aria-hidden="true">{unit}</span>
    </div>
  )
}

function CategoryField({ form }: { form: CompanyForm }) {
  return (
    <Field id={form.idOf('category')} label={companyLabels.category} error={form.errors.category}>
      {(control) => (
        <select
          {...control}
          name="category"
          required
          value={form.values.category}
          onChange={(event) => form.type('category', event.target.value)}
          onBlur={form.input('category').onBlur}
        >
          <option value="">Bitte wählen</option>
          {categories.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      )}
    </Field>
  )
}
