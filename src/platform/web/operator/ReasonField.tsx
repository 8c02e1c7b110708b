import { Field } from '../forms/Field.tsx'

type ReasonFieldProps = {
  id: string
  label?: string
  hint?: string
  longest?: number
  value: string
  error: string | undefined
  onChange: (reason: string) => void
}

/** The operator's reason for an action that affects others. */
export const ReasonField = ({ id, label = 'Grund', hint, longest = 500, value, error, onChange }: ReasonFieldProps) => (
  <Field id={id} label={label} hint={hint} error={error} length={{ typed: value, longest }}>
    {(control) => <textarea {...control} rows={3} value={value} onChange={(event) => onChange(event.target.value)} />}
  </Field>
)
