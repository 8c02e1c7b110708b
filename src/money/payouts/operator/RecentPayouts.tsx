import { Link } from 'react-router'
import { PayoutState, periodOf } from '#src/money/payouts/lists/PayoutParts.tsx'
import type { AdminPayout } from '#src/money/payouts/lists/rules.ts'
import { euros } from '#src/platform/kit/money.ts'
import { type Column, DataTable, TableWaiting } from '#src/platform/web/lists/DataTable.tsx'
import { EmptyState } from '#src/platform/web/parts/EmptyState.tsx'
import { payoutAreaTexts } from './texts.ts'

/** The last payouts, with a link to all of them. */
export const RecentPayouts = ({ payouts }: { payouts: readonly AdminPayout[] | undefined }) => (
  <section className="card" aria-labelledby="recent-title" aria-busy={payouts === undefined}>
    <div className="card-head">
      <h2 id="recent-title">Letzte Auszahlungen</h2>
      <Link className="small" to="/admin/payouts">
        Alle Auszahlungen
      </Link>
    </div>
    <Rows payouts={payouts} />
  </section>
)

function Rows({ payouts }: { payouts: readonly AdminPayout[] | undefined }) {
  if (!payouts) return <TableWaiting rows={5} text={payoutAreaTexts.loading} />
  if (payouts.length === 0) return <EmptyState title={payoutAreaTexts.none} text={payoutAreaTexts.noneHelp} />
  return <DataTable label="Tabelle der letzten Auszahlungen" columns={columns} rows={payouts} keyOf={({ id }) => id} />
}

const columns: Column<AdminPayout>[] = [
  { label: 'Anbieter', format: 'title', cell: ({ company_name }) => company_name },
  { label: 'Zeitraum', format: 'date', cell: periodOf },
  { label: 'Status', cell: (payout) => <PayoutState payout={payout} /> },
  { label: 'Betrag', format: 'amount', cell: ({ paid_amount }) => euros(paid_amount) },
]
