import { useState } from 'react'
import { useCodeCheck } from '#src/platform/web/forms/CodeCheck.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { RotateCw } from '#src/platform/web/icons/Icons.tsx'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { CallError, call } from '#src/platform/web/queries/call.ts'
import { reasonOf } from '#src/platform/web/queries/refusals.ts'
import { useRunCall } from '#src/platform/web/queries/runCall.ts'
import { isStepUpRequired } from '../stepUp/StepUp.tsx'
import { CodeField } from '../stepUp/StepUpCode.tsx'
import { useOnOpening } from '../ui/OnOpening.tsx'
import { adminTexts } from './signInRules.ts'

type RevealProps = { label: string; hint: string; isRevealed: boolean; reveal: () => Promise<void> }

/** Button that reveals something to the operator, which may need a fresh code first. */
export function Reveal({ label, hint, isRevealed, reveal }: RevealProps) {
  const [isCodeNeeded, setIsCodeNeeded] = useState(false)
  const { isBusy, refusal, failure, action } = useAction({ onRefused: (error) => isStepUpRequired(error) && setIsCodeNeeded(true) })
  const start = () =>
    action(async () => {
      await reveal()
      setIsCodeNeeded(false)
    })
  return (
    <>
      {failure && !isStepUpRequired(refusal) ? <Note kind="bad" role="alert" title={failure} /> : null}
      {isCodeNeeded ? <FreshCode onPassed={start} /> : null}
      {isRevealed || isCodeNeeded ? null : (
        <div className="stack snug">
          <BusyButton type="button" className="button secondary wide" isBusy={isBusy} onClick={() => void start()}>
            {label}
          </BusyButton>
          <p className="hint">{hint}</p>
        </div>
      )}
    </>
  )
}

type FreshCodeProps = { onPassed: () => Promise<unknown> }

/** Asks the signed-in operator for a fresh code, which is mailed when this opens. */
function FreshCode({ onPassed }: FreshCodeProps) {
  const { isSending, trouble, send } = useSending()
  const check = useChecking({ onPassed })
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void check.verify()
      }}
    >
      <p>Zur Sicherheit ist ein neuer Code nötig. Wir haben ihn an die hinterlegte Admin-Adresse gesendet.</p>
      {trouble ? <Note kind="bad" role="alert" title={trouble} /> : null}
      <CodeField id="fresh-code" check={check} />
      <div className="stack snug">
        <button type="submit" className="button primary wide" disabled={!check.isComplete || check.isBusy}>
          {check.isBusy ? 'Code wird geprüft…' : 'Code bestätigen'}
        </button>
        <BusyButton type="button" className="button neutral wide" isBusy={isSending} onClick={() => void send()}>
          <RotateCw />
          {isSending ? 'Code wird gesendet…' : 'Code erneut senden'}
        </BusyButton>
      </div>
    </form>
  )
}

function useSending() {
  const { isBusy: isSending, failure, action } = useAction()
  const send = () => action(() => call('send-admin-fresh-code', {}))
  useOnOpening(send)
  return { isSending, trouble: failure && adminTexts.sendRefused(failure), send }
}

function useChecking({ onPassed }: FreshCodeProps) {
  const runCall = useRunCall()
  return useCodeCheck({
    onVerify: async (code) => {
      await runCall(() => call('verify-admin-fresh-code', { code }))
      await onPassed()
    },
    texts: { incomplete: adminTexts.codeIncomplete, refused: textOf },
  })
}

const isWrongCode = (failure: unknown) => failure instanceof CallError && failure.code === 'admin.codeWrong'
const textOf = (failure: unknown) => (isWrongCode(failure) ? adminTexts.adminCodeWrong : reasonOf(failure))
