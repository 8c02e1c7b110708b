import { useEffect, useRef, useState } from 'react'
import { formatClock, formatDate } from '#src/kit/dates.ts'
import { type LiveState, openLive } from '#src/web/live.ts'
import type { ShownBooking } from '../bookingRules.ts'
import { dashboardTexts } from '../textRules.ts'
import { euros } from './OverviewTiles.tsx'

type LiveParts = { companyId: string; onRefresh: () => Promise<boolean> }

/** Reads the dashboard again whenever something changed; `live` rises for the parts that read for themselves. */
export function useLiveDashboard({ companyId, onRefresh }: LiveParts) {
  const [live, setLive] = useState(0)
  const [state, setState] = useState<LiveState>('connecting')
  const [seenAt, setSeenAt] = useState(() => new Date())
  const [line, setLine] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another line is opened when the code was entered again
  useEffect(() => {
    let hasEnded = false
    async function look() {
      setLive((last) => last + 1)
      if (!(await onRefresh())) return
      setSeenAt(new Date())
      if (hasEnded) setLine((last) => last + 1)
    }
    return openLive({
      companyId,
      onEvent: () => void look(),
      onState(next) {
        hasEnded = next === 'ended'
        setState(next)
      },
    })
  }, [companyId, onRefresh, line])
  return { live, state, seenAt }
}

/** What has come since the last look, in words for the live region. */
export function useNews(bookings: readonly ShownBooking[]) {
  const known = useRef<Set<string>>(undefined)
  const [news, setNews] = useState('')
  useEffect(() => {
    const before = known.current
    const fresh = before ? bookings.filter(({ id }) => !before.has(id)) : []
    known.current = new Set([...(before ?? []), ...bookings.map(({ id }) => id)])
    if (fresh.length > 0) setNews(fresh.map(wordsOf).join(' '))
  }, [bookings])
  return news
}

const wordsOf = ({ customer_name, booking_date, amount }: ShownBooking) =>
  `${dashboardTexts.newBooking}: ${customer_name}, ${formatDate(booking_date)}, ${euros(amount)}.`

const words: Record<LiveState, string> = {
  connecting: 'Wird verbunden…',
  open: 'Live',
  polling: 'Alle 30 Sekunden',
  ended: 'Nicht verbunden',
}

/** Whether the screen keeps itself up to date, quietly. */
export const LiveSign = ({ state, seenAt }: { state: LiveState; seenAt: Date }) => (
  <span className={state === 'open' ? 'live sm on' : 'live sm'}>
    <span className="num">
      {words[state]}, Stand {formatClock(seenAt)}
    </span>
  </span>
)
