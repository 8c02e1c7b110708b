import type { ChangeEvent } from 'react'
import { Field } from '#src/platform/web/forms/Field.tsx'

type EmailFieldProps = {
  id: string
  /** For forms that work without scripts. */
  name?: string
  label?: string
  value: string
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
  onBlur?: () => void
  error?: string | undefined
  autoComplete?: 'username' | 'email'
}

/** The e-mail address of an account. The form validates it, so that the text is ours and not the browser's. */
export function EmailField({ id, label = 'E-Mail', error, autoComplete = 'username', ...input }: EmailFieldProps) {
  return (
    <Field id={id} label={label} error={error}>
      {(control) => (
        <input
          {...control}
          {...input}
          type="email"
          inputMode="email"
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </Field>
  )
}
