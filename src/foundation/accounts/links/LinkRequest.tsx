import { useCheckedForm } from '#src/platform/web/forms/checkedForm.ts'
import { EmailField } from '#src/platform/web/forms/EmailField.tsx'
import { errorsOf } from '#src/platform/web/forms/errorsOf.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { authTexts, confirmTexts, normaliseEmail, pageEmailOnly } from '../rules.ts'
import { useMailedNote } from '../ui/MailedNote.tsx'
import { mailFailure } from '../ui/MailFailure.tsx'

const kinds = {
  signup: {
    call: 'resend',
    label: 'Neuen Bestätigungslink an diese E-Mail-Adresse',
    failed: confirmTexts.resendFailed,
    sent: confirmTexts.resent,
  },
  recovery: {
    call: 'recover',
    label: 'Neuen Link zum Zurücksetzen an diese E-Mail-Adresse',
    failed: authTexts.recoverFailed,
    sent: { title: authTexts.resent.title, text: authTexts.recoverStarted },
  },
} as const

/** Form for the mail address that requests a new link to replace a dead one. */
export function LinkRequest({ kind }: { kind: keyof typeof kinds }) {
  const texts = kinds[kind]
  const { note, tell } = useMailedNote()
  const form = useCheckedForm({
    prefix: 'confirm',
    fields: { email: '' },
    check(values) {
      if (normaliseEmail(values.email) !== '') return errorsOf(pageEmailOnly)(values)
      showToast({ kind: 'error', title: confirmTexts.emailNeeded, text: confirmTexts.emailNeededDetail })
      return { email: confirmTexts.emailNeededDetail }
    },
    async send({ email }): Promise<void> {
      try {
        await call(texts.call, { email: normaliseEmail(email) })
      } catch (error) {
        return showToast({ kind: 'error', title: 'Fehler', text: mailFailure(error, texts.failed) })
      }
      tell(texts.sent)
      form.clear()
    },
  })
  return (
    <form className="stack" noValidate onSubmit={form.submit}>
      <EmailField {...form.field('email')} label={texts.label} autoComplete="email" {...form.input('email')} />
      <BusyButton needsScripts isBusy={form.isBusy}>
        {confirmTexts.send}
      </BusyButton>
      {note}
    </form>
  )
}
