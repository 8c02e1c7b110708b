import { useCheckedForm } from '#src/platform/web/forms/checkedForm.ts'
import { EmailField } from '#src/platform/web/forms/EmailField.tsx'
import { errorsOf } from '#src/platform/web/forms/errorsOf.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { authTexts, normaliseEmail, pageEmailOnly } from '../rules.ts'
import { type AuthFormProps, authFailure, hasCode } from './AuthFailure.tsx'
import { mailFailure } from './MailFailure.tsx'

/** Hidden third form: sends the confirmation link again. */
export function ResendForm({ email, onEmail, onShow, onMailed }: AuthFormProps) {
  const form = useCheckedForm({
    prefix: 'resend',
    fields: { email },
    check: errorsOf(pageEmailOnly),
    async send({ email: typed }): Promise<void> {
      try {
        await call('resend', { email: normaliseEmail(typed) })
      } catch (error) {
        if (!hasCode(error, 'accounts.emailExists')) {
          return showToast({ kind: 'error', title: authTexts.unexpected.title, text: mailFailure(error, authTexts.resendFailed) })
        }
        showToast(authFailure(error, authTexts.resendFailed))
        return onShow('signin')
      }
      onMailed(authTexts.resent)
    },
  })
  const emailInput = form.input('email')
  return (
    <form className="stack" noValidate onSubmit={form.submit}>
      <h2 id="auth-resend-title">{authTexts.resend}</h2>
      <EmailField
        {...form.field('email')}
        {...emailInput}
        onChange={(event) => {
          emailInput.onChange(event)
          onEmail(event.target.value)
        }}
      />
      <BusyButton needsScripts isBusy={form.isBusy}>
        {authTexts.resend}
      </BusyButton>
      <button type="button" className="link-button small" onClick={() => onShow('signin')}>
        Zurück zur Anmeldung
      </button>
    </form>
  )
}
