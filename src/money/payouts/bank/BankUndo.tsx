import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { type MailedLink, useCleanAddress } from '#src/platform/web/parts/MailedLink.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { CallError, call } from '#src/platform/web/queries/call.ts'
import { markViewerChanged } from '#src/platform/web/queries/viewerChange.ts'
import { WayHome } from '#src/platform/web/shell/CardPage.tsx'
import { bankTexts } from './texts.ts'

type State = { kind: 'asking' | 'busy' } | { kind: 'undone'; message: string } | { kind: 'failed'; message: string }

/** Explains the effect and waits for the button; without JavaScript the form is posted to the server. */
export function BankUndo({ link }: { link: MailedLink }) {
  const [state, setState] = useState<State>(link.isDone ? { kind: 'undone', message: bankTexts.undoneMessage } : { kind: 'asking' })
  useCleanAddress()

  async function undo(event: FormEvent) {
    event.preventDefault()
    if (state.kind === 'busy') return
    setState({ kind: 'busy' })
    try {
      const { message } = await call('undo-bank-update', { token: link.token })
      // The undo ended all sessions, possibly this browser's: refetch the viewer.
      markViewerChanged()
      setState({ kind: 'undone', message })
    } catch (error) {
      const hasSentence = error instanceof CallError && error.status > 0
      setState({ kind: 'failed', message: hasSentence ? error.message : bankTexts.undoFailed })
    }
  }

  if (state.kind === 'undone') return <Undone message={state.message} />
  return (
    <form method="post" action="/functions/v1/undo-bank-update" className="stack" onSubmit={undo}>
      <p>{bankTexts.undoHelp}</p>
      <ul className="bank-list">
        {bankTexts.undoEffects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      {state.kind === 'failed' ? <Note kind="bad" role="alert" title={state.message} /> : null}
      <input type="hidden" name="token" value={link.token} />
      <BusyButton className="button danger wide" isBusy={state.kind === 'busy'}>
        {bankTexts.undo}
      </BusyButton>
      <WayHome />
    </form>
  )
}

const Undone = ({ message }: { message: string }) => (
  <>
    <Note kind="ok" role="status" title={bankTexts.undone}>
      {message}
    </Note>
    <p>{bankTexts.undoneHelp}</p>
    <Link className="button primary wide" to="/auth">
      Passwort zurücksetzen
    </Link>
    <WayHome />
  </>
)
