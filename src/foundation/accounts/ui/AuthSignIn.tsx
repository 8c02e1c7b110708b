import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useCheckedForm } from '#src/platform/web/forms/checkedForm.ts'
import { errorsOf } from '#src/platform/web/forms/errorsOf.ts'
import { call } from '#src/platform/web/queries/call.ts'
import { markViewerChanged } from '#src/platform/web/queries/viewerChange.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { authTexts, normaliseEmail, pageEmailOnly, pageSignIn, redirectDelays } from '../rules.ts'
import { AccountForm } from './AccountForm.tsx'
import { type AuthFormProps, authFailure, hasCode } from './AuthFailure.tsx'
import { mailFailure } from './MailFailure.tsx'
import { RecoveryButton } from './RecoveryButton.tsx'

/** Tab 'Anmelden': leads to the home page a second after success, and to the third form for an unconfirmed address. */
export function SignInForm({ email, onEmail, onShow, onMailed }: AuthFormProps) {
  const { isLeaving, leave } = useLeaving()
  const form = useCheckedForm({
    prefix: 'signin',
    fields: { email, password: '' },
    check: errorsOf(pageSignIn),
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
  return (
    <AccountForm purpose="signIn" form={form} onEmail={onEmail} isBusy={form.isBusy || isLeaving}>
      <div className="sign-in-links small">
        <RecoveryButton
          className="link-button"
          form={form}
          onMailed={onMailed}
          check={(typed) => errorsOf(pageEmailOnly)({ email: typed }).email}
          onFailed={(error) =>
            showToast({ kind: 'error', title: authTexts.unexpected.title, text: mailFailure(error, authTexts.recoverFailed) })
          }
        />
        <button type="button" className="link-button" onClick={() => onShow('resend')}>
          {authTexts.notConfirmedYet}
        </button>
      </div>
    </AccountForm>
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
