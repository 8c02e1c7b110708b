import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { type MailedLink, useCleanAddress } from '#src/platform/web/parts/MailedLink.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { CallError, call } from '#src/platform/web/queries/call.ts'
import { WayHome } from '#src/platform/web/shell/CardPage.tsx'
import { bankTexts } from './texts.ts'

type State =
  | { kind: 'asking' | 'processing' }
  | { kind: 'confirmed'; message: string }
  | { kind: 'failed'; message: string; isOpen: boolean }

const first = ({ token, isDone }: MailedLink): State => {
  if (isDone) return { kind: 'confirmed', message: bankTexts.confirmedMessage }
  return token === '' ? { kind: 'failed', message: bankTexts.linkMissing, isOpen: false } : { kind: 'asking' }
}

/**
 * Confirms only after a click, with and without JavaScript: mail scanners open every link, and some run its scripts
 * (docs/spec.md#bank-link).
 */
export function BankConfirmation({ link }: { link: MailedLink }) {
  const [state, setState] = useState(() => first(link))
  useCleanAddress()

  async function post() {
    setState({ kind: 'processing' })
    setState(await confirm(link.token))
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    void post()
  }

  if (state.kind === 'confirmed') return <Confirmed message={state.message} />
  if (state.kind === 'failed') return <Failed message={state.message} onRetry={state.isOpen ? () => void post() : undefined} />
  if (state.kind === 'processing') {
    return <p role="status">{bankTexts.confirming}</p>
  }
  return (
    <form method="post" action="/functions/v1/verify-bank-update" className="stack" onSubmit={submit}>
      <p>{bankTexts.confirmHelp}</p>
      <input type="hidden" name="token" value={link.token} />
      <button type="submit" className="button primary wide">
        {bankTexts.confirmNow}
      </button>
      <WayHome />
    </form>
  )
}

async function confirm(token: string): Promise<State> {
  try {
    const { message } = await call('verify-bank-update', { token })
    return { kind: 'confirmed', message }
  } catch (error) {
    // Without an answer the link may still be valid.
    if (!(error instanceof CallError) || error.status === 0) return { kind: 'failed', message: bankTexts.confirmFailed, isOpen: true }
    return { kind: 'failed', message: error.message || bankTexts.confirmFailed, isOpen: error.status === 429 || error.status >= 500 }
  }
}

const Confirmed = ({ message }: { message: string }) => (
  <>
    <Note kind="ok" role="status" title={bankTexts.confirmed}>
      {message}
    </Note>
    <Link className="button primary wide" to="/dashboard">
      {bankTexts.toDashboard}
    </Link>
    <WayHome />
  </>
)

const Failed = ({ message, onRetry }: { message: string; onRetry: (() => void) | undefined }) => (
  <>
    <Note kind="bad" role="alert" title={bankTexts.notConfirmed}>
      {message}
    </Note>
    {onRetry ? (
      <button type="button" className="button primary wide" onClick={onRetry}>
        Erneut versuchen
      </button>
    ) : null}
    <WayHome />
  </>
)
