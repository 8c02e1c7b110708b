import { useCallback, useEffect, useRef, useState } from 'react'
import { unknownErrorText } from '#src/kit/problems.ts'
import { useAsk } from '#src/web/reading/ask.ts'
import { CallError } from '#src/web/reading/call.ts'
import { readCall } from '#src/web/reading/readCall.ts'
import type { SubscriptionCard } from '../subscriptionRules.ts'

export type Reading = { status: 'loading' } | { status: 'failed'; text: string } | { status: 'loaded'; card: SubscriptionCard }

/**
 * What the company's subscription says, read again whenever `live` rises. What stands there stays until the new is there, and when it
 * cannot be had.
 */
export function useSubscription(companyId: string, live: number) {
  const ask = useAsk()
  const [reading, setReading] = useState<Reading>({ status: 'loading' })
  const turn = useRef(0)

  const read = useCallback(async () => {
    turn.current += 1
    const own = turn.current
    try {
      const card = await ask(() => readCall('get-subscription', { companyId }))
      if (own === turn.current) setReading({ status: 'loaded', card })
    } catch (error) {
      const text = error instanceof CallError ? error.message : unknownErrorText
      if (own === turn.current) setReading((last) => (last.status === 'loaded' ? last : { status: 'failed', text }))
    }
  }, [ask, companyId])

  // biome-ignore lint/correctness/useExhaustiveDependencies: an event asks to look again
  useEffect(() => void read(), [read, live])

  function retry() {
    setReading({ status: 'loading' })
    void read()
  }
  return { reading, read, retry }
}
