import { useCallback, useEffect, useState } from 'react'
import { euros } from '#src/dashboard/overview/OverviewTiles.tsx'
import { berlinDay, formatDate } from '#src/kit/dates.ts'
import { unknownErrorText } from '#src/kit/problems.ts'
import { plural } from '#src/kit/text.ts'
import type { PayoutListCalls } from '#src/payouts/lists/http.ts'
import { PayoutState, periodOf } from '#src/payouts/lists/PayoutParts.tsx'
import { payoutPageSizes, type ShownPayout } from '#src/payouts/lists/rules.ts'
import { payoutListTexts, payoutRailWords } from '#src/payouts/runs/texts.ts'
import { type Column, DataTable, TableWaiting } from '#src/web/lists/DataTable.tsx'
import { Pager } from '#src/web/lists/Pager.tsx'
import { DownloadButton } from '#src/web/parts/DownloadButton.tsx'
import { EmptyState } from '#src/web/parts/EmptyState.tsx'
import { Note } from '#src/web/parts/Note.tsx'
import { useAsk } from '#src/web/reading/ask.ts'
import { CallError } from '#src/web/reading/call.ts'
import { RegionFailure } from '#src/web/reading/RegionFailure.tsx'
import { readCall } from '#src/web/reading/readCall.ts'

type PayoutListProps = { companyId: string; live: number }

/** The company's payouts, the newest first, page by page, and all of them as a file. */
export function PayoutList({ companyId, live }: PayoutListProps) {
  const [page, setPage] = useState(1)
  const { reading, retry } = usePayouts({ companyId, live, page })
  return (
    <section className="card" aria-labelledby="payouts-title" aria-busy={reading.isBusy}>
      <div className="ch">
        <h2 id="payouts-title">{payoutListTexts.title}</h2>
        <DownloadButton path={`/functions/v1/company-payouts.csv?${new URLSearchParams({ companyId })}`} name="auszahlungen.csv">
          {payoutListTexts.csv}
        </DownloadButton>
      </div>
      <Rows reading={reading} onRetry={retry} onTurn={setPage} />
    </section>
  )
}

function Rows({ reading, onRetry, onTurn }: { reading: Reading; onRetry: () => void; onTurn: (page: number) => void }) {
  if (reading.failure !== undefined) {
    return (
      <div className="cb">
        <RegionFailure title={payoutListTexts.notLoaded} text={reading.failure} onRetry={onRetry} />
      </div>
    )
  }
  if (!reading.shown) return <TableWaiting rows={3} text={payoutListTexts.loading} />
  const { payouts, total, page, waits } = reading.shown
  const size = payoutPageSizes.standard
  return (
    <>
      {waits && !toldByTheBankCard.includes(waits.cause) ? (
        <div className="cb">
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

/** The card of the bank details, on the same page, says these itself. */
const toldByTheBankCard = ['noBankDetails', 'recentlyChanged', 'held']

/** What is on the screen stays there while the next page is on its way. */
type Reading = {
  isBusy: boolean
  shown?: (PayoutListCalls['list-company-payouts']['answer'] & { page: number }) | undefined
  failure?: string
}

/** A page of payouts, read again whenever the page or `live` changes. */
function usePayouts({ companyId, live, page }: PayoutListProps & { page: number }) {
  const ask = useAsk()
  const [reading, setReading] = useState<Reading>({ isBusy: true })
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `live` and a new round read the same page again
  useEffect(() => {
    let isGone = false
    const show = (next: Reading) => {
      if (!isGone) setReading(next)
    }
    setReading(({ shown }) => ({ isBusy: true, shown }))
    ask(() => readCall('list-company-payouts', { companyId, page, pageSize: payoutPageSizes.standard })).then(
      (answer) => show({ isBusy: false, shown: { ...answer, page } }),
      (error: unknown) => show({ isBusy: false, failure: error instanceof CallError ? error.message : unknownErrorText }),
    )
    return () => {
      isGone = true
    }
  }, [ask, companyId, page, live, round])
  return { reading, retry: useCallback(() => setRound((last) => last + 1), []) }
}

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
    <span className="s2">
      {plural(bookings, 'Buchung', 'Buchungen')}, {payoutRailWords[rail]}
    </span>
  </>
)
