import { type FormEvent, type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { SmallDialog } from '#src/platform/web/parts/SmallDialog.tsx'
import { CallError } from '#src/platform/web/queries/call.ts'
import { CallsContext, type RunCall } from '#src/platform/web/queries/runCall.ts'
import { useOnOpening } from '../ui/OnOpening.tsx'
import { stepUpCode, stepUpTexts } from './rules.ts'
import { CodeField, useCodeSending, useStepUpCheck } from './StepUpCode.tsx'

export const isStepUpRequired = (error: unknown) => error instanceof CallError && error.code === stepUpCode

type Waiting = { goOn: () => void; giveUp: () => void }

/**
 * Wraps the company's screens. If the server requires the mailed code, a dialog asks for it and the call is repeated; the page keeps the
 * typed input. If the dialog is cancelled, the call fails with the refusal. Parallel calls share one dialog and one code.
 */
export function StepUpProvider({ email, children }: { email: string; children: ReactNode }) {
  const [isCodeNeeded, setIsCodeNeeded] = useState(false)
  const waiting = useRef<Waiting[]>([])

  const runCall = useCallback<RunCall>(async (run) => {
    for (;;) {
      try {
        return await run()
      } catch (error) {
        if (!isStepUpRequired(error)) throw error
        await new Promise<void>((goOn, reject) => {
          waiting.current.push({ goOn, giveUp: () => reject(error) })
          setIsCodeNeeded(true)
        })
      }
    }
  }, [])

  const calls = useMemo(() => ({ runCall }), [runCall])

  function settle(how: keyof Waiting) {
    setIsCodeNeeded(false)
    for (const one of waiting.current.splice(0)) one[how]()
  }

  return (
    <CallsContext value={calls}>
      {children}
      {isCodeNeeded ? <StepUpDialog email={email} onPassed={() => settle('goOn')} onClose={() => settle('giveUp')} /> : null}
    </CallsContext>
  )
}

type StepUpDialogProps = { email: string; onPassed: () => void; onClose: () => void }

const StepUpDialog = ({ onClose, ...parts }: StepUpDialogProps) => (
  <SmallDialog title={stepUpTexts.again} onClose={onClose}>
    <StepUpForm onClose={onClose} {...parts} />
  </SmallDialog>
)

/** Sends a code when it is mounted. A separate component, because the dialog's content is mounted after the dialog. */
function StepUpForm({ email, onPassed, onClose }: StepUpDialogProps) {
  const { isSending, failure, send } = useCodeSending(email)
  const check = useStepUpCheck({ email, onPassed })
  const { title, text } = stepUpTexts.sent(email)
  useOnOpening(send)

  function submit(event: FormEvent) {
    event.preventDefault()
    void check.verify()
  }

  return (
    <>
      <p className="muted">{stepUpTexts.whyAgain}</p>
      {failure ? <Note kind="bad" role="alert" title={failure} /> : null}
      <p className="small" role="status">
        {isSending ? stepUpTexts.sending : failure ? null : `${title}. ${text}`}
      </p>
      <form className="stack" noValidate onSubmit={submit}>
        <CodeField id="step-up-code" check={check} />
        <button type="button" className="link-button small" aria-disabled={isSending || undefined} onClick={() => void send()}>
          {stepUpTexts.sendAgain}
        </button>
        <div className="actions">
          <button type="button" className="button neutral" onClick={onClose}>
            Abbrechen
          </button>
          <button type="submit" className="button primary" disabled={!check.isComplete} aria-busy={check.isBusy || undefined}>
            {stepUpTexts.confirm}
          </button>
        </div>
      </form>
    </>
  )
}
