import type { ComponentProps } from 'react'
import { PasswordField } from '#src/web/forms/PasswordField.tsx'
import { accountLimits, isStrongPassword } from '../rules.ts'

type NewPasswordFieldProps = Omit<ComponentProps<typeof PasswordField>, 'autoComplete' | 'rules'>

/** A new password with the four things it must have, ticked off while typing. */
export const NewPasswordField = (props: NewPasswordFieldProps) => (
  <PasswordField {...props} autoComplete="new-password" rules={rulesFor(props.value)} />
)

const { min } = accountLimits.password

/** Each rule is asked of the one that decides: is the password strong once everything but this is added to it? */
const rulesFor = (password: string) => [
  { label: `${min} Zeichen oder mehr`, isMet: password.length >= min },
  { label: 'ein Großbuchstabe', isMet: isStrongPassword(`${password}a1${'a'.repeat(min)}`) },
  { label: 'ein Kleinbuchstabe', isMet: isStrongPassword(`${password}A1${'A'.repeat(min)}`) },
  { label: 'eine Zahl', isMet: isStrongPassword(`${password}aA${'a'.repeat(min)}`) },
]
