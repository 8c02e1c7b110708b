import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '#src/web/reading/call.ts'
import { showToast } from '#src/web/shell/toast.ts'
import { adminLimits, adminTexts } from './gateRules.ts'
import type { AdminSessionAnswer } from './rules.ts'

/** `checking` until the server has answered for the first time. */
export type AdminProgress = { state: 'checking' } | AdminSessionAnswer

/**
 * How far this browser has come, as the server sees it: asked at once, every minute (docs/spec.md#gates), when the page is looked at again,
 * and whenever `recheck` is called. Without an answer the last one holds; the server refuses on its own anyway.
 */
export function useAdminSession() {
  const [progress, setProgress] = useState<AdminProgress>({ state: 'checking' })
  const wasIn = useRef(false)

  const show = useCallback((next: AdminSessionAnswer) => {
    if (wasIn.current && next.state !== 'authenticated') showToast({ kind: 'info', ...adminTexts.signedOut })
    wasIn.current = next.state === 'authenticated'
    setProgress(next)
  }, [])
  const recheck = useCallback(async () => {
    const answer = await call('admin-session', {}).catch(() => undefined)
    if (answer) show(answer)
  }, [show])
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
  return { progress, recheck, signOut }
}
