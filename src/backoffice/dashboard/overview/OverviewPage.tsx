import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { PlanCard } from '#src/money/plans/ui/PlanCard.tsx'
import { BookingDetail } from '#src/orders/companyBookings/BookingDetail.tsx'
import { FactsWaiting } from '#src/platform/web/queries/QueryRegion.tsx'
import { OpenQuotes } from '#src/site/quotes/dashboard/OpenQuotes.tsx'
import { useDashboard } from '../ui/LoadedDashboard.tsx'
import { CompanyHome } from './CompanyHome.tsx'
import { OpenRequests } from './OpenRequests.tsx'
import { OverviewTiles } from './OverviewTiles.tsx'
import { RecentBookings } from './RecentBookings.tsx'
import { RevenueCard } from './RevenueCard.tsx'

const CompanySeries = lazy(() => import('#src/orders/series/CompanySeries.tsx'))
const DiaryToday = lazy(() => import('#src/orders/diary/DiaryToday.tsx'))

/** Requests, today, setup, next payout, figures, newest bookings, revenue by month, and plan. */
export default function OverviewPage() {
  const { data, company, live } = useDashboard()
  const [openId, setOpenId] = useState<string>()
  const { isShown, onAnswer } = useShownTogether()
  const parts = { companyId: company.id, live, onAnswer }
  return (
    <>
      {isShown ? null : <FactsWaiting text="Die Übersicht wird geladen …" />}
      <div className="overview" hidden={!isShown}>
        <OpenRequests {...parts} onOpen={setOpenId} />
        <Suspense fallback={null}>
          <CompanySeries {...parts} />
        </Suspense>
        <OpenQuotes {...parts} />
        <Suspense fallback={null}>
          <DiaryToday {...parts} onOpen={setOpenId} />
        </Suspense>
        <CompanyHome {...parts} />
        <OverviewTiles stats={data.stats} plan={company.plan} />
        <div className="columns">
          <RecentBookings bookings={data.bookings} onOpen={setOpenId} />
          <RevenueCard months={data.revenue_by_month} />
        </div>
        <PlanCard companyId={company.id} live={live} />
      </div>
      {openId ? <BookingDetail companyId={company.id} bookingId={openId} onClose={() => setOpenId(undefined)} /> : null}
    </>
  )
}

/** Number of parts that load their own data, above those with the dashboard's data. */
const loadingParts = 5
const longestWaitMs = 1_000

/** Shows all parts at once, to avoid layout shifts under a finger; after a second without those still loading. */
function useShownTogether() {
  const [answers, setAnswers] = useState(0)
  const [isLate, setIsLate] = useState(false)
  const onAnswer = useCallback(() => setAnswers((count) => count + 1), [])
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), longestWaitMs)
    return () => clearTimeout(timer)
  }, [])
  return { isShown: isLate || answers >= loadingParts, onAnswer }
}
