import type { ComponentProps, ReactNode } from 'react'
import { CircleAlert } from '#src/platform/web/icons/Icons.tsx'
import { checkTextLength, type TextLength } from './textLength.ts'

/** Attributes that tie the control inside a field to its label, hint and error. Spread them on the input. */
export type ControlProps = { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string; className: string }

type FieldProps = {
  id: string
  label: string
  isOptional?: boolean
  hint?: ReactNode
  /** The error text exactly as in the spec; it is not worded differently anywhere. */
  error?: string | undefined
  /** Shows a counter near the limit and an error beyond it, instead of `maxlength`. */
  length?: TextLength | undefined
  /** Takes both columns of a two-column form. */
  full?: boolean
  children: (control: ControlProps) => ReactNode
}

/** Label, control, hint and error, tied together: `<Field id="ort" label="Ort" error={…}>{(control) => <input {...control} />}</Field>`. */
export function Field({ id, label, isOptional, hint, error: given, length, full, children }: FieldProps) {
  const { count, problem } = length ? checkTextLength(length) : {}
  const error = given ?? problem
  const described = [error ? `${id}-error` : '', hint ? `${id}-hint` : '', count ? `${id}-count` : ''].filter(Boolean).join(' ')
  return (
    <div className={['field', full ? 'full' : '', error ? 'error' : ''].filter(Boolean).join(' ')}>
      <div className="label">
        <label htmlFor={id}>{label}</label>
        {isOptional ? <span className="optional"> (optional)</span> : null}
      </div>
      {children({
        id,
        className: 'input',
        ...(error ? { 'aria-invalid': true } : {}),
        ...(described ? { 'aria-describedby': described } : {}),
      })}
      <FieldMessage id={id} error={error} />
      {hint ? (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {count ? (
        <p className="hint" id={`${id}-count`}>
          {count}
        </p>
      ) : null}
    </div>
  )
}

type SelectFieldProps = Omit<FieldProps, 'children'> & {
  value: string | number
  onChange: (value: string) => void
  /** Its options. */
  children: ReactNode
}

/** Choice from a list of options. */
export const SelectField = ({ value, onChange, children, ...field }: SelectFieldProps) => (
  <Field {...field}>
    {(control) => (
      <select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
        {children}
      </select>
    )}
  </Field>
)

/** One option for each word, by its label. */
export const Options = ({ words }: { words: Readonly<Record<string, string>> }) =>
  Object.entries(words).map(([word, label]) => (
    <option key={word} value={word}>
      {label}
    </option>
  ))

type FieldGroupProps = {
  id: string
  legend: string
  isOptional?: boolean
  error: string | undefined
  /** The group itself takes the focus of its error; else its first control has the id. */
  isTarget?: boolean
  children: ReactNode
}

/** Several controls under one legend, and their common error. */
export const FieldGroup = ({ id, legend, isOptional = false, error, isTarget = false, children }: FieldGroupProps) => (
  <fieldset className={error ? 'field error' : 'field'} {...(isTarget ? { id, tabIndex: -1 } : {})}>
    <legend className="label">
      {legend}
      {isOptional ? <span className="optional"> (optional)</span> : null}
    </legend>
    {children}
    <FieldMessage id={id} error={error} />
  </fieldset>
)

/** Error of the control with this id. */
export const FieldMessage = ({ id, error }: { id: string; error: string | undefined }) =>
  error ? (
    <p className="message" id={`${id}-error`}>
      <CircleAlert />
      {error}
    </p>
  ) : null

/** Input of an amount in euros. */
export const EuroInput = (props: ComponentProps<'input'>) => (
  <EuroSuffix>
    <input inputMode="decimal" {...props} />
  </EuroSuffix>
)

/** Money input: right-aligned with its unit inside. Put the input of a `Field` into it. */
export function EuroSuffix({ children }: { children: ReactNode }) {
  return (
    <div className="suffix">
      {children}
      <span aria-hidden="true">€</span>
    </div>
  )
}
