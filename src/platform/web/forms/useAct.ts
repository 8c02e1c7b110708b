import { useCallback, useRef, useState } from 'react'
import { useAsk } from '../reading/ask.ts'
import { fieldTextsOf, reasonOf } from '../reading/refusals.ts'
import { showToast } from '../shell/toast.ts'

type ActRules = {
  /** Shows what the server says about fields; then no other error is shown. */
  onFields?: (texts: Record<string, string>) => void
  onRefused?: (error: unknown) => unknown
}

/**
 * One act at a time: `act(async () => { await call(…); … }, 'Nicht gespeichert')` returns the result, or undefined when the act was
 * refused. Then `failure` says why, and so does a notification if a title was given. Make the call first: if a code has to be entered, the
 * whole function runs again.
 */
export function useAct(rules: ActRules = {}) {
  const ask = useAsk()
  const [isBusy, setIsBusy] = useState(false)
  const [refusal, setRefusal] = useState<unknown>()
  const isUnderway = useRef(false)
  const latest = useRef(rules)
  latest.current = rules

  const act = useCallback(
    async <Answer>(run: () => Promise<Answer>, failed?: string): Promise<Answer | undefined> => {
      if (isUnderway.current) return undefined
      isUnderway.current = true
      setIsBusy(true)
      setRefusal(undefined)
      try {
        return await ask(run)
      } catch (error) {
        const { onFields, onRefused } = latest.current
        const fields = fieldTextsOf(error)
        if (onFields && Object.keys(fields).length > 0) onFields(fields)
        else {
          setRefusal(error)
          if (failed) showToast({ kind: 'error', title: failed, text: reasonOf(error) })
        }
        await onRefused?.(error)
        return undefined
      } finally {
        isUnderway.current = false
        setIsBusy(false)
      }
    },
    [ask],
  )
  return { isBusy, refusal, failure: refusal === undefined ? undefined : reasonOf(refusal), act }
}
