import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { type MailedLink, useCleanAddress } from '#src/platform/web/parts/MailedLink.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { markViewerChanged } from '#src/platform/web/queries/viewerChange.ts'
import { emailTexts } from './texts.ts'

const acts = {
  confirm: {
    call: 'confirm-company-email',
    help: emailTexts.confirmHelp,
    label: emailTexts.confirm,
    done: emailTexts.confirmed,
    tone: 'primary',
  },
  undo: { call: 'undo-company-email', help: emailTexts.undoHelp, label: emailTexts.undo, done: emailTexts.undone, tone: 'danger' },
} as const

/** Confirms only after a click: opening the link changes nothing. Without JavaScript the form is posted to the server. */
export function EmailLink({ link: { token, isDone, isUndo } }: { link: MailedLink & { isUndo: boolean } }) {
  const one = acts[isUndo ? 'undo' : 'confirm']
  const [message, setMessage] = useState(isDone ? one.done : undefined)
  const { isBusy, failure, action } = useAction()
  useCleanAddress()

  async function send(event: FormEvent) {
    event.preventDefault()
    const answer = await action(() => call(one.call, { token }))
    if (!answer) return
    if (isUndo) markViewerChanged()
    setMessage(answer.message === emailTexts.undone ? emailTexts.undone : emailTexts.confirmed)
  }
  const home = (
    <Link className="button neutral wide" to="/">
      Zur Startseite
    </Link>
  )
  if (message) {
    return (
      <>
        <Note kind="ok" role="status" title={message} />
        {home}
      </>
    )
  }
  return (
    <form method="post" action={`/functions/v1/${one.call}`} className="stack" onSubmit={(event) => void send(event)}>
      <p>{one.help}</p>
      <Failure title={emailTexts.failed} text={failure} />
      <input type="hidden" name="token" value={token} />
      <BusyButton className={`button ${one.tone} wide`} isBusy={isBusy}>
        {one.label}
      </BusyButton>
      {home}
    </form>
  )
}
