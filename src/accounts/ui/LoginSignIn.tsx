import { useState } from 'react'
import { call } from '#src/web/call.ts'
import { useCheckedForm } from '#src/web/checkedForm.ts'
import { PasswordField } from '#src/web/PasswordField.tsx'
import { showToast } from '#src/web/toast.ts'
import { markViewerChanged } from '#src/web/viewerChange.ts'
import { authTexts, dialogSignIn, loginDialogTexts, normaliseEmail } from '../rules.ts'
import { hasCode } from './AuthFailure.tsx'
import { BusyButton } from './BusyButton.tsx'
import { EmailField } from './EmailField.tsx'
import { faultsOf } from './FieldFaults.tsx'
import { type LoginFormProps, loginFailure } from './LoginFailure.tsx'

/** The dialog's tab 'Anmelden'. */
export function LoginSignIn({ email, onEmail, onFailure, onSignedIn }: LoginFormProps & { onSignedIn: () => void }) {
  const form = useCheckedForm({
    prefix: 'login',
    fields: { email, password: '' },
    check: faultsOf(dialogSignIn),
    async send({ email: typed, password }): Promise<void> {
      onFailure(undefined)
      const address = normaliseEmail(typed)
      try {
        await call('sign-in', { email: address, password })
      } catch (error) {
        const text = loginFailure(error, loginDialogTexts.signInFailed)
        return onFailure(hasCode(error, 'accounts.emailNotConfirmed') ? { text, unconfirmed: address } : { text })
      }
      showToast({ kind: 'success', title: loginDialogTexts.signedIn })
      markViewerChanged()
      onSignedIn()
    },
  })
  const recovery = useRecovery({ values: form.values, refuse: form.refuse, onFailure })
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
      <PasswordField
        id={form.idOf('password')}
        label="Passwort"
        autoComplete="current-password"
        error={form.errors.password}
        {...form.input('password')}
      />
      <BusyButton isBusy={form.isBusy}>{authTexts.signIn}</BusyButton>
      <button type="button" className="linkb sm" aria-disabled={recovery.isBusy || undefined} onClick={recovery.start}>
        {authTexts.forgot}
      </button>
    </form>
  )
}

type RecoveryParts = {
  values: { email: string }
  refuse: (texts: { email?: string }) => void
  onFailure: LoginFormProps['onFailure']
}

function useRecovery({ values, refuse, onFailure }: RecoveryParts) {
  const [isBusy, setIsBusy] = useState(false)
  async function start() {
    if (isBusy) return
    const fault = faultsOf(dialogSignIn)({ email: values.email, password: '' }).email
    if (fault) return refuse({ email: fault })
    setIsBusy(true)
    onFailure(undefined)
    try {
      await call('recover', { email: normaliseEmail(values.email) })
      showToast({ kind: 'success', title: authTexts.resent.title, text: authTexts.recoverStarted })
    } catch {
      onFailure({ text: loginDialogTexts.recoverFailed })
    }
    setIsBusy(false)
  }
  return { isBusy, start }
}
