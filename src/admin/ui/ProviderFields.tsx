import type { InputHTMLAttributes, ReactNode } from 'react'
import { type NoticeField, noticeFieldNames, noticeLabels, noticeTexts } from '#src/companies/noticeTextRules.ts'
import { categories } from '#src/companies/rules.ts'
import type { useCheckedForm } from '#src/web/checkedForm.ts'
import { EuroSuffix, Field } from '#src/web/Field.tsx'
import { providerTexts } from '../providerTextRules.ts'

export const providerFieldNames = [
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
export type ProviderField = (typeof providerFieldNames)[number]
export type ProviderTexts = Record<ProviderField, string>

/** The fields of a provider, in the order in which they are checked (specification 5, "Admin"). */
export const providerLabels: Record<ProviderField, string> = {
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
type ProviderForm = FormLike<ProviderField>

type FieldsProps = {
  form: ProviderForm
  /** What stands in the database by now, where somebody else changed it meanwhile. */
  hints?: Partial<ProviderTexts>
  /** Only a new provider needs its description. */
  isDescriptionOptional?: boolean
}

/** What the operator enters of a provider. */
export const ProviderFields = ({ form, hints = {}, isDescriptionOptional = false }: FieldsProps) => (
  <div className="fg two">
    <TextField form={form} name="company_name" label={providerLabels.company_name} hint={hints.company_name} />
    <CategoryField form={form} hint={hints.category} />
    <TextField form={form} name="email" label={providerLabels.email} hint={hints.email} input={{ type: 'email' }} />
    <TextField form={form} name="phone" label={providerLabels.phone} hint={hints.phone} input={{ type: 'tel' }} />
    <TextField form={form} name="contact_person" label={providerLabels.contact_person} hint={hints.contact_person} />
    <TextField form={form} name="location" label={providerLabels.location} hint={hints.location} />
    <Field
      id={form.idOf('description')}
      label={isDescriptionOptional ? providerLabels.description.replace(' *', '') : providerLabels.description}
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
      label={providerLabels.website}
      hint={hints.website}
      input={{ inputMode: 'url', autoCapitalize: 'none', spellCheck: false }}
      isOptional
    />
    <TextField
      form={form}
      name="hourly_rate"
      label={providerLabels.hourly_rate}
      hint={hints.hourly_rate ?? providerTexts.rateHint}
      input={{ inputMode: 'decimal' }}
      isEuro
      isOptional
    />
  </div>
)

/** Who the provider is, as its profile and the order say. */
export const ProviderNotice = ({ form, hints }: { form: FormLike<NoticeField>; hints: Partial<Record<NoticeField, string>> }) => (
  <fieldset className="pv-bank">
    <legend>
      <h3>{noticeTexts.title}</h3>
    </legend>
    <div className="fg two">
      {noticeFieldNames.map((name) => (
        <TextField key={name} form={form} name={name} label={noticeLabels[name]} hint={hints[name]} isOptional />
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

const CategoryField = ({ form, hint }: { form: ProviderForm; hint: ReactNode }) => (
  <Field id={form.idOf('category')} label={providerLabels.category} hint={hint} error={form.errors.category}>
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
