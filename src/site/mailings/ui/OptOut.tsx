import { type FormEvent, useState } from 'react'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { type MailedLink, useCleanAddress } from '#src/platform/web/parts/MailedLink.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { CallError, call } from '#src/platform/web/queries/call.ts'
import { WayHome } from '#src/platform/web/shell/CardPage.tsx'
import { optOutTexts } from '../texts.ts'

type State = { kind: 'open' } | { kind: 'busy' } | { kind: 'done' } | { kind: 'failed'; text: string; isFinal: boolean }

/** Asks for confirmation: opening the link changes nothing, because mail scanners open every link. Works without JavaScript. */
export function OptOut({ token, isDone }: MailedLink) {
  const [state, setState] = useState(() => first(token, isDone))
  useCleanAddress()

  async function send(event: FormEvent) {
    event.preventDefault()
    if (state.kind === 'busy') return
    setState({ kind: 'busy' })
    setState(await optOut(token))
  }

  if (state.kind === 'done') return <Done />
  const failure = state.kind === 'failed' ? state : undefined
  return (
    <>
      {failure ? (
        <Note kind="bad" role="alert" title={optOutTexts.notDone}>
          {failure.text}
        </Note>
      ) : (
        <p>{optOutTexts.explain}</p>
      )}
      {failure?.isFinal ? null : (
        <form method="post" action="/functions/v1/unsubscribe-mailings" className="stack" onSubmit={(event) => void send(event)}>
          <input type="hidden" name="token" value={token} />
          <BusyButton isBusy={state.kind === 'busy'}>{state.kind === 'busy' ? optOutTexts.busy : optOutTexts.button}</BusyButton>
        </form>
      )}
      <WayHome />
    </>
  )
}

function first(token: string, isDone: boolean): State {
  if (isDone) return { kind: 'done' }
  return token === '' ? { kind: 'failed', text: optOutTexts.linkMissing, isFinal: true } : { kind: 'open' }
}

async function optOut(token: string): Promise<State> {
  try {
    await call('unsubscribe-mailings', { token })
    return { kind: 'done' }
  } catch (error) {
    // After a lost answer or too many requests the link is still valid.
    const isFinal = error instanceof CallError && [400, 404].includes(error.status)
    return { kind: 'failed', text: isFinal ? error.message : optOutTexts.failed, isFinal }
  }
}

const Done = () => (
  <>
    <Note kind="ok" role="status" title={optOutTexts.doneTitle}>
      {optOutTexts.done}
    </Note>
    <p className="muted">{optOutTexts.doneHelp}</p>
    <WayHome />
  </>
)
