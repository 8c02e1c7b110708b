import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { CallError, call } from '#src/web/call.ts'
import { Note } from '#src/web/Note.tsx'
import { showToast } from '#src/web/toast.ts'
import { markViewerChanged } from '#src/web/viewerChange.ts'
import { confirmTexts, redirectDelays } from '../rules.ts'
import { BusyButton } from './BusyButton.tsx'
import { ConfirmResend } from './ConfirmResend.tsx'
import { openLink } from './LinkOpening.tsx'
import { type LinkParameters, statedError, useLinkParameters } from './LinkParameters.tsx'

type State =
  | { kind: 'processing' }
  | { kind: 'confirmed' }
  | { kind: 'confirmedElsewhere'; email: string; continueToken: string }
  | { kind: 'error'; text: string; detail?: string | undefined }

/** Opens the link of the address and says what became of it. */
export function Confirmation() {
  const [state, setState] = useState<State>({ kind: 'processing' })
  const take = useRef(useLinkParameters())
  const opening = useRef<Promise<State>>(undefined)
  useEffect(() => {
    let isHere = true
    // A link works once: an effect that React runs twice must not open it twice.
    opening.current ??= confirm(take.current())
    void opening.current.then((next) => {
      if (isHere) setState(next)
    })
    return () => {
      isHere = false
    }
  }, [])
  useForwarding(state.kind === 'confirmed')

  if (state.kind === 'error') return <Failed text={state.text} detail={state.detail} />
  if (state.kind === 'confirmedElsewhere') return <Continue {...state} onContinued={() => setState({ kind: 'confirmed' })} />
  if (state.kind === 'confirmed') {
    return (
      <Note kind="ok" role="status" title={confirmTexts.confirmed}>
        Sie werden weitergeleitet.
      </Note>
    )
  }
  return (
    <div role="status" className="stack snug">
      <p className="busy">Ihr Link wird geprüft…</p>
      <noscript>
        <p>Diese Seite braucht JavaScript. Schalten Sie es in Ihrem Browser ein und öffnen Sie den Link erneut.</p>
      </noscript>
    </div>
  )
}

async function confirm(given: LinkParameters): Promise<State> {
  const stated = statedError(given)
  if (stated) return { kind: 'error', text: confirmTexts.failed, detail: stated }
  try {
    const outcome = await openLink(given)
    if (outcome.kind === 'nothingGiven') return { kind: 'error', text: confirmTexts.nothingGiven }
    if (outcome.kind === 'confirmedElsewhere') return outcome
    if (outcome.kind === 'confirmed' && outcome.isSignedIn) markViewerChanged()
    // Used or expired counts as processed (specification 4); the server has signed nobody in.
    return { kind: 'confirmed' }
  } catch (error) {
    return { kind: 'error', text: confirmTexts.failed, detail: detailOf(error) }
  }
}

const detailOf = (error: unknown) => (error instanceof CallError ? `${error.message} (${error.code})` : undefined)

function useForwarding(isConfirmed: boolean) {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isConfirmed) return
    const timer = setTimeout(() => void navigate('/?confirmed=true', { replace: true }), redirectDelays.afterConfirm)
    return () => clearTimeout(timer)
  }, [isConfirmed, navigate])
}

type ContinueProps = { email: string; continueToken: string; onContinued: () => void }

/** A browser that did not ask for the link is signed in only when somebody says so (decisions 6). */
function Continue({ email, continueToken, onContinued }: ContinueProps) {
  const [isBusy, setIsBusy] = useState(false)
  async function go() {
    if (isBusy) return
    setIsBusy(true)
    try {
      await call('exchange', { continueToken })
      markViewerChanged()
      onContinued()
    } catch (error) {
      showToast({
        kind: 'error',
        title: 'Anmeldung fehlgeschlagen',
        text: error instanceof CallError ? error.message : 'Bitte melden Sie sich an.',
      })
      setIsBusy(false)
    }
  }
  return (
    <>
      <Note kind="ok" role="status" title={confirmTexts.confirmed}>
        Der Link wurde in einem anderen Browser angefordert. Möchten Sie hier weitermachen?
      </Note>
      <BusyButton type="button" isBusy={isBusy} onClick={go}>
        <span className="detail">{confirmTexts.continueAs(email)}</span>
      </BusyButton>
      <Link className="btn btn-g btn-w" to="/auth">
        {confirmTexts.toLogin}
      </Link>
    </>
  )
}

/** What went wrong with its technical detail, the way to a new link, and the way to the sign-in. */
function Failed({ text, detail }: { text: string; detail: string | undefined }) {
  return (
    <>
      <Note kind="bad" role="alert" title={text}>
        {detail ? <span className="detail">Technische Angabe: {detail}</span> : null}
      </Note>
      <ConfirmResend />
      <Link className="btn btn-g btn-w" to="/auth">
        {confirmTexts.toLogin}
      </Link>
    </>
  )
}
