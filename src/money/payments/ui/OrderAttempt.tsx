import { useEffect, useRef } from 'react'
import { CallError } from '#src/platform/web/queries/call.ts'

/**
 * True if the server gave a final answer, which ends the attempt. Without an answer, after a server error, or while the first call still
 * runs (409), a retry must reuse the idempotency key to find the same order.
 */
export const wasAnswered = (error: unknown) =>
  error instanceof CallError && error.status >= 400 && error.status < 500 && error.status !== 409

/**
 * The response that set this browser's cookie was lost, so the server attributes the key to another browser. The order itself is then found
 * as a duplicate.
 */
export const isTakenForAnother = (error: unknown) => error instanceof CallError && error.code === 'idempotency.keyReused'

/** Calls `onReturn` when 'Zurück' restores the page from the back/forward cache, still in its busy state. */
export function useReturnFromMemory(onReturn: () => void) {
  const latest = useRef(onReturn)
  useEffect(() => {
    latest.current = onReturn
  })
  useEffect(() => {
    const listen = (event: PageTransitionEvent) => {
      if (event.persisted) latest.current()
    }
    window.addEventListener('pageshow', listen)
    return () => window.removeEventListener('pageshow', listen)
  }, [])
}

/**
 * Resolves when the user is back: the page was restored from the back/forward cache, or the navigation was stopped. A button that leads to
 * the PSP stays busy until then.
 */
export const untilReturned = () =>
  new Promise<void>((done) => {
    window.addEventListener('pageshow', () => done(), { once: true })
    setTimeout(done, 8_000)
  })
