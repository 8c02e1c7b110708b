import { useCheckedForm } from '#src/platform/web/forms/checkedForm.ts'
import { errorsOf } from '#src/platform/web/forms/errorsOf.ts'
import { PasswordField } from '#src/platform/web/forms/PasswordField.tsx'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { CallError, call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { loginDialogTexts, resetForm, resetTexts } from '../rules.ts'
import { hasCode } from './AuthFailure.tsx'
import { passwordText } from './AuthSignUp.tsx'
import { NewPasswordField, RepeatedPassword } from './NewPasswordField.tsx'

/** Changes the password with the current one; signs out all other devices. */
export function PasswordChange({ email }: { email: string }) {
  const form = useCheckedForm({
    prefix: 'change',
    fields: { current: '', password: '', repeat: '' },
    check: (values) => ({
      ...(values.current === '' ? { current: loginDialogTexts.passwordMissing } : {}),
      ...errorsOf(resetForm)(values),
    }),
    async send({ current, password }): Promise<void> {
      try {
        await call('user', { currentPassword: current, password })
      } catch (error) {
        if (hasCode(error, 'accounts.wrongPassword') && error instanceof Error) return form.refuse({ current: error.message })
        const text = passwordText(error)
        if (text) return form.refuse({ password: text })
        const reason = error instanceof CallError ? { text: error.message } : {}
        return showToast({ kind: 'error', title: resetTexts.updateFailed, ...reason })
      }
      form.clear()
      showToast({ kind: 'success', title: 'Passwort geändert', text: 'Alle anderen Geräte wurden abgemeldet.' })
    },
  })
  return (
    <section className="card padded stack" aria-labelledby="password-title">
      <h2 id="password-title">Passwort ändern</h2>
      <form className="stack" noValidate onSubmit={form.submit}>
        {/* Username for password managers. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField {...form.field('current')} label="Aktuelles Passwort" autoComplete="current-password" {...form.input('current')} />
        <NewPasswordField id={form.idOf('password')} label={resetTexts.password} error={form.errors.password} {...form.input('password')} />
        <RepeatedPassword id={form.idOf('repeat')} error={form.errors.repeat} {...form.input('repeat')} />
        <BusyButton isBusy={form.isBusy}>{form.isBusy ? resetTexts.updating : resetTexts.save}</BusyButton>
      </form>
    </section>
  )
}
