import { useState } from 'react'
import { FileDrop } from '#src/foundation/files/ui/FileDrop.tsx'
import { useUploads } from '#src/foundation/files/ui/Uploads.tsx'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { Field } from '#src/platform/web/forms/Field.tsx'
import { useIdempotencyKey } from '#src/platform/web/forms/idempotencyKey.ts'
import { countText } from '#src/platform/web/forms/textLength.ts'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { Send } from '#src/platform/web/icons/Icons.tsx'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { type ContactKind, hiddenNotice } from '../../bookings/masking/rules.ts'
import { messageLimits, messageTexts } from '../rules.ts'
import './messages.css'

type Written = { text: string; attachmentIds: string[] }
type WriteMessageProps = {
  id: string
  label: string
  isGated: boolean
  /** Sends the message, once for each idempotency key. Returns the kinds of contact data masked in it. */
  send: (message: Written, idempotencyKey: string) => Promise<{ hidden: ContactKind[] }>
  onSent: () => unknown
}

/** Form to write to the other side. */
export function WriteMessage(props: WriteMessageProps) {
  const [sent, setSent] = useState<{ round: number; hidden: ContactKind[] }>({ round: 0, hidden: [] })
  return (
    <>
      <div role="status">
        {sent.round === 0 ? null : <span className="unseen">Nachricht gesendet</span>}
        {sent.hidden.length === 0 ? null : <Note kind="warn">{hiddenNotice}</Note>}
      </div>
      <MessageForm
        // A new key remounts the form after each message, which also clears its files.
        key={sent.round}
        {...props}
        isAgain={sent.round > 0}
        onSent={(hidden) => {
          setSent(({ round }) => ({ round: round + 1, hidden }))
          props.onSent()
        }}
      />
    </>
  )
}

type MessageFormProps = Omit<WriteMessageProps, 'onSent'> & { isAgain: boolean; onSent: (hidden: ContactKind[]) => void }

function MessageForm({ id, label, isGated, isAgain, send, onSent }: MessageFormProps) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const uploads = useUploads({ initial: [], max: messageLimits.files })
  const attempt = useIdempotencyKey()
  const { isBusy, failure, action } = useAction({ onFields: (texts) => setError(Object.values(texts)[0]) })

  async function submit() {
    const message = { text: text.trim(), attachmentIds: uploads.stored.map((file) => file.id) }
    const problem = problemOf(message, uploads.isSending)
    setError(problem)
    if (problem) return document.getElementById(id)?.focus()
    const answer = await action(() => send(message, attempt.keyOf(message)))
    if (answer) onSent(answer.hidden)
  }

  return (
    <form
      className="write-message"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Failure title="Die Nachricht wurde nicht gesendet" text={failure} />
      <Field id={id} label={label} hint={hintOf(text, isGated)} error={error}>
        {(control) => (
          <textarea
            {...control}
            // After sending, the focus returns to the field.
            // biome-ignore lint/a11y/noAutofocus: only after a message was sent from this field
            autoFocus={isAgain}
            rows={3}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit()
            }}
          />
        )}
      </Field>
      <div className="write-acts">
        <details className="write-files">
          <summary>Dateien anhängen</summary>
          <FileDrop
            id={`${id}-files`}
            uploads={uploads}
            max={messageLimits.files}
            tooMany={{ title: messageTexts.tooManyFiles, text: messageTexts.maxFiles }}
          />
        </details>
        <BusyButton className="button primary" isBusy={isBusy}>
          <Send />
          Nachricht senden
        </BusyButton>
      </div>
    </form>
  )
}

function problemOf({ text, attachmentIds }: Written, isSending: boolean) {
  if (isSending) return 'Bitte warten Sie, bis die Dateien hochgeladen sind'
  if (text.length > messageLimits.text) return messageTexts.long
  return text === '' && attachmentIds.length === 0 ? messageTexts.empty : undefined
}

/** Length from which the character count is shown. */
const countFrom = 1_600

function hintOf(text: string, isGated: boolean) {
  if (text.length >= countFrom) return countText(text.length, messageLimits.text)
  return isGated ? `Höchstens 2.000 Zeichen und 5 Dateien. ${hiddenNotice}` : 'Höchstens 2.000 Zeichen und 5 Dateien.'
}
