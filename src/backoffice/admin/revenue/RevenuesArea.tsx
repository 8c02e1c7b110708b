import { useState } from 'react'
import { filterOf } from '#src/platform/kit/listAddress.ts'
import { useListAddress } from '#src/platform/web/lists/useListAddress.ts'
import { LoadedAt } from '#src/platform/web/queries/LoadedAt.tsx'
import { RefreshButton } from '#src/platform/web/queries/RefreshButton.tsx'
import { RegionFailure } from '#src/platform/web/queries/RegionFailure.tsx'
import { sayWhetherFresh, useQuery } from '#src/platform/web/queries/useQuery.ts'
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
  const summary = useQuery('admin-revenues', { ...period, ...(grain ? { grain } : {}) }, rules)
  const table = useQuery('admin-list-revenues', { page: list.page, sort: list.sort, ...filterOf(list) }, rules)
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
          <LoadedAt data={summary.queryResult.data} />
          <RefreshButton isBusy={summary.queryResult.isBusy || table.queryResult.isBusy} onRefresh={refresh} />
        </span>
      </div>
      {summary.queryResult.failure === undefined ? null : (
        <RegionFailure title={revenueTexts.notLoaded} text={summary.queryResult.failure} onRetry={() => void summary.reload()} />
      )}
      <RevenueTiles summary={summary.queryResult.data} />
      <RevenueChart summary={summary.queryResult.data} onGrain={setGrain} />
      <RevenueTable list={list} queryResult={table.queryResult} onShow={show} onRetry={() => void table.reload()} />
      <RevenueDebug />
    </>
  )
}
