import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { CallError, call } from '#src/platform/web/queries/call.ts'
import { markViewerChanged } from '#src/platform/web/queries/viewerChange.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { confirmTexts } from '../rules.ts'
import type { LinkOutcome } from './LinkOpening.tsx'

type ContinueProps = { email: string; continueToken: string; onContinued: (outcome: LinkOutcome) => void }

/** A browser that did not sign up is signed in on request only (docs/spec.md#sign-up-owner). */
export function ConfirmedElsewhere({ email, continueToken, onContinued }: ContinueProps) {
  const [isBusy, setIsBusy] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  // The form that had the focus is gone.
  useEffect(() => place.current?.focus(), [])

  async function go() {
    if (isBusy) return
    setIsBusy(true)
    try {
      const { return_to: returnTo } = await call('exchange', { continueToken })
      markViewerChanged()
      onContinued({ kind: 'confirmed', isSignedIn: true, returnTo })
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
    <div ref={place} tabIndex={-1} className="stack">
      <Note kind="ok" role="status" title={confirmTexts.confirmed}>
        Möchten Sie in diesem Browser weitermachen?
      </Note>
      <BusyButton type="button" isBusy={isBusy} onClick={go}>
        <span className="detail">{confirmTexts.continueAs(email)}</span>
      </BusyButton>
      <Link className="button neutral wide" to="/auth">
        {confirmTexts.toLogin}
      </Link>
    </div>
  )
}
