import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useCheckedForm } from '#src/platform/web/forms/checkedForm.ts'
import { errorsOf } from '#src/platform/web/forms/errorsOf.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { readCall } from '#src/platform/web/queries/readCall.ts'
import { markViewerChanged } from '#src/platform/web/queries/viewerChange.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { isRefusedLink } from '../links/LinkOpening.tsx'
import { type LinkParameters, statedError, useOpenedLink } from '../links/LinkParameters.tsx'
import { LinkQuestion, ScriptsNeeded } from '../links/LinkQuestion.tsx'
import { LinkRequest } from '../links/LinkRequest.tsx'
import { redirectDelays, resetForm, resetTexts } from '../rules.ts'
import { hasCode } from './AuthFailure.tsx'
import { passwordText } from './AuthSignUp.tsx'
import { NewPasswordField, RepeatedPassword } from './NewPasswordField.tsx'

type Ready = { kind: 'ready'; email: string; signedInAs: string | undefined }
type State = { kind: 'success' } | Ready | { kind: 'error'; text: string; address?: string }

/** The five states of /auth/reset after a click; the fifth, 'updating', is the busy form. */
export function PasswordReset() {
  const { state, setState, open } = useOpenedLink(checkLink)
  useForwarding(state.kind === 'success')

  if (state.kind === 'asking') return <LinkQuestion text={resetTexts.ask} label={resetTexts.open} onOpen={open} />
  if (state.kind === 'error') return <LinkFailed {...state} />
  if (state.kind === 'success') return <Note kind="ok" role="status" title={resetTexts.done} />
  if (state.kind === 'ready') return <NewPasswordForm {...state} onState={setState} />
  return (
    <div role="status" className="stack snug">
      <p>{resetTexts.checking}</p>
      <ScriptsNeeded />
    </div>
  )
}

/** Opens the link. Without a link, the grant of a link opened earlier is valid for a while, so that a reload loses nothing. */
async function checkLink(given: LinkParameters): Promise<State> {
  const noSession = { kind: 'error', text: resetTexts.noSession } as const
  if (statedError(given)) return noSession
  try {
    await openRecovery(given)
    const { session, recovery_email: email } = await readCall('session', {})
    if (!email) return noSession
    return { kind: 'ready', email, signedInAs: session?.email === email ? undefined : session?.email }
  } catch (error) {
    return isRefusedLink(error) ? noSession : { kind: 'error', text: resetTexts.recoveryFailed, address: given.address }
  }
}

async function openRecovery({ tokenHash, token, email, code, accessToken }: LinkParameters) {
  if (accessToken) return call('exchange', { access_token: accessToken })
  if (code) return call('exchange', { code })
  if (tokenHash) return call('verify', { token_hash: tokenHash, type: 'recovery' })
  if (token && email) return call('verify', { token, email, type: 'recovery' })
  return undefined
}

function useForwarding(isDone: boolean) {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => void navigate('/dashboard', { replace: true }), redirectDelays.afterReset)
    return () => clearTimeout(timer)
  }, [isDone, navigate])
}

/** Shown if the server did not answer: the link may still be valid, and reloading tries again. */
function LinkFailed({ text, address = '/auth/reset' }: { text: string; address?: string }) {
  function reload() {
    history.replaceState(null, '', address)
    location.reload()
  }
  return (
    <>
      <Note kind="bad" role="alert" title={text} />
      <button type="button" className="button secondary wide" onClick={reload}>
        {resetTexts.reload}
      </button>
      <LinkRequest kind="recovery" />
    </>
  )
}

function NewPasswordForm({ email, signedInAs, onState }: Omit<Ready, 'kind'> & { onState: (state: State) => void }) {
  const form = useCheckedForm({
    prefix: 'reset',
    fields: { password: '', repeat: '' },
    check: errorsOf(resetForm),
    async send({ password }): Promise<void> {
      try {
        await call('user', { password })
      } catch (error) {
        if (hasCode(error, 'accounts.noRecovery')) return onState({ kind: 'error', text: resetTexts.noSession })
        const text = passwordText(error)
        showToast({ kind: 'error', title: resetTexts.updateFailed, ...(error instanceof Error ? { text: error.message } : {}) })
        return form.refuse(text ? { password: text } : {})
      }
      markViewerChanged()
      onState({ kind: 'success' })
    },
  })
  return (
    <form className="stack" noValidate onSubmit={form.submit}>
      <Whose email={email} signedInAs={signedInAs} />
      <NewPasswordField id={form.idOf('password')} label={resetTexts.password} error={form.errors.password} {...form.input('password')} />
      <RepeatedPassword id={form.idOf('repeat')} error={form.errors.repeat} {...form.input('repeat')} />
      <BusyButton needsScripts isBusy={form.isBusy}>
        {form.isBusy ? resetTexts.updating : resetTexts.save}
      </BusyButton>
    </form>
  )
}

/** The link may belong to another account than the one signed in, so the account is named before anything changes. */
function Whose({ email, signedInAs }: Omit<Ready, 'kind'>) {
  return (
    <>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <p className="muted detail">Für das Konto {email}</p>
      {signedInAs ? (
        <Note kind="info" title="Dieser Link gehört zu einem anderen Konto">
          <span className="detail">
            Angemeldet sind Sie als {signedInAs}. Mit dem Speichern wechseln Sie zu {email}.
          </span>
        </Note>
      ) : null}
    </>
  )
}
