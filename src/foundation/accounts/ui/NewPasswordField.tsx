import type { ComponentProps } from 'react'
import { PasswordField } from '#src/platform/web/forms/PasswordField.tsx'
import { passwordRules, resetTexts } from '../rules.ts'

type NewPasswordFieldProps = Omit<ComponentProps<typeof PasswordField>, 'autoComplete' | 'rules'>

/** New password with its rules, which are ticked off while typing. */
export const NewPasswordField = (props: NewPasswordFieldProps) => (
  <PasswordField
    {...props}
    autoComplete="new-password"
    rules={passwordRules.map(({ label, isMet }) => ({ label, isMet: isMet(props.value) }))}
  />
)

/** Repetition of the new password. */
export const RepeatedPassword = (props: Omit<NewPasswordFieldProps, 'label'>) => (
  <PasswordField {...props} label={resetTexts.repeat} autoComplete="new-password" />
)
