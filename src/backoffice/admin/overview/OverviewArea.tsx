import { useState } from 'react'
import { Link } from 'react-router'
import { PayoutRunDialog } from '#src/money/payouts/operator/PayoutRunDialog.tsx'
import { RecentPayouts } from '#src/money/payouts/operator/RecentPayouts.tsx'
import { ScheduleCard } from '#src/money/payouts/operator/ScheduleCard.tsx'
import { payoutAreaLimits, payoutAreaTexts } from '#src/money/payouts/operator/texts.ts'
import { plural } from '#src/platform/kit/text.ts'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { RefreshButton } from '#src/platform/web/queries/RefreshButton.tsx'
import { RegionFailure } from '#src/platform/web/queries/RegionFailure.tsx'
import { sayWhetherFresh, useQuery, useQueryOf } from '#src/platform/web/queries/useQuery.ts'
import { CommissionCard } from './CommissionCard.tsx'
import { HealthCard } from './HealthCard.tsx'
import { OverviewCounters } from './OverviewCounters.tsx'
import { overviewLimits, overviewPolling } from './rules.ts'
import { WeekChart } from './WeekChart.tsx'
import { overdueText, type WaitingView, waitingAreas } from './waitingRules.ts'
import './overview.css'

/** Counters, revenue by week, payouts, commission, and the system's health. */
export function OverviewArea() {
  const counters = useQuery('admin-overview', {}, { everyMs: overviewPolling.countersMs })
  const payouts = useQueryOf(readPayouts, { everyMs: overviewPolling.payoutsMs })
  const [isRunning, setIsRunning] = useState(false)
  const retryAll = () => Promise.all([counters.reload(), payouts.reload()])
  const refresh = async () => sayWhetherFresh((await retryAll()).every(Boolean))

  function finishRun() {
    setIsRunning(false)
    setTimeout(() => void payouts.reload(), payoutAreaLimits.afterRunMs)
  }
  return (
    <>
      <div className="overview-head">
        <RefreshButton isBusy={counters.queryResult.isBusy || payouts.queryResult.isBusy} onRefresh={refresh} />
      </div>
      {counters.queryResult.failure === undefined ? null : (
        <RegionFailure
          title="Die Übersicht konnte nicht geladen werden"
          text={counters.queryResult.failure}
          onRetry={() => void counters.reload()}
        />
      )}
      <Overdue areas={counters.queryResult.data?.overdue ?? []} />
      <OverdueRequests count={counters.queryResult.data?.overdue_requests ?? 0} />
      <OpenObjections count={counters.queryResult.data?.open_objections ?? 0} />
      <FailingFeeds count={counters.queryResult.data?.failing_feeds ?? 0} />
      <OverviewCounters overview={counters.queryResult.data} />
      <div className="columns">
        <WeekChart weeks={counters.queryResult.data?.weeks} />
        <ScheduleCard stats={payouts.queryResult.data?.stats} onStart={() => setIsRunning(true)} />
      </div>
      {payouts.queryResult.failure === undefined ? null : (
        <RegionFailure title={payoutAreaTexts.notLoaded} text={payouts.queryResult.failure} onRetry={() => void payouts.reload()} />
      )}
      <div className="columns">
        <RecentPayouts payouts={payouts.queryResult.data?.payouts} />
        <CommissionCard overview={counters.queryResult.data} />
      </div>
      <HealthCard />
      {isRunning ? <PayoutRunDialog kind="weekly" onClose={() => setIsRunning(false)} onFinished={finishRun} /> : null}
    </>
  )
}

/** Overdue tasks, with links to their areas. */
const Overdue = ({ areas }: { areas: readonly WaitingView[] }) =>
  areas.length === 0 ? null : (
    <Note kind="bad" title="Überfällig">
      {areas.map((one) => (
        <span key={one.area} className="overdue-line">
          <Link to={waitingAreas[one.area].path}>{overdueText(one, Date.now())}</Link>
        </span>
      ))}
    </Note>
  )

const OverdueRequests = ({ count }: { count: number }) =>
  count === 0 ? null : (
    <Note kind="bad" title={`${plural(count, 'Anfrage ist', 'Anfragen sind')} überfällig`}>
      Ihre Frist ist vorbei, oder das Geld wurde nicht abgebucht.{' '}
      <Link to="/admin/anfragen?state=overdue&sort=urgent">Zu den Anfragen</Link>
    </Note>
  )

const OpenObjections = ({ count }: { count: number }) =>
  count === 0 ? null : (
    <Note kind="info" title={`${plural(count, 'Widerspruch wartet', 'Widersprüche warten')} auf Ihre Entscheidung`}>
      <Link to="/admin/widersprueche?state=open">Ansehen</Link>
    </Note>
  )

const FailingFeeds = ({ count }: { count: number }) =>
  count === 0 ? null : (
    <Note kind="info" title={`${plural(count, 'verbundener Kalender ist', 'verbundene Kalender sind')} nicht mehr zu lesen`}>
      Die Anbieter wurden per E-Mail benachrichtigt; ihre freien Zeiten können veraltet sein.{' '}
      <Link to="/admin/manage-providers?state=feedFailing">Ansehen</Link>
    </Note>
  )

async function readPayouts() {
  const [stats, { payouts }] = await Promise.all([
    call('admin-payout-stats', {}),
    call('admin-list-payouts', { page: 1, pageSize: overviewLimits.payouts, sort: 'newest' }),
  ])
  return { stats, payouts }
}
