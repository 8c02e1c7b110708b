import { useState } from 'react'
import { adminTexts } from '#src/foundation/accounts/operator/signInRules.ts'
import { useTypedBefore } from '#src/platform/web/forms/checkedForm.ts'
import { PasswordField } from '#src/platform/web/forms/PasswordField.tsx'
import { CallError, call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'

type PasswordStepProps = {
  /** True until the server has reported the sign-in state. */
  isChecking: boolean
  /** True if the password was accepted; only the code is missing. */
  hasPassed: boolean
  onPassed: () => Promise<void>
}

/** First sign-in step: the operator's password. */
export function PasswordStep({ isChecking, hasPassed, onPassed }: PasswordStepProps) {
  const { error, isBusy, check, clearError } = usePasswordCheck(onPassed)
  const [password, setPassword] = useState('')
  useTypedBefore([{ id: fieldId, take: setPassword }])

  /** The next screen sends the code when it opens. */
  async function pass() {
    if (await check(password)) return
    setPassword('')
    focusField()
  }

  async function startCode() {
    if (hasPassed) return onPassed()
    if (password !== '') return pass()
    await explainOrder()
    focusField()
  }

  return (
    <>
      <div className="stack tight">
        <h1>Admin</h1>
        <p className="muted">Geben Sie das Passwort der Verwaltung ein. Danach erhalten Sie einen Code per E-Mail.</p>
      </div>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void pass()
        }}
      >
        <PasswordField
          id={fieldId}
          label="Admin-Passwort"
          autoComplete="current-password"
          error={error}
          value={password}
          onChange={(event) => {
            setPassword(event.target.value)
            clearError()
          }}
        />
        <div className="stack snug">
          <button type="submit" className="button primary" disabled={isChecking || isBusy}>
            {isBusy ? 'Passwort wird geprüft…' : 'Passwort prüfen'}
          </button>
          <button type="button" className="button secondary" disabled={isChecking || isBusy} onClick={startCode}>
            Code per E-Mail senden
          </button>
        </div>
      </form>
    </>
  )
}

const fieldId = 'admin-password'
const focusField = () => document.getElementById(fieldId)?.focus()

function usePasswordCheck(onPassed: () => Promise<void>) {
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  async function check(password: string) {
    if (password === '') {
      setError(adminTexts.passwordMissing)
      return false
    }
    setIsBusy(true)
    try {
      await call('verify-admin-code', { code: password })
      await onPassed()
      return true
    } catch (failure) {
      setError(textOf(failure))
      return false
    } finally {
      setIsBusy(false)
    }
  }
  return { error, isBusy, check, clearError: () => setError(undefined) }
}

/** A wrong password and too many tries bring their own text; an invalid password and a server error get the catalogue's text. */
function textOf(failure: unknown) {
  if (!(failure instanceof CallError) || failure.status === 0) return adminTexts.passwordFailed
  if (failure.status === 422 || failure.status >= 500) return adminTexts.passwordUnchecked
  return failure.message
}

/** The server refuses a code before the password; shows its reason. */
async function explainOrder() {
  const failure = await call('send-admin-2fa-code', {}).then(
    () => undefined,
    (error: unknown) => error,
  )
  if (failure !== undefined) showToast({ kind: 'error', title: sendFailureText(failure) })
}

/** Text of a code that could not be sent: the server's reason, if there was a response. */
export const sendFailureText = (failure: unknown) =>
  failure instanceof CallError && failure.status > 0 ? adminTexts.sendRefused(failure.message) : adminTexts.sendFailed
