import { useEffect, useRef } from 'react'
import { CallError } from '#src/web/reading/call.ts'

/**
 * A definite no ends the attempt. Without an answer, with one of a server in trouble, or while the first one still runs (409), the same key
 * must find the same order.
 */
export const wasAnswered = (error: unknown) =>
  error instanceof CallError && error.status >= 400 && error.status < 500 && error.status !== 409

/** The answer that would have made this browser known was lost: for the server its key is another's now, and the order itself finds its twin. */
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
