import { useCallback, useEffect, useRef, useState } from 'react'
import { unknownErrorText } from '#src/kit/problems.ts'
import { CallError, call } from '#src/web/call.ts'
import { Field } from '#src/web/Field.tsx'
import { OtpInput, otpLength } from '#src/web/OtpInput.tsx'
import { showToast } from '#src/web/toast.ts'
import { stepUpTexts } from '../stepUpRules.ts'

/** Sends the code to the signed-in person's address. `send` answers whether it left; why not stands in `failure`. */
export function useCodeSending(email: string) {
  const [isSending, setIsSending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const isUnderway = useRef(false)

  const send = useCallback(async () => {
    if (isUnderway.current) return false
    isUnderway.current = true
    setIsSending(true)
    setFailure(undefined)
    try {
      await call('send-2fa-code', { email })
      return true
    } catch (error) {
      setFailure(stepUpTexts.sendFailed(error instanceof CallError ? error.message : unknownErrorText))
      return false
    } finally {
      isUnderway.current = false
      setIsSending(false)
    }
  }, [email])
  return { isSending, failure, send }
}

/** The six digits and their verification; a wrong code leaves the boxes empty and focused. */
export function useCodeCheck({ email, onPassed }: { email: string; onPassed: () => void }) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus()
  }, [])

  function change(digits: string) {
    setCode(digits)
    setError(undefined)
  }

  async function verify() {
    if (isBusy) return
    if (code.length !== otpLength) return setError(stepUpTexts.incomplete)
    setIsBusy(true)
    try {
      await call('verify-2fa-code', { email, code })
      showToast({ kind: 'success', ...stepUpTexts.granted })
      onPassed()
    } catch (failure) {
      setCode('')
      setError(textOf(failure))
      input.current?.focus()
    } finally {
      setIsBusy(false)
    }
  }
  return { code, error, isBusy, isComplete: code.length === otpLength, input, change, verify }
}

/** The server says what is the matter: a wrong code in the catalogue's words, too many tries, a lost sign-in, no connection. */
const textOf = (failure: unknown) => (failure instanceof CallError ? (failure.fields.code?.[0] ?? failure.message) : stepUpTexts.wrong)

/** The field of the code. */
export function CodeField({ id, check }: { id: string; check: ReturnType<typeof useCodeCheck> }) {
  return (
    <Field id={id} label={stepUpTexts.label} error={check.error} hint={stepUpTexts.hint}>
      {(control) => (
        <OtpInput control={control} value={check.code} onChange={check.change} onEnter={() => void check.verify()} inputRef={check.input} />
      )}
    </Field>
  )
}
