import { call } from '#src/web/call.ts'
import { useCheckedForm } from '#src/web/checkedForm.ts'
import { showToast } from '#src/web/toast.ts'
import { authTexts, dialogSignUp, loginDialogTexts, normaliseEmail } from '../rules.ts'
import { BusyButton } from './BusyButton.tsx'
import { EmailField } from './EmailField.tsx'
import { faultsOf } from './FieldFaults.tsx'
import { type LoginFormProps, loginFailure } from './LoginFailure.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'

/** The dialog's tab 'Registrieren'. */
export function LoginSignUp({ email, onEmail, onFailure, onSignedUp }: LoginFormProps & { onSignedUp: () => void }) {
  const form = useCheckedForm({
    prefix: 'join',
    fields: { email, password: '' },
    check: faultsOf(dialogSignUp),
    async send({ email: typed, password }): Promise<void> {
      onFailure(undefined)
      try {
        await call('sign-up', { email: normaliseEmail(typed), password })
      } catch (error) {
        return onFailure({ text: loginFailure(error, loginDialogTexts.signUpFailed) })
      }
      showToast({ kind: 'success', title: loginDialogTexts.signedUp, text: loginDialogTexts.signedUpDetail })
      onEmail('')
      onSignedUp()
    },
  })
  const emailInput = form.input('email')
  return (
    <form className="stack" noValidate onSubmit={form.submit}>
      <EmailField
        id={form.idOf('email')}
        error={form.errors.email}
        {...emailInput}
        onChange={(event) => {
          emailInput.onChange(event)
          onEmail(event.target.value)
        }}
      />
      <NewPasswordField id={form.idOf('password')} label="Passwort" error={form.errors.password} {...form.input('password')} />
      <BusyButton isBusy={form.isBusy}>{authTexts.signUp}</BusyButton>
      <p className="sm mut">{authTexts.terms}</p>
    </form>
  )
}
