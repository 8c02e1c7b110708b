import { useCallback, useState } from 'react'
import { PayoutBooks } from '#src/money/payments/reconciliation/PayoutBooks.tsx'
import { type AdminPayoutQuery, payoutPageSizes } from '#src/money/payouts/lists/rules.ts'
import { CircleHelp, Play, RotateCw } from '#src/platform/web/icons/Icons.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { RegionFailure } from '#src/platform/web/queries/RegionFailure.tsx'
import { useQueryOf } from '#src/platform/web/queries/useQuery.ts'
import { SepaFiles } from '../sepa/SepaFiles.tsx'
import { PayoutHistory } from './PayoutHistory.tsx'
import { PayoutInfo } from './PayoutInfo.tsx'
import { PayoutRunDialog } from './PayoutRunDialog.tsx'
import { PayoutTiles } from './PayoutTiles.tsx'
import { payoutAreaLimits, payoutAreaTexts, type RunKind, runLabels } from './texts.ts'
import './payouts.css'

const firstQuery: AdminPayoutQuery = { page: 1, pageSize: payoutPageSizes.standard, sort: 'newest' }

/** Payouts area: figures first, then open tasks (bank files, discrepancies), then the history. Manual runs are started here. */
export function PayoutsArea() {
  const [query, setQuery] = useState(firstQuery)
  const { queryResult, reload, refresh } = usePayouts(query)
  const [open, setOpen] = useState<RunKind | 'info'>()
  const close = () => setOpen(undefined)

  function finishRun() {
    setOpen((now) => (now === 'info' ? now : undefined))
    setTimeout(() => void reload(), payoutAreaLimits.afterRunMs)
  }
  return (
    <>
      <Actions isBusy={queryResult.isBusy} onOpen={setOpen} onRefresh={refresh} />
      {queryResult.failure === undefined ? null : (
        <RegionFailure title={payoutAreaTexts.notLoaded} text={queryResult.failure} onRetry={() => void reload()} />
      )}
      <PayoutTiles stats={queryResult.data?.stats} />
      {queryResult.data ? <SepaFiles files={queryResult.data.files} onChanged={() => void reload()} /> : null}
      <PayoutBooks />
      <PayoutHistory queryResult={queryResult} query={query} onQuery={setQuery} onChanged={() => void reload()} />
      {open === 'info' ? <PayoutInfo stats={queryResult.data?.stats} onClose={close} /> : null}
      {open === 'weekly' || open === 'hourly' ? <PayoutRunDialog kind={open} onClose={close} onFinished={finishRun} /> : null}
    </>
  )
}

type ActionsProps = { isBusy: boolean; onOpen: (what: RunKind | 'info') => void; onRefresh: () => Promise<unknown> }

const Actions = ({ isBusy, onOpen, onRefresh }: ActionsProps) => (
  <div className="row wrapping">
    <button type="button" className="button primary" onClick={() => onOpen('weekly')}>
      <Play />
      {runLabels.weekly}
    </button>
    <button type="button" className="button secondary" onClick={() => onOpen('hourly')}>
      <Play />
      {runLabels.hourly}
    </button>
    <button type="button" className="button neutral" aria-busy={isBusy || undefined} onClick={() => void onRefresh()}>
      <RotateCw />
      Aktualisieren
    </button>
    <button type="button" className="button neutral" onClick={() => onOpen('info')}>
      <CircleHelp />
      Informationen
    </button>
  </div>
)

/** Figures, a page of the history and the bank files; refetched every five minutes. */
function usePayouts(query: AdminPayoutQuery) {
  const read = useCallback(async () => {
    const [stats, list, files] = await Promise.all([
      call('admin-payout-stats', {}),
      call('admin-list-payouts', query),
      call('admin-list-sepa-files', {}),
    ])
    return { stats, ...list, page: query.page, files }
  }, [query])
  return useQueryOf(read, payoutAreaLimits)
}
