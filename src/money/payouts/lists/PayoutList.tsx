import { useCallback, useState } from 'react'
import { PayoutState, periodOf } from '#src/money/payouts/lists/PayoutParts.tsx'
import { payoutPageSizes, type ShownPayout } from '#src/money/payouts/lists/rules.ts'
import { payoutListTexts, payoutRailWords } from '#src/money/payouts/runs/texts.ts'
import { berlinDay, formatDate } from '#src/platform/kit/dates.ts'
import { euros } from '#src/platform/kit/money.ts'
import { plural } from '#src/platform/kit/text.ts'
import { type Column, DataTable, TableWaiting } from '#src/platform/web/lists/DataTable.tsx'
import { Pager } from '#src/platform/web/lists/Pager.tsx'
import { DownloadButton } from '#src/platform/web/parts/DownloadButton.tsx'
import { EmptyState } from '#src/platform/web/parts/EmptyState.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { type CallAnswer, call } from '#src/platform/web/reading/call.ts'
import { RegionFailure } from '#src/platform/web/reading/RegionFailure.tsx'
import { type Reading, useReadingOf } from '#src/platform/web/reading/useReading.ts'

type PayoutListProps = { companyId: string; live: number }

/** A company's payouts, newest first, page by page, and all of them as a file. */
export function PayoutList({ companyId, live }: PayoutListProps) {
  const [page, setPage] = useState(1)
  const read = useCallback(
    async () => ({ ...(await call('list-company-payouts', { companyId, page, pageSize: payoutPageSizes.standard })), page }),
    [companyId, page],
  )
  const { reading, reload } = useReadingOf(read, { live })
  return (
    <section className="card" aria-labelledby="payouts-title" aria-busy={reading.isBusy}>
      <div className="card-head">
        <h2 id="payouts-title">{payoutListTexts.title}</h2>
        <DownloadButton path={`/functions/v1/company-payouts.csv?${new URLSearchParams({ companyId })}`} name="auszahlungen.csv">
          {payoutListTexts.csv}
        </DownloadButton>
      </div>
      <Rows reading={reading} onRetry={() => void reload()} onTurn={setPage} />
    </section>
  )
}

type Page = CallAnswer<'list-company-payouts'> & { page: number }

function Rows({ reading, onRetry, onTurn }: { reading: Reading<Page>; onRetry: () => void; onTurn: (page: number) => void }) {
  if (reading.failure !== undefined) {
    return (
      <div className="card-body">
        <RegionFailure title={payoutListTexts.notLoaded} text={reading.failure} onRetry={onRetry} />
      </div>
    )
  }
  if (!reading.shown) return <TableWaiting rows={3} text={payoutListTexts.loading} />
  const { payouts, total, page, waits } = reading.shown
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

const columns: Column<ShownPayout>[] = [
  { label: 'Auszahlung', format: 'title', cell: (payout) => <Made payout={payout} /> },
  { label: 'Zeitraum', format: 'date', cell: periodOf },
  { label: 'Status', cell: (payout) => <PayoutState payout={payout} /> },
  { label: 'Bezahlt', format: 'number', cell: ({ amount }) => euros(amount) },
  { label: 'Provision', format: 'number', cell: ({ platform_fee }) => euros(platform_fee) },
  { label: 'Ihr Anteil', format: 'number', cell: ({ company_amount }) => euros(company_amount) },
  { label: 'Verrechnet', format: 'number', cell: ({ netted }) => euros(netted) },
  { label: 'Ausgezahlt', format: 'amount', cell: ({ paid_amount }) => euros(paid_amount) },
]

const Made = ({ payout: { created_at, bookings, rail } }: { payout: ShownPayout }) => (
  <>
    {formatDate(berlinDay(new Date(created_at)))}
    <span className="second">
      {plural(bookings, 'Buchung', 'Buchungen')}, {payoutRailWords[rail]}
    </span>
  </>
)
