import { useCallback, useEffect } from 'react'
import { useCodeCheck } from '#src/platform/web/forms/CodeCheck.tsx'
import { Field } from '#src/platform/web/forms/Field.tsx'
import { OtpInput } from '#src/platform/web/forms/OtpInput.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { RotateCw } from '#src/platform/web/icons/Icons.tsx'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { CallError, call } from '#src/platform/web/queries/call.ts'
import { reasonOf } from '#src/platform/web/queries/refusals.ts'
import { useRunCall } from '#src/platform/web/queries/runCall.ts'
import { adminTexts } from './signInRules.ts'

type FreshCodeProps = { onPassed: () => Promise<unknown> }

/** Asks the signed-in operator for a fresh code, which is mailed when this opens. */
export function FreshCode({ onPassed }: FreshCodeProps) {
  const { isSending, trouble, send } = useSending()
  const { code, error, isBusy, isComplete, input, change, verify } = useChecking({ onPassed })
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void verify()
      }}
    >
      <p>Zur Sicherheit ist ein neuer Code nötig. Wir haben ihn an die hinterlegte Admin-Adresse gesendet.</p>
      {trouble ? <Note kind="bad" role="alert" title={trouble} /> : null}
      <Field id="fresh-code" label="6-stelliger Code" error={error} hint="Der Code gilt 10 Minuten.">
        {(control) => <OtpInput control={control} value={code} onChange={change} onEnter={() => void verify()} inputRef={input} />}
      </Field>
      <div className="stack snug">
        <button type="submit" className="button primary wide" disabled={!isComplete || isBusy}>
          {isBusy ? 'Code wird geprüft…' : 'Code bestätigen'}
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
  const send = useCallback(() => action(() => call('send-admin-fresh-code', {})), [action])
  useEffect(() => {
    // The timeout lets the cleanup cancel the first run when React runs the effect twice, so that only one code is sent.
    const turn = setTimeout(() => void send())
    return () => clearTimeout(turn)
  }, [send])
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
