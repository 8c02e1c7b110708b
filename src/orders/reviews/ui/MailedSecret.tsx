import { useEffect, useState } from 'react'
import { CallError } from '#src/platform/web/reading/call.ts'
import { reasonOf } from '#src/platform/web/reading/refusals.ts'

export type SecretReading<Value> =
  | { state: 'reading' }
  | { state: 'shown'; value: Value }
  | { state: 'failed'; text: string; isFinal: boolean }

/** Loads the content of a mailed link after hydration, and again on demand. */
export function useSecretReading<Value>(read: () => Promise<Value>) {
  const [reading, setReading] = useState<SecretReading<Value>>({ state: 'reading' })
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the secret does not change, a new round reads again
  useEffect(() => {
    let isGone = false
    const show = (next: SecretReading<Value>) => (isGone ? undefined : setReading(next))
    setReading({ state: 'reading' })
    read().then(
      (value) => show({ state: 'shown', value }),
      (error: unknown) => show(failureOf(error)),
    )
    return () => {
      isGone = true
    }
  }, [round])
  return { reading, readAgain: () => setRound((last) => last + 1) }
}

/** After a network error or rate limit the link is still valid. */
export function failureOf(error: unknown) {
  const isRefusal = error instanceof CallError && [404, 409].includes(error.status)
  return { state: 'failed', text: reasonOf(error), isFinal: isRefusal } as const
}
