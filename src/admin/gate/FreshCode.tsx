import { RotateCw } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useCodeCheck } from '#src/web/forms/CodeCheck.tsx'
import { Field } from '#src/web/forms/Field.tsx'
import { OtpInput } from '#src/web/forms/OtpInput.tsx'
import { BusyButton } from '#src/web/parts/BusyButton.tsx'
import { Note } from '#src/web/parts/Note.tsx'
import { CallError, call } from '#src/web/reading/call.ts'
import { leaveWhenLost, reasonOf } from '../shell/AdminReading.tsx'
import { adminTexts } from './gateRules.ts'

type FreshCodeProps = { onPassed: () => Promise<void>; onLost: () => Promise<void> }

/** Asks in the middle of work for a code that is mailed when this opens. */
export function FreshCode({ onPassed, onLost }: FreshCodeProps) {
  const { isSending, trouble, send } = useSending(onLost)
  const { code, error, isBusy, isComplete, input, change, verify } = useChecking({ onPassed, onLost })
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void verify()
      }}
    >
      <p>Zur Sicherheit ist ein frischer Code nötig. Wir haben ihn an die hinterlegte Admin-Adresse gesendet.</p>
      {trouble ? <Note kind="bad" role="alert" title={trouble} /> : null}
      <Field id="fresh-code" label="6-stelliger Code" error={error} hint="Der Code gilt 10 Minuten.">
        {(control) => <OtpInput control={control} value={code} onChange={change} onEnter={() => void verify()} inputRef={input} />}
      </Field>
      <div className="stack snug">
        <button type="submit" className="btn btn-p btn-w" disabled={!isComplete || isBusy}>
          {isBusy ? 'Code wird geprüft…' : 'Code bestätigen'}
        </button>
        <BusyButton type="button" className="btn btn-g btn-w" isBusy={isSending} onClick={() => void send()}>
          <RotateCw />
          {isSending ? 'Code wird gesendet…' : 'Code erneut senden'}
        </BusyButton>
      </div>
    </form>
  )
}

function useSending(onLost: () => Promise<void>) {
  const [isSending, setIsSending] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const isUnderway = useRef(false)
  const send = useCallback(async () => {
    if (isUnderway.current) return
    isUnderway.current = true
    setIsSending(true)
    setTrouble(undefined)
    try {
      await call('send-admin-fresh-code', {})
    } catch (error) {
      setTrouble(adminTexts.sendRefused(reasonOf(error)))
      await leaveWhenLost(error, onLost)
    }
    isUnderway.current = false
    setIsSending(false)
  }, [onLost])
  useEffect(() => {
    // One turn later, so that an effect that React runs twice sends one code.
    const turn = setTimeout(() => void send())
    return () => clearTimeout(turn)
  }, [send])
  return { isSending, trouble, send }
}

function useChecking({ onPassed, onLost }: FreshCodeProps) {
  return useCodeCheck({
    onVerify: async (code) => {
      await call('verify-admin-fresh-code', { code })
      await onPassed()
    },
    // A wrong code is 401, too, and no reason to leave.
    onRefused: async (refusal) => (isWrongCode(refusal) ? undefined : leaveWhenLost(refusal, onLost)),
    texts: { incomplete: adminTexts.codeIncomplete, refused: textOf },
  })
}

const isWrongCode = (failure: unknown) => failure instanceof CallError && failure.code === 'admin.codeWrong'
const textOf = (failure: unknown) => (isWrongCode(failure) ? adminTexts.adminCodeWrong : reasonOf(failure))
