import { useCallback, useState } from 'react'
import { PayoutState, periodOf } from '#src/money/payouts/lists/PayoutParts.tsx'
import { type PayoutView, payoutPageSizes } from '#src/money/payouts/lists/rules.ts'
import { payoutListTexts, payoutRailLabels } from '#src/money/payouts/runs/texts.ts'
import { berlinDay, formatDate } from '#src/platform/kit/dates.ts'
import { euros } from '#src/platform/kit/money.ts'
import { plural } from '#src/platform/kit/text.ts'
import { type Column, DataTable, TableWaiting } from '#src/platform/web/lists/DataTable.tsx'
import { Pager } from '#src/platform/web/lists/Pager.tsx'
import { DownloadButton } from '#src/platform/web/parts/DownloadButton.tsx'
import { EmptyState } from '#src/platform/web/parts/EmptyState.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { type CallAnswer, call } from '#src/platform/web/queries/call.ts'
import { CardFailure } from '#src/platform/web/queries/RegionFailure.tsx'
import { type QueryResult, useQueryOf } from '#src/platform/web/queries/useQuery.ts'

type PayoutListProps = { companyId: string; live: number }

/** A company's payouts, newest first, page by page, and all of them as a file. */
export function PayoutList({ companyId, live }: PayoutListProps) {
  const [page, setPage] = useState(1)
  const read = useCallback(
    async () => ({ ...(await call('list-company-payouts', { companyId, page, pageSize: payoutPageSizes.standard })), page }),
    [companyId, page],
  )
  const { queryResult, reload } = useQueryOf(read, { live })
  return (
    <section className="card" aria-labelledby="payouts-title" aria-busy={queryResult.isBusy}>
      <div className="card-head">
        <h2 id="payouts-title">{payoutListTexts.title}</h2>
        <DownloadButton path={`/functions/v1/company-payouts.csv?${new URLSearchParams({ companyId })}`} name="auszahlungen.csv">
          {payoutListTexts.csv}
        </DownloadButton>
      </div>
      <Rows queryResult={queryResult} onRetry={() => void reload()} onTurn={setPage} />
    </section>
  )
}

type Page = CallAnswer<'list-company-payouts'> & { page: number }

function Rows({ queryResult, onRetry, onTurn }: { queryResult: QueryResult<Page>; onRetry: () => void; onTurn: (page: number) => void }) {
  const { data, failure } = queryResult
  if (failure !== undefined) return <CardFailure title={payoutListTexts.notLoaded} text={failure} onRetry={onRetry} />
  if (!data) return <TableWaiting rows={3} text={payoutListTexts.loading} />
  const { payouts, total, page, waits } = data
  const size = payoutPageSizes.standard
  return (
    <>
      {waits && !shownByBankCard.includes(waits.cause) ? (
        <div className="card-body">
          <Note kind="warn" title={payoutListTexts.waits}>
            {waits.text}
          </Note>
        </div>
      ) : null}
      {total === 0 ? (
        <EmptyState title={payoutListTexts.none} text={payoutListTexts.noneHelp} />
      ) : (
        <>
          <DataTable label={payoutListTexts.table} columns={columns} rows={payouts} keyOf={({ id }) => id} />
          <Pager offset={(page - 1) * size} size={size} total={total} onTurn={(offset) => onTurn(offset / size + 1)} />
        </>
      )}
    </>
  )
}

/** Reasons that the bank details card on the same page already shows. */
const shownByBankCard = ['noBankDetails', 'recentlyChanged', 'held', 'detailsMissing']

const columns: Column<PayoutView>[] = [
  { label: 'Auszahlung', format: 'title', cell: (payout) => <Made payout={payout} /> },
  { label: 'Zeitraum', format: 'date', cell: periodOf },
  { label: 'Status', cell: (payout) => <PayoutState payout={payout} /> },
  { label: 'Bezahlt', format: 'number', cell: ({ amount }) => euros(amount) },
  { label: 'Provision', format: 'number', cell: ({ platform_fee }) => euros(platform_fee) },
  { label: 'Ihr Anteil', format: 'number', cell: ({ company_amount }) => euros(company_amount) },
  { label: 'Verrechnet', format: 'number', cell: ({ netted }) => euros(netted) },
  { label: 'Ausgezahlt', format: 'amount', cell: ({ paid_amount }) => euros(paid_amount) },
]

const Made = ({ payout: { created_at, bookings, rail } }: { payout: PayoutView }) => (
  <>
    {formatDate(berlinDay(new Date(created_at)))}
    <span className="second">
      {plural(bookings, 'Buchung', 'Buchungen')}, {payoutRailLabels[rail]}
    </span>
  </>
)
