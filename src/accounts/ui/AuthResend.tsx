import { call } from '#src/web/call.ts'
import { useCheckedForm } from '#src/web/checkedForm.ts'
import { showToast } from '#src/web/toast.ts'
import { authTexts, normaliseEmail, pageEmailOnly } from '../rules.ts'
import { type AuthFormProps, authFailure, hasCode } from './AuthFailure.tsx'
import { BusyButton } from './BusyButton.tsx'
import { EmailField } from './EmailField.tsx'
import { faultsOf } from './FieldFaults.tsx'
import { mailFailure } from './MailFailure.tsx'

/** The hidden third form: the confirmation link once more. */
export function ResendForm({ email, onEmail, onShow }: AuthFormProps) {
  const form = useCheckedForm({
    prefix: 'resend',
    fields: { email },
    check: faultsOf(pageEmailOnly),
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
      showToast({ kind: 'success', ...authTexts.resent })
    },
  })
  const emailInput = form.input('email')
  return (
    <form className="stack" noValidate onSubmit={form.submit}>
      <h2 id="auth-resend-title">{authTexts.resend}</h2>
      <EmailField
        id={form.idOf('email')}
        error={form.errors.email}
        {...emailInput}
        onChange={(event) => {
          emailInput.onChange(event)
          onEmail(event.target.value)
        }}
      />
      <BusyButton isBusy={form.isBusy}>{authTexts.resend}</BusyButton>
      <button type="button" className="linkb sm" onClick={() => onShow('signin')}>
        Zurück zur Anmeldung
      </button>
    </form>
  )
}
