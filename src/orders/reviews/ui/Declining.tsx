import { type FormEvent, useState } from 'react'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { failureOf } from './TokenQuery.tsx'

type State = { kind: 'open' | 'busy' | 'done' } | { kind: 'failed'; text: string }

/** Unsubscribes the address from invitations. Needs a click, because mail scanners open links. Works without JavaScript. */
export function Declining({ token, isDeclined }: { token: string; isDeclined: boolean }) {
  const [state, setState] = useState<State>({ kind: isDeclined ? 'done' : 'open' })

  async function decline(event: FormEvent) {
    event.preventDefault()
    if (state.kind === 'busy') return
    setState({ kind: 'busy' })
    try {
      await call('decline-review-invitations', { token })
      setState({ kind: 'done' })
    } catch (error) {
      setState({ kind: 'failed', text: failureOf(error).text })
    }
  }

  if (state.kind === 'done') {
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
      {state.kind === 'failed' ? (
        <Note kind="bad" role="alert" title="Das hat nicht geklappt">
          {state.text}
        </Note>
      ) : null}
      <p className="small muted">Nach jedem Termin bitten wir Sie einmal per E-Mail um eine Bewertung.</p>
      <input type="hidden" name="token" value={token} />
      <BusyButton className="button neutral small" isBusy={state.kind === 'busy'}>
        Einladungen abbestellen
      </BusyButton>
    </form>
  )
}
