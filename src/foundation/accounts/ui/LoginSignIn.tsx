import { useCheckedForm } from '#src/platform/web/forms/checkedForm.ts'
import { errorsOf } from '#src/platform/web/forms/errorsOf.ts'
import { call } from '#src/platform/web/queries/call.ts'
import { markViewerChanged } from '#src/platform/web/queries/viewerChange.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { dialogSignIn, loginDialogTexts, normaliseEmail } from '../rules.ts'
import { AccountForm } from './AccountForm.tsx'
import { hasCode } from './AuthFailure.tsx'
import { type LoginFormProps, loginFailure } from './LoginFailure.tsx'
import { mailFailure } from './MailFailure.tsx'
import { RecoveryButton } from './RecoveryButton.tsx'

/** Tab 'Anmelden' of the dialog. */
export function LoginSignIn({ email, onEmail, onFailure, onMailed, onSignedIn }: LoginFormProps & { onSignedIn: () => void }) {
  const form = useCheckedForm({
    prefix: 'login',
    fields: { email, password: '' },
    check: errorsOf(dialogSignIn),
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
  return (
    <AccountForm purpose="signIn" form={form} onEmail={onEmail}>
      <RecoveryButton
        className="link-button small"
        form={form}
        onMailed={onMailed}
        check={(typed) => errorsOf(dialogSignIn)({ email: typed, password: '' }).email}
        onStart={() => onFailure(undefined)}
        onFailed={(error) => onFailure({ text: mailFailure(error, loginDialogTexts.recoverFailed) })}
      />
    </AccountForm>
  )
}
