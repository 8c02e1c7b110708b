import { useCallback, useRef, useState } from 'react'
import { fieldTextsOf, reasonOf } from '../queries/refusals.ts'
import { useRunCall } from '../queries/runCall.ts'
import { showToast } from '../shell/toast.ts'

type ActionOptions = {
  /** Shows the server's errors of fields; then no other error is shown. */
  onFields?: (texts: Record<string, string>) => void
  onRefused?: (error: unknown) => unknown
}

/**
 * One action at a time: `action(async () => { await call(…); … }, 'Nicht gespeichert')` returns the result, or undefined if the action was
 * refused. Then `failure` gives the reason, and so does a notification if a title was given. Make the call first: if a code has to be
 * entered, the whole function runs again.
 */
export function useAction(rules: ActionOptions = {}) {
  const runCall = useRunCall()
  const [isBusy, setIsBusy] = useState(false)
  const [refusal, setRefusal] = useState<unknown>()
  const isUnderway = useRef(false)
  const latest = useRef(rules)
  latest.current = rules

  const action = useCallback(
    async <Answer>(run: () => Promise<Answer>, failed?: string): Promise<Answer | undefined> => {
      if (isUnderway.current) return undefined
      isUnderway.current = true
      setIsBusy(true)
      setRefusal(undefined)
      try {
        return await runCall(run)
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
    [runCall],
  )
  return { isBusy, refusal, failure: refusal === undefined ? undefined : reasonOf(refusal), action }
}
