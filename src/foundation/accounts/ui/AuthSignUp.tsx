import { useCheckedForm } from '#src/platform/web/forms/checkedForm.ts'
import { errorsOf } from '#src/platform/web/forms/errorsOf.ts'
import { call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { authTexts, normaliseEmail, pageSignUp } from '../rules.ts'
import { AccountForm } from './AccountForm.tsx'
import { type AuthFormProps, authFailure, fieldText, hasCode } from './AuthFailure.tsx'
import { TermsNote } from './TermsNote.tsx'

/** Tab 'Registrieren': empties the form on success and returns to the sign-in; a known address is passed to the sign-in. */
export function SignUpForm({ email, onEmail, onShow, onMailed }: AuthFormProps) {
  const form = useCheckedForm({
    prefix: 'signup',
    fields: { email, password: '' },
    check: errorsOf(pageSignUp),
    async send({ email: typed, password }): Promise<void> {
      try {
        await call('sign-up', { email: normaliseEmail(typed), password })
      } catch (error) {
        showToast(authFailure(error, authTexts.signUpFailed))
        const about = { email: fieldText(error, 'email'), password: passwordText(error) }
        if (hasCode(error, 'accounts.emailExists')) return onShow('signin')
        return form.refuse(about)
      }
      onEmail('')
      onShow('signin')
      onMailed(authTexts.signedUp)
    },
  })
  return (
    <AccountForm purpose="signUp" form={form} onEmail={onEmail}>
      <TermsNote />
    </AccountForm>
  )
}

/** Error of the password field. Only the server knows the common passwords. */
export const passwordText = (error: unknown) =>
  hasCode(error, 'accounts.passwordTooCommon') && error instanceof Error ? error.message : fieldText(error, 'password')
