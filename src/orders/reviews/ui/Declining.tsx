import { type FormEvent, useState } from 'react'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { call } from '#src/platform/web/queries/call.ts'

/** Unsubscribes the address from invitations. Needs a click, because mail scanners open links. Works without JavaScript. */
export function Declining({ token, isDeclined }: { token: string; isDeclined: boolean }) {
  const [isDone, setIsDone] = useState(isDeclined)
  const { isBusy, failure, action } = useAction()

  function decline(event: FormEvent) {
    event.preventDefault()
    void action(async () => {
      await call('decline-review-invitations', { token })
      setIsDone(true)
    })
  }

  if (isDone) {
    return (
      <Note kind="ok" role="status" title="Einladungen abbestellt">
        An diese Adresse senden wir keine Einladungen mehr. Bewerten können Sie weiterhin.
      </Note>
    )
  }
  return (
    <form
      id="abbestellen"
      method="post"
      action="/functions/v1/decline-review-invitations"
      className="decline stack tight"
      onSubmit={decline}
    >
      <Failure title="Das hat nicht geklappt" text={failure} />
      <p className="small muted">Nach jedem Termin bitten wir Sie einmal per E-Mail um eine Bewertung.</p>
      <input type="hidden" name="token" value={token} />
      <BusyButton className="button neutral small" isBusy={isBusy}>
        Einladungen abbestellen
      </BusyButton>
    </form>
  )
}
