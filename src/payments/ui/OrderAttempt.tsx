import { useEffect, useRef } from 'react'
import { CallError } from '#src/web/reading/call.ts'

/**
 * Whether the server gave a final answer, which ends the attempt. Without an answer, after a server error, or while the first call still
 * runs (409), the same key must find the same order.
 */
export const wasAnswered = (error: unknown) =>
  error instanceof CallError && error.status >= 400 && error.status < 500 && error.status !== 409

/**
 * The answer that made this browser known was lost, so the server takes the key for another browser's. The order itself is found as a
 * duplicate.
 */
export const isTakenForAnother = (error: unknown) => error instanceof CallError && error.code === 'idempotency.keyReused'

/** 'Zurück' in the browser may bring the page back as it was left: busy. */
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
 * Resolves when the person is back: the page comes from the browser's memory, or the navigation was stopped. Until then a button that leads
 * to the PSP stays busy.
 */
export const untilReturned = () =>
  new Promise<void>((done) => {
    window.addEventListener('pageshow', () => done(), { once: true })
    setTimeout(done, 8_000)
  })
