import { call } from '#src/web/call.ts'
import { useCheckedForm } from '#src/web/checkedForm.ts'
import { showToast } from '#src/web/toast.ts'
import { confirmTexts, normaliseEmail, pageEmailOnly } from '../rules.ts'
import { BusyButton } from './BusyButton.tsx'
import { EmailField } from './EmailField.tsx'
import { faultsOf } from './FieldFaults.tsx'

/** An address and 'Senden': a new confirmation link. Without an address it says so in this page's own words. */
export function ConfirmResend() {
  const form = useCheckedForm({
    prefix: 'confirm',
    fields: { email: '' },
    check(values) {
      if (normaliseEmail(values.email) !== '') return faultsOf(pageEmailOnly)(values)
      showToast({ kind: 'error', title: confirmTexts.emailNeeded, text: confirmTexts.emailNeededDetail })
      return { email: confirmTexts.emailNeededDetail }
    },
    async send({ email }): Promise<void> {
      try {
        await call('resend', { email: normaliseEmail(email) })
      } catch {
        return showToast({ kind: 'error', title: 'Fehler', text: confirmTexts.resendFailed })
      }
      showToast({ kind: 'success', ...confirmTexts.resent })
      form.clear()
    },
  })
  return (
    <form className="stack" noValidate onSubmit={form.submit}>
      <EmailField
        id={form.idOf('email')}
        label="Neuen Bestätigungslink an diese E-Mail-Adresse"
        autoComplete="email"
        error={form.errors.email}
        {...form.input('email')}
      />
      <BusyButton isBusy={form.isBusy}>{confirmTexts.send}</BusyButton>
    </form>
  )
}
