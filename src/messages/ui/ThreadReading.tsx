import { useEffect } from 'react'
import { type ReadingRules, useReadingOf } from '#src/web/reading/useReading.ts'

/** What is read in a window that nobody sees is not read. */
export const isInView = () => document.visibilityState === 'visible'

/** Reads a thread, and once more when its window is seen again: only then it counts as read. `read` asks `isInView` itself. */
export function useThreadReading<Value>(read: () => Promise<Value>, rules: ReadingRules) {
  const { reading, reload } = useReadingOf(read, rules)
  useEffect(() => {
    const readSeen = () => {
      if (isInView()) void reload()
    }
    document.addEventListener('visibilitychange', readSeen)
    return () => document.removeEventListener('visibilitychange', readSeen)
  }, [reload])
  return { reading, reload }
}
