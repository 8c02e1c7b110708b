import type { InputHTMLAttributes, ReactNode } from 'react'
import { type ImprintField, imprintFieldNames, imprintLabels, imprintTexts } from '#src/companies/imprint/texts.ts'
import { categories } from '#src/companies/rules.ts'
import type { useCheckedForm } from '#src/web/forms/checkedForm.ts'
import { EuroSuffix, Field } from '#src/web/forms/Field.tsx'
import { companyAreaTexts } from './texts.ts'

export const companyFieldNames = [
  'company_name',
  'category',
  'email',
  'phone',
  'contact_person',
  'location',
  'description',
  'website',
  'hourly_rate',
] as const
export type CompanyField = (typeof companyFieldNames)[number]
export type CompanyTexts = Record<CompanyField, string>

/** The fields of a company, in the order in which they are checked (docs/spec.md#operator-company-form). */
export const companyLabels: Record<CompanyField, string> = {
  company_name: 'Firmenname *',
  category: 'Kategorie *',
  email: 'E-Mail *',
  phone: 'Telefon *',
  contact_person: 'Ansprechpartner *',
  location: 'Standort *',
  description: 'Beschreibung *',
  website: 'Webseite',
  hourly_rate: 'Stundensatz',
}

/** A form that has these fields, and perhaps others. */
type FormLike<Name extends string> = Pick<ReturnType<typeof useCheckedForm<Name>>, 'values' | 'errors' | 'idOf' | 'input' | 'type'>
type CompanyForm = FormLike<CompanyField>

type FieldsProps = {
  form: CompanyForm
  /** What stands in the database by now, where somebody else changed it meanwhile. */
  hints?: Partial<CompanyTexts>
  /** Only a new company needs its description. */
  isDescriptionOptional?: boolean
}

/** What the operator enters of a company. */
export const CompanyFields = ({ form, hints = {}, isDescriptionOptional = false }: FieldsProps) => (
  <div className="fg two">
    <TextField form={form} name="company_name" label={companyLabels.company_name} hint={hints.company_name} />
    <CategoryField form={form} hint={hints.category} />
    <TextField form={form} name="email" label={companyLabels.email} hint={hints.email} input={{ type: 'email' }} />
    <TextField form={form} name="phone" label={companyLabels.phone} hint={hints.phone} input={{ type: 'tel' }} />
    <TextField form={form} name="contact_person" label={companyLabels.contact_person} hint={hints.contact_person} />
    <TextField form={form} name="location" label={companyLabels.location} hint={hints.location} />
    <Field
      id={form.idOf('description')}
      label={isDescriptionOptional ? companyLabels.description.replace(' *', '') : companyLabels.description}
      isOptional={isDescriptionOptional}
      error={form.errors.description}
      hint={hints.description}
      full
    >
      {(control) => (
        <textarea
          {...control}
          name="description"
          rows={4}
          value={form.values.description}
          onChange={(event) => form.type('description', event.target.value)}
          onBlur={form.input('description').onBlur}
        />
      )}
    </Field>
    <TextField
      form={form}
      name="website"
      label={companyLabels.website}
      hint={hints.website}
      input={{ inputMode: 'url', autoCapitalize: 'none', spellCheck: false }}
      isOptional
    />
    <TextField
      form={form}
      name="hourly_rate"
      label={companyLabels.hourly_rate}
      hint={hints.hourly_rate ?? companyAreaTexts.rateHint}
      input={{ inputMode: 'decimal' }}
      isEuro
      isOptional
    />
  </div>
)

/** Who the company is, as its profile and the order say. */
export const CompanyImprintFields = ({ form, hints }: { form: FormLike<ImprintField>; hints: Partial<Record<ImprintField, string>> }) => (
  <fieldset className="pv-bank">
    <legend>
      <h3>{imprintTexts.title}</h3>
    </legend>
    <div className="fg two">
      {imprintFieldNames.map((name) => (
        <TextField key={name} form={form} name={name} label={imprintLabels[name]} hint={hints[name]} isOptional />
      ))}
    </div>
  </fieldset>
)

type TextFieldProps<Name extends string> = {
  form: FormLike<Name>
  name: NoInfer<Name>
  label: string
  hint?: ReactNode
  input?: InputHTMLAttributes<HTMLInputElement>
  isEuro?: boolean
  isOptional?: boolean
}

/** One line of text. Nothing here is the operator's own, so nothing is filled in by the browser. */
export function TextField<Name extends string>({ form, name, label, hint, input, isEuro, isOptional = false }: TextFieldProps<Name>) {
  return (
    <Field id={form.idOf(name)} label={label} isOptional={isOptional} hint={hint} error={form.errors[name]}>
      {(control) => {
        const field = <input {...control} type="text" autoComplete="off" name={name} {...input} {...form.input(name)} />
        return isEuro ? <EuroSuffix>{field}</EuroSuffix> : field
      }}
    </Field>
  )
}

const CategoryField = ({ form, hint }: { form: CompanyForm; hint: ReactNode }) => (
  <Field id={form.idOf('category')} label={companyLabels.category} hint={hint} error={form.errors.category}>
    {(control) => (
      <select
        {...control}
        name="category"
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

/** A field's words without the star, for the links above the form. */
export const plainLabel = (label: string) => label.replace(' *', '')
