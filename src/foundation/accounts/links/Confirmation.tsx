import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { CallError } from '#src/platform/web/queries/call.ts'
import { markViewerChanged } from '#src/platform/web/queries/viewerChange.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { safeReturnPath } from '../returnRules.ts'
import { confirmTexts, linkPages, redirectDelays } from '../rules.ts'
import { ConfirmedElsewhere } from './ConfirmedElsewhere.tsx'
import { type LinkOutcome, openLink } from './LinkOpening.tsx'
import { type LinkParameters, statedError, useOpenedLink } from './LinkParameters.tsx'
import { LinkQuestion, ScriptsNeeded } from './LinkQuestion.tsx'
import { LinkRequest } from './LinkRequest.tsx'
import { OtherAccount } from './OtherAccount.tsx'
import { SignUpProof } from './SignUpProof.tsx'

type Failure = { kind: 'failed'; text: string; detail?: string | undefined }
type Result = LinkOutcome | Failure

/** Opens a confirmation link after a click, and shows the result. */
export function Confirmation() {
  const { state, setState, open } = useOpenedLink(confirm)
  useForwarding(state)

  if (state.kind === 'asking') return <LinkQuestion text={confirmTexts.ask} label={confirmTexts.confirm} onOpen={open} />
  if (state.kind === 'passwordNeeded') return <SignUpProof {...state} onAnswered={setState} />
  if (state.kind === 'confirmedElsewhere') return <ConfirmedElsewhere {...state} onContinued={setState} />
  if (state.kind === 'otherAccount') return <OtherAccount {...state} onSwitched={open} />
  if (state.kind === 'nothingGiven' || state.kind === 'dead') return <Failed text={confirmTexts.nothingGiven} />
  if (state.kind === 'failed') return <Failed text={state.text} detail={state.detail} />
  if (state.kind === 'confirmed') {
    return (
      <Note kind="ok" role="status" title={confirmTexts.confirmed}>
        Sie werden weitergeleitet.
      </Note>
    )
  }
  return (
    <div role="status" className="stack snug">
      <p>Ihr Link wird geprüft…</p>
      <ScriptsNeeded />
    </div>
  )
}

async function confirm(given: LinkParameters): Promise<Result> {
  const stated = statedError(given)
  if (stated) return { kind: 'failed', text: confirmTexts.failed, detail: stated }
  try {
    const outcome = await openLink(given)
    if (outcome.kind === 'confirmed' && outcome.isSignedIn) markViewerChanged()
    return outcome
  } catch (error) {
    return { kind: 'failed', text: confirmTexts.failed, detail: detailOf(error) }
  }
}

const detailOf = (error: unknown) => (error instanceof CallError ? `${error.message} (${error.code})` : undefined)

/** Forwards after success: home, or back to where the sign-up began; a reset link to the page for new passwords. */
function useForwarding(state: Result | { kind: 'asking' | 'checking' }) {
  const navigate = useNavigate()
  useEffect(() => {
    if (state.kind === 'recovery') return void navigate(linkPages.recovery, { replace: true })
    if (state.kind !== 'confirmed') return
    const target = safeReturnPath(state.returnTo)
    const timer = setTimeout(() => {
      if (target === '/') return void navigate('/?confirmed=true', { replace: true })
      showToast({ kind: 'success', title: confirmTexts.confirmed })
      void navigate(target, { replace: true })
    }, redirectDelays.afterConfirm)
    return () => clearTimeout(timer)
  }, [state, navigate])
}

/** Error with its technical detail, and links to a new mail and to the sign-in. */
function Failed({ text, detail }: { text: string; detail?: string | undefined }) {
  return (
    <>
      <Note kind="bad" role="alert" title={text}>
        {detail ? <span className="detail">Technische Angabe: {detail}</span> : null}
      </Note>
      <LinkRequest kind="signup" />
      <Link className="button neutral wide" to="/auth">
        {confirmTexts.toLogin}
      </Link>
    </>
  )
}
