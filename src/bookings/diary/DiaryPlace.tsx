import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import { berlinDay, isCalendarDay } from '#src/kit/dates.ts'

export const views = { tag: 'Tag', woche: 'Woche', liste: 'Liste' } as const
export type View = keyof typeof views

/** Which day is shown, and how; both stand in the address. On narrow screens there is the list only. */
export function useDiaryPlace() {
  const [params, setParams] = useSearchParams()
  const isNarrow = useSyncExternalStore(watchWidth, () => narrow().matches)
  const asked = params.get('tag') ?? ''
  const day = isCalendarDay(asked) ? asked : berlinDay(new Date())
  const named = params.get('ansicht')
  const chosen = named === 'woche' || named === 'liste' ? named : 'tag'
  const set = useCallback(
    (name: 'tag' | 'ansicht', value: string) =>
      setParams(
        (last) => {
          last.set(name, value)
          return last
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  )
  return {
    day,
    isNarrow,
    view: isNarrow ? ('liste' as const) : chosen,
    show: useCallback((wanted: string) => set('tag', wanted), [set]),
    look: useCallback((view: View) => set('ansicht', view), [set]),
  }
}
export type DiaryPlace = ReturnType<typeof useDiaryPlace>

const narrow = () => window.matchMedia('(max-width: 767px)')
function watchWidth(tell: () => void) {
  const query = narrow()
  query.addEventListener('change', tell)
  return () => query.removeEventListener('change', tell)
}

/** The moment, in milliseconds, as often as a line of now has to move. */
export function useNow() {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
