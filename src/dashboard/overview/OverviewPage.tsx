import { lazy, Suspense, useState } from 'react'
import { PlanCard } from '#src/plans/ui/PlanCard.tsx'
import { OpenQuotes } from '#src/quotes/dashboard/OpenQuotes.tsx'
import { BookingDetail } from '../bookings/BookingDetail.tsx'
import { useDashboard } from '../ui/LoadedDashboard.tsx'
import { CompanyHome } from './CompanyHome.tsx'
import { OpenRequests } from './OpenRequests.tsx'
import { OverviewTiles } from './OverviewTiles.tsx'
import { RecentBookings } from './RecentBookings.tsx'
import { RevenueCard } from './RevenueCard.tsx'

const CompanySeries = lazy(() => import('#src/bookings/series/CompanySeries.tsx'))
const DiaryToday = lazy(() => import('#src/bookings/diary/DiaryToday.tsx'))

/** Requests, today, what is to set up and the next payout, figures, the newest bookings, revenue by month, and the plan. */
export default function OverviewPage() {
  const { data, company, live } = useDashboard()
  const [openId, setOpenId] = useState<string>()
  return (
    <>
      <OpenRequests companyId={company.id} live={live} onOpen={setOpenId} />
      <Suspense fallback={null}>
        <CompanySeries companyId={company.id} live={live} />
      </Suspense>
      <OpenQuotes companyId={company.id} live={live} />
      <Suspense fallback={null}>
        <DiaryToday companyId={company.id} live={live} onOpen={setOpenId} />
      </Suspense>
      <CompanyHome companyId={company.id} live={live} />
      <OverviewTiles stats={data.stats} plan={company.plan} />
      <div className="columns">
        <RecentBookings bookings={data.bookings} onOpen={setOpenId} />
        <RevenueCard months={data.revenue_by_month} />
      </div>
      <PlanCard companyId={company.id} live={live} />
      {openId ? <BookingDetail companyId={company.id} bookingId={openId} onClose={() => setOpenId(undefined)} /> : null}
    </>
  )
}
