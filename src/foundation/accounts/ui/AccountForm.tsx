import type { ReactNode } from 'react'
import type { useCheckedForm } from '#src/platform/web/forms/checkedForm.ts'
import { EmailField } from '#src/platform/web/forms/EmailField.tsx'
import { PasswordField } from '#src/platform/web/forms/PasswordField.tsx'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { authTexts } from '../rules.ts'
import { NewPasswordField } from './NewPasswordField.tsx'

type AccountFormProps = {
  purpose: 'signIn' | 'signUp'
  form: ReturnType<typeof useCheckedForm<'email' | 'password'>>
  /** Called with the typed address, which is kept when another form is shown. */
  onEmail: (email: string) => void
  isBusy?: boolean
  /** Content below the button. */
  children: ReactNode
}

/** Address, password and button, shared by /auth and the login dialog, which decide about calls and texts. */
export function AccountForm({ purpose, form, onEmail, isBusy = form.isBusy, children }: AccountFormProps) {
  const email = form.input('email')
  const password = { id: form.idOf('password'), label: 'Passwort', error: form.errors.password, ...form.input('password') }
  return (
    <form className="stack" noValidate onSubmit={form.submit}>
      <EmailField
        {...form.field('email')}
        {...email}
        onChange={(event) => {
          email.onChange(event)
          onEmail(event.target.value)
        }}
      />
      {purpose === 'signIn' ? <PasswordField {...password} autoComplete="current-password" /> : <NewPasswordField {...password} />}
      <BusyButton needsScripts isBusy={isBusy}>
        {authTexts[purpose]}
      </BusyButton>
      {children}
    </form>
  )
}
