import { useState } from 'react'
import { call } from '#src/web/reading/call.ts'
import { showToast } from '#src/web/shell/toast.ts'
import { authTexts, loginDialogTexts } from '../rules.ts'
import type { LoginFailure } from './LoginFailure.tsx'
import { mailFailure } from './MailFailure.tsx'

/** Sends the confirmation link again. Clears the shown failure on success, replaces it otherwise. */
export function useResend(onFailure: (failure: LoginFailure | undefined) => void) {
  const [isBusy, setIsBusy] = useState(false)
  async function resend(email: string) {
    if (isBusy) return
    setIsBusy(true)
    try {
      await call('resend', { email })
      showToast({ kind: 'success', ...authTexts.resent })
      onFailure(undefined)
    } catch (error) {
      onFailure({ text: mailFailure(error, loginDialogTexts.resendFailed), unconfirmed: email })
    }
    setIsBusy(false)
  }
  return { isBusy, resend }
}
