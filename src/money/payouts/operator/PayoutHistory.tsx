import { useState } from 'react'
import { PayoutState, periodOf } from '#src/money/payouts/lists/PayoutParts.tsx'
import type { AdminPayout, AdminPayoutQuery } from '#src/money/payouts/lists/rules.ts'
import { payoutRailLabels } from '#src/money/payouts/runs/texts.ts'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { euros } from '#src/platform/kit/money.ts'
import { type Column, DataTable, TableWaiting, TwoLines } from '#src/platform/web/lists/DataTable.tsx'
import { Pager } from '#src/platform/web/lists/Pager.tsx'
import { DownloadButton } from '#src/platform/web/parts/DownloadButton.tsx'
import { EmptyState } from '#src/platform/web/parts/EmptyState.tsx'
import type { QueryResult } from '#src/platform/web/queries/useQuery.ts'
import { type SepaAction, SepaActionDialog } from '../sepa/SepaActionDialog.tsx'
import { PayoutFilters } from './PayoutFilters.tsx'
import { payoutAreaLimits, payoutAreaTexts } from './texts.ts'

type Page = { payouts: AdminPayout[]; total: number; page: number }
type HistoryProps = {
  queryResult: QueryResult<Page>
  query: AdminPayoutQuery
  onQuery: (query: AdminPayoutQuery) => void
  onChanged: () => void
}

/** All payouts, page by page. Reports from the bank about a transfer of a file are entered in its row. */
export function PayoutHistory({ queryResult, query, onQuery, onChanged }: HistoryProps) {
  const [action, setAction] = useState<SepaAction>()
  const { data } = queryResult
  return (
    <section className="card payout-history" aria-labelledby="history-title" aria-busy={queryResult.isBusy}>
      <div className="card-head">
        <h2 id="history-title">Verlauf</h2>
        <DownloadButton
          path={`/functions/v1/admin-payouts.csv?${new URLSearchParams({ status: query.status ?? '', search: query.search ?? '' })}`}
          name="auszahlungen-alle.csv"
          failed={payoutAreaTexts.notSaved}
        >
          {payoutAreaTexts.csv}
        </DownloadButton>
      </div>
      <PayoutFilters query={query} onQuery={onQuery} />
      {data ? (
        <Rows page={data} query={query} onQuery={onQuery} onAction={setAction} />
      ) : (
        <TableWaiting rows={6} text={payoutAreaTexts.loading} />
      )}
      {action ? <SepaActionDialog action={action} onClose={() => setAction(undefined)} onDone={onChanged} /> : null}
    </section>
  )
}

type RowsProps = { page: Page; query: AdminPayoutQuery; onQuery: (query: AdminPayoutQuery) => void; onAction: (action: SepaAction) => void }

function Rows({ page: { payouts, total, page }, query, onQuery, onAction }: RowsProps) {
  if (total === 0 && (query.status || query.search))
    return <EmptyState title={payoutAreaTexts.noneFound} text={payoutAreaTexts.noneFoundHelp} />
  if (total === 0) return <EmptyState title={payoutAreaTexts.none} text={payoutAreaTexts.noneHelp} />
  const size = query.pageSize
  return (
    <>
      <DataTable label="Tabelle der Auszahlungen" columns={columns(onAction)} rows={payouts} keyOf={({ id }) => id} />
      <Pager offset={(page - 1) * size} size={size} total={total} onTurn={(offset) => onQuery({ ...query, page: offset / size + 1 })} />
    </>
  )
}

/** Few columns with a second line below each amount: the company's name needs the width. */
const columns = (onAction: (action: SepaAction) => void): Column<AdminPayout>[] => [
  { label: 'Firma', format: 'title', cell: (payout) => <Whose payout={payout} /> },
  { label: 'Zeitraum', format: 'date', cell: (payout) => <Period payout={payout} /> },
  { label: 'Status', cell: (payout) => <State payout={payout} /> },
  {
    label: 'Bezahlt',
    format: 'number',
    cell: ({ amount, platform_fee }) => <TwoLines second={`Provision ${euros(platform_fee)}`}>{euros(amount)}</TwoLines>,
  },
  {
    label: 'Anteil',
    format: 'number',
    cell: ({ company_amount, netted }) => <TwoLines second={nettedText(netted)}>{euros(company_amount)}</TwoLines>,
  },
  { label: 'Ausgezahlt', format: 'amount', cell: ({ paid_amount }) => euros(paid_amount) },
  { label: 'Bank', cell: (payout) => <BankAction payout={payout} onAction={onAction} /> },
]

const Whose = ({ payout: { company_name, rail, stripe_transfer_id: transfer } }: { payout: AdminPayout }) => (
  <>
    {company_name}
    <span className="second">
      {payoutRailLabels[rail]}
      {transfer ? (
        <span>
          {' '}
          <span data-tip={transfer}>{shortTransfer(transfer)}</span>
        </span>
      ) : null}
    </span>
  </>
)

const shortTransfer = (id: string) =>
  id.length > payoutAreaLimits.transferIdLength ? `${id.slice(0, payoutAreaLimits.transferIdLength)}…` : id

const Period = ({ payout }: { payout: AdminPayout }) => (
  <TwoLines second={`erstellt ${formatMoment(new Date(payout.created_at))}`}>{periodOf(payout)}</TwoLines>
)

/** Status of a payout; below it why it failed, and when it failed or was completed. */
const State = ({ payout }: { payout: AdminPayout }) => (
  <span>
    <PayoutState payout={payout} />
    {payout.processed_at ? <span className="second"> am {formatMoment(new Date(payout.returned_at ?? payout.processed_at))}</span> : null}
  </span>
)

const nettedText = (netted: number) => (netted > 0 ? `verrechnet ${euros(netted)}` : '')

/** Only for transfers of a bank file: the PSP reports on its own transfers itself. */
function BankAction({ payout, onAction }: { payout: AdminPayout; onAction: (action: SepaAction) => void }) {
  if (payout.sepa_file_id === null || payout.status === 'failed') return '–'
  const [kind, label] =
    payout.status === 'completed' ? (['returned', 'Rückgabe vermerken'] as const) : (['deleted', 'Bank hat gelöscht …'] as const)
  return (
    <button type="button" className="button neutral small" onClick={() => onAction({ kind, payout })}>
      {label}
      <span className="unseen">: {payout.company_name}</span>
    </button>
  )
}
