import { useState } from 'react'
import { Link } from 'react-router'
import { PayoutRunDialog } from '#src/money/payouts/operator/PayoutRunDialog.tsx'
import { RecentPayouts } from '#src/money/payouts/operator/RecentPayouts.tsx'
import { ScheduleCard } from '#src/money/payouts/operator/ScheduleCard.tsx'
import { payoutAreaLimits, payoutAreaTexts } from '#src/money/payouts/operator/texts.ts'
import { plural } from '#src/platform/kit/text.ts'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { call } from '#src/platform/web/reading/call.ts'
import { RefreshButton } from '#src/platform/web/reading/RefreshButton.tsx'
import { RegionFailure } from '#src/platform/web/reading/RegionFailure.tsx'
import { sayWhetherFresh, useReading, useReadingOf } from '#src/platform/web/reading/useReading.ts'
import { CommissionCard } from './CommissionCard.tsx'
import { HealthCard } from './HealthCard.tsx'
import { OverviewCounters } from './OverviewCounters.tsx'
import { overviewLimits, overviewPolling } from './rules.ts'
import { WeekChart } from './WeekChart.tsx'
import { overdueText, type ShownWaiting, waitingAreas } from './waitingRules.ts'
import './overview.css'

/** Counters, revenue by week, payouts, commission, and the system's health. */
export function OverviewArea() {
  const counters = useReading('admin-overview', {}, { everyMs: overviewPolling.countersMs })
  const payouts = useReadingOf(readPayouts, { everyMs: overviewPolling.payoutsMs })
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
        <RefreshButton isBusy={counters.reading.isBusy || payouts.reading.isBusy} onRefresh={refresh} />
      </div>
      {counters.reading.failure === undefined ? null : (
        <RegionFailure
          title="Die Übersicht konnte nicht geladen werden"
          text={counters.reading.failure}
          onRetry={() => void counters.reload()}
        />
      )}
      <Overdue areas={counters.reading.shown?.overdue ?? []} />
      <OverdueRequests count={counters.reading.shown?.overdue_requests ?? 0} />
      <OpenObjections count={counters.reading.shown?.open_objections ?? 0} />
      <FailingFeeds count={counters.reading.shown?.failing_feeds ?? 0} />
      <OverviewCounters overview={counters.reading.shown} />
      <div className="columns">
        <WeekChart weeks={counters.reading.shown?.weeks} />
        <ScheduleCard stats={payouts.reading.shown?.stats} onStart={() => setIsRunning(true)} />
      </div>
      {payouts.reading.failure === undefined ? null : (
        <RegionFailure title={payoutAreaTexts.notLoaded} text={payouts.reading.failure} onRetry={() => void payouts.reload()} />
      )}
      <div className="columns">
        <RecentPayouts payouts={payouts.reading.shown?.payouts} />
        <CommissionCard overview={counters.reading.shown} />
      </div>
      <HealthCard />
      {isRunning ? <PayoutRunDialog kind="weekly" onClose={() => setIsRunning(false)} onFinished={finishRun} /> : null}
    </>
  )
}

/** Overdue tasks, with links to their areas. */
const Overdue = ({ areas }: { areas: readonly ShownWaiting[] }) =>
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
      Die Anbieter wissen es per E-Mail; ihre freien Zeiten können veraltet sein.{' '}
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
