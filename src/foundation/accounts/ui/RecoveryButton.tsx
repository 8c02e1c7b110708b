import { useState } from 'react'
import { call } from '#src/platform/web/queries/call.ts'
import { authTexts, normaliseEmail } from '../rules.ts'
import type { MailedProps } from './MailedNote.tsx'

type RecoveryParts = MailedProps & {
  form: { values: { email: string }; refuse: (texts: { email?: string }) => void }
  /** Returns the form's error for the address, if any. */
  check: (email: string) => string | undefined
  onStart?: () => void
  onFailed: (error: unknown) => void
}

/** 'Passwort vergessen?' uses the address that was typed into the form. */
export function RecoveryButton({ className, ...parts }: RecoveryParts & { className: string }) {
  const [isBusy, setIsBusy] = useState(false)
  async function start() {
    if (isBusy) return
    const { form, check, onStart, onMailed, onFailed } = parts
    const problem = check(form.values.email)
    if (problem) return form.refuse({ email: problem })
    setIsBusy(true)
    onStart?.()
    try {
      await call('recover', { email: normaliseEmail(form.values.email) })
      onMailed({ title: authTexts.resent.title, text: authTexts.recoverStarted })
    } catch (error) {
      onFailed(error)
    }
    setIsBusy(false)
  }
  return (
    <button type="button" className={className} aria-disabled={isBusy || undefined} onClick={start}>
      {authTexts.forgot}
    </button>
  )
}
