import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#src/web/call.ts'
import { useCheckedForm } from '#src/web/checkedForm.ts'
import { PasswordField } from '#src/web/PasswordField.tsx'
import { showToast } from '#src/web/toast.ts'
import { markViewerChanged } from '#src/web/viewerChange.ts'
import { authTexts, normaliseEmail, pageEmailOnly, pageSignIn, redirectDelays } from '../rules.ts'
import { type AuthFormProps, authFailure, hasCode } from './AuthFailure.tsx'
import { BusyButton } from './BusyButton.tsx'
import { EmailField } from './EmailField.tsx'
import { faultsOf } from './FieldFaults.tsx'

/** Tab 'Anmelden': a second after success to the home page; an unconfirmed address leads to the third form. */
export function SignInForm({ email, onEmail, onShow }: AuthFormProps) {
  const { isLeaving, leave } = useLeaving()
  const form = useCheckedForm({
    prefix: 'signin',
    fields: { email, password: '' },
    check: faultsOf(pageSignIn),
    async send({ email: typed, password }): Promise<void> {
      try {
        await call('sign-in', { email: normaliseEmail(typed), password })
      } catch (error) {
        showToast(authFailure(error, authTexts.signInFailed.title))
        if (hasCode(error, 'accounts.emailNotConfirmed')) onShow('resend')
        return
      }
      showToast({ kind: 'success', title: authTexts.signedIn })
      leave()
    },
  })
  const recovery = useRecovery(form)
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
      <BusyButton isBusy={form.isBusy || isLeaving}>{authTexts.signIn}</BusyButton>
      <div className="auth-links sm">
        <button type="button" className="linkb" aria-disabled={recovery.isBusy || undefined} onClick={recovery.start}>
          {authTexts.forgot}
        </button>
        <button type="button" className="linkb" onClick={() => onShow('resend')}>
          {authTexts.notConfirmedYet}
        </button>
      </div>
    </form>
  )
}

function useLeaving() {
  const navigate = useNavigate()
  const [isLeaving, setIsLeaving] = useState(false)
  function leave() {
    setIsLeaving(true)
    markViewerChanged()
    setTimeout(() => void navigate('/', { replace: true }), redirectDelays.afterSignIn)
  }
  return { isLeaving, leave }
}

type RecoveryForm = { values: { email: string }; refuse: (texts: { email?: string }) => void }

/** 'Passwort vergessen?' takes the address that is already typed. */
function useRecovery({ values, refuse }: RecoveryForm) {
  const [isBusy, setIsBusy] = useState(false)
  async function start() {
    if (isBusy) return
    const fault = faultsOf(pageEmailOnly)({ email: values.email }).email
    if (fault) return refuse({ email: fault })
    setIsBusy(true)
    try {
      await call('recover', { email: normaliseEmail(values.email) })
      showToast({ kind: 'success', title: authTexts.resent.title, text: authTexts.recoverStarted })
    } catch {
      showToast({ kind: 'error', title: authTexts.unexpected.title, text: authTexts.recoverFailed })
    }
    setIsBusy(false)
  }
  return { isBusy, start }
}
