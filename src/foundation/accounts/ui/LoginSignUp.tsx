import { useCheckedForm } from '#src/platform/web/forms/checkedForm.ts'
import { errorsOf } from '#src/platform/web/forms/errorsOf.ts'
import { call } from '#src/platform/web/queries/call.ts'
import { dialogSignUp, loginDialogTexts, normaliseEmail, returnField } from '../rules.ts'
import { AccountForm } from './AccountForm.tsx'
import { type LoginFormProps, loginFailure } from './LoginFailure.tsx'
import { TermsNote } from './TermsNote.tsx'

type LoginSignUpProps = LoginFormProps & { returnTo: string | undefined; onSignedUp: () => void }

/** Tab 'Registrieren' of the dialog. */
export function LoginSignUp({ email, onEmail, onFailure, onMailed, returnTo, onSignedUp }: LoginSignUpProps) {
  const form = useCheckedForm({
    prefix: 'join',
    fields: { email, password: '' },
    check: errorsOf(dialogSignUp),
    async send({ email: typed, password }): Promise<void> {
      onFailure(undefined)
      try {
        await call('sign-up', { email: normaliseEmail(typed), password, returnTo: returnField.safeParse(returnTo).data })
      } catch (error) {
        return onFailure({ text: loginFailure(error, loginDialogTexts.signUpFailed) })
      }
      onEmail('')
      onSignedUp()
      onMailed({ title: loginDialogTexts.signedUp, text: loginDialogTexts.signedUpDetail })
    },
  })
  return (
    <AccountForm purpose="signUp" form={form} onEmail={onEmail}>
      <TermsNote />
    </AccountForm>
  )
}
