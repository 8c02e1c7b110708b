import { useEffect } from 'react'
import { type QueryOptions, useQueryOf } from '#src/platform/web/queries/useQuery.ts'

/** True if the window is visible; messages in a hidden window do not count as read. */
export const isInView = () => document.visibilityState === 'visible'

/** Loads a thread, and reloads it when the window becomes visible, which marks it as read. `read` must check `isInView` itself. */
export function useThreadQuery<Value>(read: () => Promise<Value>, rules: QueryOptions) {
  const { queryResult, reload } = useQueryOf(read, rules)
  useEffect(() => {
    const readSeen = () => {
      if (isInView()) void reload()
    }
    document.addEventListener('visibilitychange', readSeen)
    return () => document.removeEventListener('visibilitychange', readSeen)
  }, [reload])
  return { queryResult, reload }
}
