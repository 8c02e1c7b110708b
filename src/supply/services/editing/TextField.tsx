import { EuroSuffix, Field } from '#src/platform/web/forms/Field.tsx'
import { fieldId } from './form.ts'

type TextFieldProps = {
  /** Path of the value in the draft: 'options.0.title'. */
  path: string
  label: string
  isOptional?: boolean
  hint?: string | undefined
  problem: string | undefined
  longest?: number
  /** Amount in euros, number with decimals, or whole number; text by default. */
  kind?: 'euro' | 'decimal' | 'number'
  value: string
  onType: (typed: string) => void
}

/** Text field of a service's form. */
export function TextField({ path, label, isOptional = false, hint, problem, longest, kind, value, onType }: TextFieldProps) {
  const typing = {
    type: 'text',
    autoComplete: 'off',
    inputMode: kind === 'euro' || kind === 'decimal' ? 'decimal' : kind === 'number' ? 'numeric' : 'text',
    value,
  } as const
  return (
    <Field
      id={fieldId(path)}
      label={label}
      isOptional={isOptional}
      hint={hint}
      error={problem}
      length={longest === undefined ? undefined : { typed: value, longest }}
    >
      {(control) => {
        const input = <input {...control} {...typing} onChange={(event) => onType(event.target.value)} />
        return kind === 'euro' ? <EuroSuffix>{input}</EuroSuffix> : input
      }}
    </Field>
  )
}
