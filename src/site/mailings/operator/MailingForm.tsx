import { useEffect, useState } from 'react'
import { useCheckedForm } from '#src/platform/web/forms/checkedForm.ts'
import { ErrorSummary, Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { errorsOf } from '#src/platform/web/forms/errorsOf.ts'
import { Field } from '#src/platform/web/forms/Field.tsx'
import { useIdempotencyKey } from '#src/platform/web/forms/idempotencyKey.ts'
import { countText } from '#src/platform/web/forms/textLength.ts'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { Eye, Send } from '#src/platform/web/icons/Icons.tsx'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { ConfirmDialog } from '#src/platform/web/parts/ConfirmDialog.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { type CallAnswer, call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { mailingAreaTexts } from '#src/site/mailings/areaTexts.ts'
import { mailingForm, mailingLimits } from '#src/site/mailings/rules.ts'
import { mailingTexts } from '#src/site/mailings/texts.ts'
import { deleteDraft, readDraft, saveMailingDraft } from './MailingDraft.tsx'
import { MailingPreview } from './MailingPreview.tsx'

type Preview = CallAnswer<'admin-preview-mailing'>
type FormProps = { isRunning: boolean; onStarted: (mailingId: string) => Promise<void> }

const names = ['subject', 'message'] as const

/** Subject and message, preview, and a confirmation before sending. The input is kept until it was sent. */
export function MailingForm({ isRunning, onStarted }: FormProps) {
  const writing = useWriting(onStarted)
  const { form, preview, asked, failure } = writing
  const marked = names.filter((name) => form.errors[name] !== undefined)
  return (
    <section className="card" aria-labelledby="mailing-form-title">
      <div className="card-head">
        <h2 id="mailing-form-title">{mailingAreaTexts.formTitle}</h2>
      </div>
      <form className="card-body stack" noValidate onSubmit={(event) => void form.submit(event)}>
        {isRunning ? <Note kind="info">{mailingAreaTexts.isRunning}</Note> : null}
        <ErrorSummary fields={marked.map((name) => ({ id: form.idOf(name), label: mailingAreaTexts[name] }))} />
        <LetterFields form={form} />
        <Failure title={mailingTexts.failed} text={failure} />
        <div className="row wrapping">
          <BusyButton className="button primary" isBusy={form.isBusy}>
            <Send />
            {form.isBusy ? mailingAreaTexts.sending : mailingAreaTexts.send}
          </BusyButton>
          <button type="button" className="button neutral" onClick={() => void writing.showPreview()}>
            <Eye />
            {mailingAreaTexts.preview}
          </button>
        </div>
      </form>
      {preview ? <MailingPreview preview={preview} /> : null}
      {asked ? (
        <ConfirmDialog
          question={mailingAreaTexts.question(asked.recipients)}
          consequence={consequenceOf(asked)}
          confirmLabel={mailingAreaTexts.sendNow}
          cancelLabel={mailingAreaTexts.cancel}
          onCancel={writing.cancel}
          onConfirm={() => void writing.start(asked)}
        />
      ) : null}
    </section>
  )
}

const consequenceOf = ({ opted_out }: Preview) =>
  opted_out > 0 ? `${mailingAreaTexts.leftOut(opted_out)} ${mailingAreaTexts.consequence}` : mailingAreaTexts.consequence

type LetterForm = ReturnType<typeof useLetter>

function LetterFields({ form }: { form: LetterForm }) {
  const { length } = form.values.message
  return (
    <>
      <Field {...form.field('subject')} label={mailingAreaTexts.subject}>
        {(control) => <input {...control} {...form.input('subject')} name="subject" autoComplete="off" required />}
      </Field>
      <Field
        {...form.field('message')}
        label={mailingAreaTexts.message}
        hint={length < mailingLimits.message - 1_000 ? mailingAreaTexts.messageHint : countText(length, mailingLimits.message)}
      >
        {(control) => <textarea {...control} name="message" rows={10} required {...form.input('message')} />}
      </Field>
    </>
  )
}

function useLetter(send: () => Promise<void>) {
  const [draft] = useState(readDraft)
  const form = useCheckedForm({ prefix: 'mailing', fields: draft, check: errorsOf(mailingForm), send })
  const { subject, message } = form.values
  useEffect(() => saveMailingDraft({ subject, message }), [subject, message])
  return form
}

/** Previews, asks for confirmation, starts. A start without an answer is retried with the same idempotency key, so it never sends twice. */
function useWriting(onStarted: FormProps['onStarted']) {
  const [preview, setPreview] = useState<Preview>()
  const [asked, setAsked] = useState<Preview>()
  const attempt = useIdempotencyKey()
  const form: LetterForm = useLetter(async () => {
    const found = await showPreview()
    if (found) setAsked(found)
  })
  const { failure, action } = useAction({ onFields: form.refuse, onRefused: () => setPreview(undefined) })

  async function showPreview(): Promise<Preview | undefined> {
    const problems = errorsOf(mailingForm)(form.values)
    if (Object.keys(problems).length > 0) {
      form.refuse(problems)
      return undefined
    }
    return action(async () => {
      const found = await call('admin-preview-mailing', form.values)
      setPreview(found)
      return found
    })
  }

  async function start({ recipients }: Preview) {
    setAsked(undefined)
    const letter = { ...form.values, recipients }
    await action(async () => {
      const { mailing_id: mailingId } = await call('admin-start-mailing', letter, { idempotencyKey: attempt.keyOf(letter) })
      attempt.forget()
      deleteDraft()
      form.type('subject', '')
      form.type('message', '')
      setPreview(undefined)
      showToast({ kind: 'info', title: mailingAreaTexts.started })
      await onStarted(mailingId)
    })
  }
  return { form, preview, asked, failure, showPreview, start, cancel: () => setAsked(undefined) }
}
