import { useEffect, useRef, useState } from 'react'
import { isStanding } from '#src/money/payments/bookingStates.ts'
import type { CompanyBookingView } from '#src/orders/companyBookings/rules.ts'
import { formatClock, formatDate } from '#src/platform/kit/dates.ts'
import { euros } from '#src/platform/kit/money.ts'
import { type LiveState, openLive } from '#src/platform/web/queries/live.ts'
import { dashboardTexts } from '../texts.ts'
import type { Reread } from './DashboardData.tsx'

type LiveParts = { companyId: string; onReread: () => Promise<Reread>; onRefresh: () => Promise<boolean> }

/**
 * Reloads the dashboard on every live event; `live` increases for parts that load their own data. When access has expired, updates stop
 * silently, because a dialog would interrupt typing: `refresh` asks for the code and resumes them.
 */
export function useLiveDashboard({ companyId, onReread, onRefresh }: LiveParts) {
  const [live, setLive] = useState(0)
  const [state, setState] = useState<LiveState>('connecting')
  const [seenAt, setSeenAt] = useState(() => new Date())
  const [needsCode, setNeedsCode] = useState(false)
  const [line, setLine] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new stream is opened after the code was entered again
  useEffect(() => {
    async function reread() {
      const found = await onReread()
      setNeedsCode(found === 'codeNeeded')
      if (found !== 'fresh') return
      setSeenAt(new Date())
      setLive((last) => last + 1)
    }
    return openLive({ companyId, onEvent: () => void reread(), onState: setState })
  }, [companyId, onReread, line])

  async function refresh() {
    const isFresh = await onRefresh()
    if (isFresh && needsCode) setLine((last) => last + 1)
    return isFresh
  }
  return { live, refresh, sign: { state, seenAt, onResume: needsCode ? refresh : undefined } }
}

/** Announces bookings paid since the last read in the live region. */
export function useAnnouncement(bookings: readonly CompanyBookingView[]) {
  const known = useRef<Set<string>>(undefined)
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    const before = known.current
    const standing = bookings.filter(({ booking_status }) => isStanding(booking_status))
    const fresh = before ? standing.filter(({ id }) => !before.has(id)) : []
    known.current = new Set([...(before ?? []), ...standing.map(({ id }) => id)])
    if (fresh.length > 0) setAnnouncement(fresh.map(wordsOf).join(' '))
  }, [bookings])
  return announcement
}

const wordsOf = ({ customer_name, booking_date, amount }: CompanyBookingView) =>
  `${dashboardTexts.newBooking}: ${customer_name}, ${formatDate(booking_date)}, ${euros(amount)}.`

const words: Record<LiveState, string> = {
  connecting: 'Wird verbunden…',
  open: 'Aktuell',
  polling: 'Alle 30 Sekunden',
  ended: 'Angehalten',
}

type LiveIndicatorProps = { state: LiveState; seenAt: Date; onResume: (() => Promise<boolean>) | undefined }

/** Shows whether the screen is updated live, with a button to resume when access has expired. */
export function LiveIndicator({ state, seenAt, onResume }: LiveIndicatorProps) {
  return (
    <span className={state === 'open' ? 'live small on' : 'live small'}>
      <span className="number">
        {words[state]}, Stand {formatClock(seenAt)}
      </span>
      {onResume ? (
        <button type="button" className="link-button" onClick={() => void onResume()}>
          Code eingeben
        </button>
      ) : null}
    </span>
  )
}
