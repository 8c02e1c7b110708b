import { useCallback, useEffect, useRef, useState } from 'react'
import { adminLimits, adminTexts } from '#src/foundation/accounts/operator/signInRules.ts'
import { stepUpCode } from '#src/foundation/accounts/stepUp/rules.ts'
import { CallError, call } from '#src/platform/web/queries/call.ts'
import type { RunCall } from '#src/platform/web/queries/runCall.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import type { AdminSessionResponse } from './rules.ts'

/** `checking` until the server has answered for the first time. */
export type AdminProgress = { state: 'checking' } | AdminSessionResponse

/**
 * Sign-in state of this browser, as the server reports it. Checked at once, every minute (docs/spec.md#gates), when the page becomes
 * visible, by `recheck`, and when a request through `runCall` is refused for lack of a session. Without an answer the last state is kept: the
 * server authorizes each request anyway.
 */
export function useAdminSession() {
  const [progress, setProgress] = useState<AdminProgress>({ state: 'checking' })
  const wasIn = useRef(false)

  const show = useCallback((next: AdminSessionResponse) => {
    if (wasIn.current && next.state !== 'authenticated') showToast({ kind: 'info', ...adminTexts.signedOut })
    wasIn.current = next.state === 'authenticated'
    setProgress(next)
  }, [])
  const recheck = useCallback(async () => {
    const answer = await call('admin-session', {}).catch(() => undefined)
    if (answer) show(answer)
  }, [show])
  const runCall = useCallback<RunCall>(
    async (run) => {
      try {
        return await run()
      } catch (error) {
        if (isLost(error)) void recheck()
        throw error
      }
    },
    [recheck],
  )
  const signOut = useCallback(async () => {
    await call('admin-sign-out', {})
    wasIn.current = false
    await recheck()
  }, [recheck])

  useEffect(() => {
    void recheck()
    const timer = setInterval(() => void recheck(), adminLimits.recheckMs)
    const whenSeen = () => {
      if (document.visibilityState === 'visible') void recheck()
    }
    document.addEventListener('visibilitychange', whenSeen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', whenSeen)
    }
  }, [recheck])
  return { progress, recheck, runCall, signOut }
}

/** True if the server no longer knows this session; a wrong or missing code is handled by the screen. */
const isLost = (error: unknown) =>
  error instanceof CallError && [401, 403].includes(error.status) && ![stepUpCode, 'admin.codeWrong'].includes(error.code)
