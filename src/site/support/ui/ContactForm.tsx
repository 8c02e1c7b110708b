import { useRef, useState } from 'react'
import { useCheckedForm } from '#src/platform/web/forms/checkedForm.ts'
import { errorsOf } from '#src/platform/web/forms/errorsOf.ts'
import type { RefusedForm } from '#src/platform/web/forms/plainForm.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { fieldTextsOf } from '#src/platform/web/queries/refusals.ts'
import { useIsHydrated } from '#src/platform/web/queries/useIsHydrated.ts'
import { contactLimits, contactMessage, contactTexts, contactTopicLabels, contactTopics, supportPage } from '../contactRules.ts'
import { senderLimits } from '../senderRules.ts'
import { ChoiceField, FormTrouble, LineField, Trap, useIdempotentSend, WordsField } from './FormParts.tsx'

type ContactFormProps = { openedAt: string; email: string; isSent: boolean; operatorEmail: string; refused: RefusedForm | undefined }

/** Contact form, or its confirmation. Works without JavaScript. */
export function ContactForm({ isSent, ...form }: ContactFormProps) {
  const [isDone, setIsDone] = useState(isSent)
  return (
    <section className="card padded stack" aria-labelledby="write-title">
      <h2 id="write-title">Nachricht schreiben</h2>
      {isDone ? <Sent onAgain={() => setIsDone(false)} /> : <Message {...form} onDone={() => setIsDone(true)} />}
    </section>
  )
}

const Sent = ({ onAgain }: { onAgain: () => void }) => (
  <Note
    kind="ok"
    role="status"
    title={contactTexts.sent}
    actions={
      <button type="button" className="button neutral small needs-script" onClick={onAgain}>
        Weitere Nachricht schreiben
      </button>
    }
  >
    {contactTexts.sentHelp}
  </Note>
)

const labels = { name: 'Name', email: 'E-Mail', topic: 'Thema', message: 'Nachricht' }
const topics = contactTopics.map((one) => [one, contactTopicLabels[one]] as const)

/** Form of a message; the input is kept after errors. */
function Message({ openedAt, email, operatorEmail, refused, onDone }: Omit<ContactFormProps, 'isSent'> & { onDone: () => void }) {
  const [failure, setFailure] = useState<string | undefined>(refused?.failure)
  const trap = useRef<HTMLInputElement>(null)
  const attempt = useIdempotentSend()
  const isHydrated = useIsHydrated()
  const form = useCheckedForm({
    prefix: 'contact',
    fields: { name: '', email, topic: '', message: '' },
    refused,
    check: errorsOf(contactMessage),
    send: async (values) => {
      setFailure(undefined)
      const message = contactMessage.parse({ ...values, blank: trap.current?.value, openedAt })
      const refusal = await attempt(message, (idempotencyKey) => call('send-contact-message', message, { idempotencyKey }))
      if (!refusal) return onDone()
      form.refuse(fieldTextsOf(refusal))
      setFailure(`${refusal.message}${operatorEmail ? ` Sie können auch an ${operatorEmail} schreiben.` : ''}`)
    },
  })
  return (
    <form
      method="post"
      action={`${supportPage}#kontakt`}
      className="stack"
      noValidate={isHydrated}
      onSubmit={(event) => void form.submit(event)}
    >
      <FormTrouble form={form} labels={labels} title={contactTexts.notSent} failure={failure} />
      <LineField form={form} name="name" label={labels.name} autoComplete="name" longest={senderLimits.name.max} />
      <LineField form={form} name="email" label={labels.email} type="email" autoComplete="email" />
      <ChoiceField form={form} name="topic" label={labels.topic} choices={topics} />
      <WordsField
        form={form}
        name="message"
        label={labels.message}
        hint="Geht es um eine Buchung? Nennen Sie bitte ihre Nummer."
        longest={contactLimits.message.max}
      />
      <Trap ref={trap} openedAt={refused?.values.openedAt ?? openedAt} />
      <p className="small dim">
        Wir verwenden Ihre Angaben nur, um Ihnen zu antworten, und löschen sie nach {contactLimits.retentionDays} Tagen.
      </p>
      <BusyButton isBusy={form.isBusy}>{form.isBusy ? 'Nachricht wird gesendet…' : 'Nachricht senden'}</BusyButton>
    </form>
  )
}
