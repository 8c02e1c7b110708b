import { type ChangeEvent, useState } from 'react'
import { Circle, CircleCheck, Eye, EyeOff } from '#src/platform/web/icons/Icons.tsx'
import { Field } from './Field.tsx'

type PasswordFieldProps = {
  id: string
  label: string
  value: string
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
  onBlur?: () => void
  error?: string | undefined
  autoComplete: 'current-password' | 'new-password'
  /** For a new password: its rules, ticked off while typing. */
  rules?: readonly { label: string; isMet: boolean }[]
}

/** Password with a button to show it. Rules stand below from the start, not as an error before any input. */
export function PasswordField({ id, label, error, rules, ...input }: PasswordFieldProps) {
  const [isVisible, setIsVisible] = useState(false)
  return (
    <Field id={id} label={label} error={error} hint={rules ? <RuleList rules={rules} /> : undefined}>
      {(control) => (
        <div className="peek">
          <input {...control} {...input} type={isVisible ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
          <button
            type="button"
            className="needs-script"
            aria-label={isVisible ? 'Passwort verbergen' : 'Passwort anzeigen'}
            aria-controls={id}
            onClick={() => setIsVisible((was) => !was)}
          >
            {isVisible ? <EyeOff /> : <Eye />}
          </button>
        </div>
      )}
    </Field>
  )
}

/** Spans, because the hint of a field is a paragraph. */
function RuleList({ rules }: { rules: readonly { label: string; isMet: boolean }[] }) {
  return (
    <span className="password-rules">
      {rules.map(({ label, isMet }) => (
        <span key={label} className={isMet ? 'met' : undefined}>
          {isMet ? <CircleCheck /> : <Circle />}
          <span>{label}</span>
          <span className="unseen">{isMet ? ' (erfüllt) ' : ' (noch nicht erfüllt) '}</span>
        </span>
      ))}
    </span>
  )
}
