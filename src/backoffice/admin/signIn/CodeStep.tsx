import { useState } from 'react'
import { adminTexts } from '#src/foundation/accounts/operator/signInRules.ts'
import { CodeField } from '#src/foundation/accounts/stepUp/StepUpCode.tsx'
import { useOnOpening } from '#src/foundation/accounts/ui/OnOpening.tsx'
import { useCodeCheck } from '#src/platform/web/forms/CodeCheck.tsx'
import { RotateCw } from '#src/platform/web/icons/Icons.tsx'
import { CallError, call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { sendFailureText } from './PasswordStep.tsx'

/** Second sign-in step: the code, which is mailed when this screen opens. `onRecheck` reads the sign-in state from the server. */
export function CodeStep({ onRecheck, onBack }: { onRecheck: () => Promise<void>; onBack: () => void }) {
  const { isSending, send, sendAndSay } = useSending(onRecheck)
  const check = useVerification({ onRecheck, send })
  useOnOpening(sendAndSay)

  return (
    <>
      <div className="stack tight">
        <h1>Code eingeben</h1>
        <p className="muted">Wir senden einen 6-stelligen Code an die hinterlegte Admin-Adresse.</p>
      </div>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void check.verify()
        }}
      >
        <CodeField id="admin-code" check={check} />
        <div className="stack snug">
          <button type="submit" className="button primary" disabled={!check.isComplete || check.isBusy}>
            {check.isBusy ? 'Code wird geprüft…' : 'Code bestätigen'}
          </button>
          <button type="button" className="button secondary" disabled={isSending} onClick={sendAndSay}>
            <RotateCw />
            {isSending ? 'Code wird gesendet…' : 'Code erneut senden'}
          </button>
          <button type="button" className="button neutral" onClick={onBack}>
            Zurück
          </button>
        </div>
      </form>
    </>
  )
}

function useSending(onRecheck: () => Promise<void>) {
  const [isSending, setIsSending] = useState(false)

  /** Returns the error, if any. */
  const send = async () => {
    setIsSending(true)
    try {
      await call('send-admin-2fa-code', {})
      return undefined
    } catch (failure) {
      // The password step expired after half an hour, or another tab has completed the sign-in.
      if (failure instanceof CallError && [401, 409].includes(failure.status)) await onRecheck()
      return sendFailureText(failure)
    } finally {
      setIsSending(false)
    }
  }

  async function sendAndSay() {
    const failure = await send()
    showToast(
      failure ? { kind: 'error', title: failure } : { kind: 'success', title: 'Code gesendet', text: 'Bitte prüfen Sie Ihr Postfach.' },
    )
  }
  return { isSending, send, sendAndSay }
}

type VerificationParts = { onRecheck: () => Promise<void>; send: () => Promise<string | undefined> }

function useVerification({ onRecheck, send }: VerificationParts) {
  async function replaceCode() {
    const refusal = await send()
    showToast({ kind: 'error', title: adminTexts.rateLimit, text: refusal ?? adminTexts.rateLimitText })
  }
  return useCodeCheck({
    onVerify: async (code) => {
      await call('verify-admin-2fa-code', { code })
      await onRecheck()
    },
    onRefused: async (refusal) => {
      if (isRateLimit(refusal)) await replaceCode()
      if (isSignInLost(refusal)) await onRecheck()
    },
    texts: { incomplete: adminTexts.codeIncomplete, refused: textOf },
  })
}

const isRateLimit = (failure: unknown) => failure instanceof CallError && failure.status === 429
const isSignInLost = (failure: unknown) =>
  failure instanceof CallError && ['admin.passwordNeeded', 'admin.alreadyIn'].includes(failure.code)

/** A wrong code has this screen's own text; every other error brings its own. */
function textOf(failure: unknown) {
  if (!(failure instanceof CallError)) return adminTexts.passwordFailed
  if (failure.code === 'admin.codeWrong') return adminTexts.adminCodeWrong
  return failure.fields.code?.[0] ?? failure.message
}
