import { useState } from 'react'
import { call } from '#src/platform/web/queries/call.ts'
import { authTexts, loginDialogTexts } from '../rules.ts'
import type { LoginFormProps } from './LoginFailure.tsx'
import { mailFailure } from './MailFailure.tsx'

/** Sends the confirmation link again. Clears the shown failure on success, replaces it otherwise. */
export function useResend({ onFailure, onMailed }: Pick<LoginFormProps, 'onFailure' | 'onMailed'>) {
  const [isBusy, setIsBusy] = useState(false)
  async function resend(email: string) {
    if (isBusy) return
    setIsBusy(true)
    try {
      await call('resend', { email })
      onFailure(undefined)
      onMailed(authTexts.resent)
    } catch (error) {
      onFailure({ text: mailFailure(error, loginDialogTexts.resendFailed), unconfirmed: email })
    }
    setIsBusy(false)
  }
  return { isBusy, resend }
}
