import { useCallback, useState } from 'react'
import type { DiscrepancyState } from '#src/money/payments/reconciliation/rules.ts'
import { discrepancyStateLabels, discrepancyTexts, isWord, payoutAreaLimits } from '#src/money/payouts/operator/texts.ts'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { shortId } from '#src/platform/kit/text.ts'
import { Options, SelectField } from '#src/platform/web/forms/Field.tsx'
import { type Column, DataTable, TableWaiting, TwoLines } from '#src/platform/web/lists/DataTable.tsx'
import { Pager } from '#src/platform/web/lists/Pager.tsx'
import { StatusChip } from '#src/platform/web/parts/StatusChip.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { CardFailure } from '#src/platform/web/queries/RegionFailure.tsx'
import { useQueryOf } from '#src/platform/web/queries/useQuery.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { type Discrepancy, PayoutBreakDialog } from './PayoutBreakDialog.tsx'
import '#src/platform/web/lists/filters.css'

const size = payoutAreaLimits.discrepancyPage

/** List of discrepancies between the ledger and the PSP. Those that cannot close by themselves are closed here, with a reason. */
export function PayoutBreaks() {
  const [{ offset, state }, setQuery] = useState<{ offset: number; state: DiscrepancyState }>({ offset: 0, state: 'open' })
  const [asked, setAsked] = useState<Discrepancy>()
  const read = useCallback(
    async () => ({ ...(await call('admin-list-breaks', { page: offset / size + 1, pageSize: size, state })), offset }),
    [offset, state],
  )
  const { queryResult, reload } = useQueryOf(read)
  const { data, failure } = queryResult
  function finish() {
    setAsked(undefined)
    showToast({ kind: 'success', title: discrepancyTexts.closed })
    void reload()
  }
  return (
    <section className="card payout-breaks" aria-labelledby="breaks-title" aria-busy={queryResult.isBusy}>
      <div className="card-head">
        <h2 id="breaks-title">{discrepancyTexts.title}</h2>
      </div>
      <States state={state} onState={(next) => setQuery({ offset: 0, state: next })} />
      {failure === undefined ? null : <CardFailure title={discrepancyTexts.notLoaded} text={failure} onRetry={() => void reload()} />}
      {data || failure !== undefined ? null : <TableWaiting rows={2} text={discrepancyTexts.loading} />}
      {data?.total === 0 ? <p className="card-body muted">{discrepancyTexts.none[state]}</p> : null}
      {data && data.total > 0 ? (
        <>
          <DataTable label="Tabelle der Abweichungen" columns={columns(setAsked)} rows={data.breaks} keyOf={({ id }) => id} />
          <Pager offset={data.offset} size={size} total={data.total} onTurn={(next) => setQuery({ offset: next, state })} />
        </>
      ) : null}
      {asked ? <PayoutBreakDialog found={asked} onClose={() => setAsked(undefined)} onDone={finish} /> : null}
    </section>
  )
}

const States = ({ state, onState }: { state: DiscrepancyState; onState: (state: DiscrepancyState) => void }) => (
  <div className="list-choices">
    <SelectField
      id="break-state"
      label="Abweichungen zeigen"
      value={state}
      onChange={(value) => {
        if (isWord(discrepancyStateLabels, value)) onState(value)
      }}
    >
      <Options words={discrepancyStateLabels} />
    </SelectField>
  </div>
)

const columns = (onClose: (found: Discrepancy) => void): Column<Discrepancy>[] => [
  { label: 'Abweichung', format: 'title', cell: ({ text }) => text },
  { label: 'Gefunden', format: 'date', cell: ({ found_at }) => formatMoment(new Date(found_at)) },
  { label: 'Kennung', cell: ({ reference }) => reference },
  { label: 'Buchung', cell: ({ booking_id }) => (booking_id ? shortId(booking_id) : '–') },
  { label: 'Stand', cell: (found) => <State found={found} /> },
  { label: 'Schließen', cell: (found) => <CloseButton found={found} onClose={onClose} /> },
]

/** Shows how a discrepancy was closed: by reconciliation, or by the operator with a reason. */
function State({ found: { closed_at, closed_reason } }: { found: Discrepancy }) {
  if (closed_at === null) return <StatusChip tone="bad">Offen</StatusChip>
  return (
    <TwoLines second={`${formatMoment(new Date(closed_at))}: ${closed_reason ?? discrepancyTexts.clearedUp}`}>
      <StatusChip tone="done">Geschlossen</StatusChip>
    </TwoLines>
  )
}

function CloseButton({ found, onClose }: { found: Discrepancy; onClose: (found: Discrepancy) => void }) {
  if (found.closed_at !== null) return '–'
  if (found.closes_itself) return <span className="muted">{discrepancyTexts.closesItself}</span>
  return (
    <button type="button" className="button neutral small" onClick={() => onClose(found)}>
      Schließen
      <span className="unseen">: {found.text}</span>
    </button>
  )
}
