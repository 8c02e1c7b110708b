import { useState } from 'react'
import { filterOf } from '#src/platform/kit/listAddress.ts'
import { useListAddress } from '#src/platform/web/lists/useListAddress.ts'
import { ReadAt } from '#src/platform/web/reading/ReadAt.tsx'
import { RefreshButton } from '#src/platform/web/reading/RefreshButton.tsx'
import { RegionFailure } from '#src/platform/web/reading/RegionFailure.tsx'
import { sayWhetherFresh, useReading } from '#src/platform/web/reading/useReading.ts'
import { RevenueChart } from './RevenueChart.tsx'
import { RevenueDebug } from './RevenueDebug.tsx'
import { RevenuePeriod } from './RevenuePeriod.tsx'
import { RevenueTable } from './RevenueTable.tsx'
import { RevenueTiles } from './RevenueTiles.tsx'
import { type RevenueGrain, type RevenueList, revenueList, withOnePeriod } from './rules.ts'
import { revenuePollingMs, revenueTexts } from './texts.ts'
import './revenue.css'

/** Revenue of the platform: figures of a period, their course, and revenue by company. Period and table are kept in the URL. */
export function RevenuesArea() {
  const [list, showList] = useListAddress(revenueList)
  const [grain, setGrain] = useState<RevenueGrain>()
  const { search: _, ...period } = filterOf(list)
  const rules = { everyMs: revenuePollingMs }
  const summary = useReading('admin-revenues', { ...period, ...(grain ? { grain } : {}) }, rules)
  const table = useReading('admin-list-revenues', { page: list.page, sort: list.sort, ...filterOf(list) }, rules)
  const show = (next: RevenueList) => showList(withOnePeriod(next, list))
  const refresh = async () => sayWhetherFresh((await Promise.all([summary.reload(), table.reload()])).every(Boolean))

  function choosePeriod(next: RevenueList) {
    setGrain(undefined)
    show({ ...next, page: 1 })
  }
  return (
    <>
      <div className="revenue-head">
        <RevenuePeriod list={list} onShow={choosePeriod} />
        <span className="row wrapping">
          <ReadAt shown={summary.reading.shown} />
          <RefreshButton isBusy={summary.reading.isBusy || table.reading.isBusy} onRefresh={refresh} />
        </span>
      </div>
      {summary.reading.failure === undefined ? null : (
        <RegionFailure title={revenueTexts.notLoaded} text={summary.reading.failure} onRetry={() => void summary.reload()} />
      )}
      <RevenueTiles summary={summary.reading.shown} />
      <RevenueChart summary={summary.reading.shown} onGrain={setGrain} />
      <RevenueTable list={list} reading={table.reading} onShow={show} onRetry={() => void table.reload()} />
      <RevenueDebug />
    </>
  )
}
