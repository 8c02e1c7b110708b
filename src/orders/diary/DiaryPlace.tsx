import { useState, useSyncExternalStore } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { berlinDay, isCalendarDay } from '#src/platform/kit/dates.ts'

export const views = { tag: 'Tag', woche: 'Woche', liste: 'Liste' } as const
export type View = keyof typeof views

/** Shown day and view, from the URL. A change is shown before the navigation ends. Narrow screens have the list only. */
export function useDiaryPlace() {
  const { key } = useLocation()
  const [params, setParams] = useSearchParams()
  const [wanted, want] = useState<Place & { since: string }>()
  const isNarrow = useSyncExternalStore(watchWidth, () => narrow().matches)
  const { day, view } = wanted?.since === key ? wanted : placeIn(params)
  const show = (nextDay: string, nextView = view) => {
    want({ day: nextDay, view: nextView, since: key })
    setParams({ tag: nextDay, ansicht: nextView }, { replace: true, preventScrollReset: true })
  }
  return { day, isNarrow, view: isNarrow ? ('liste' as const) : view, show, look: (next: View) => show(day, next) }
}
export type DiaryPlace = ReturnType<typeof useDiaryPlace>

type Place = { day: string; view: View }
function placeIn(params: URLSearchParams): Place {
  const day = params.get('tag') ?? ''
  const view = params.get('ansicht')
  return { day: isCalendarDay(day) ? day : berlinDay(new Date()), view: view === 'woche' || view === 'liste' ? view : 'tag' }
}

const narrow = () => window.matchMedia('(max-width: 767px)')
function watchWidth(tell: () => void) {
  const query = narrow()
  query.addEventListener('change', tell)
  return () => query.removeEventListener('change', tell)
}
