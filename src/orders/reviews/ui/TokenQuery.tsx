import { useEffect, useState } from 'react'
import { CallError } from '#src/platform/web/queries/call.ts'
import { reasonOf } from '#src/platform/web/queries/refusals.ts'

export type TokenQueryState<Value> =
  | { state: 'reading' }
  | { state: 'shown'; value: Value }
  | { state: 'failed'; text: string; isFinal: boolean }

/** Loads the content of a mailed link after hydration, and again on demand. */
export function useTokenQuery<Value>(read: () => Promise<Value>) {
  const [tokenQuery, setTokenQuery] = useState<TokenQueryState<Value>>({ state: 'reading' })
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the secret does not change, a new round reads again
  useEffect(() => {
    let isGone = false
    const show = (next: TokenQueryState<Value>) => (isGone ? undefined : setTokenQuery(next))
    setTokenQuery({ state: 'reading' })
    read().then(
      (value) => show({ state: 'shown', value }),
      (error: unknown) => show(failureOf(error)),
    )
    return () => {
      isGone = true
    }
  }, [round])
  return { tokenQuery, readAgain: () => setRound((last) => last + 1) }
}

/** After a network error or rate limit the link is still valid. */
function failureOf(error: unknown) {
  const isRefusal = error instanceof CallError && [404, 409].includes(error.status)
  return { state: 'failed', text: reasonOf(error), isFinal: isRefusal } as const
}
