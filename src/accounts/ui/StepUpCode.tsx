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

/** Too many tries, a lost sign-in and a server in trouble say so themselves; everything else is a wrong code. */
function textOf(failure: unknown) {
  if (!(failure instanceof CallError)) return stepUpTexts.wrong
  const isAboutCode =
    [400, 403, 404, 409, 410, 422].includes(failure.status) || (failure.status === 401 && failure.code !== 'accounts.signInNeeded')
  return isAboutCode ? stepUpTexts.wrong : failure.message
}

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
