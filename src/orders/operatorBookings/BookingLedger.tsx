import { formatMoment } from '#src/platform/kit/dates.ts'
import { euros } from '#src/platform/kit/money.ts'
import { type Column, DataTable } from '#src/platform/web/lists/DataTable.tsx'
import type { AdminBookingDetails } from './rules.ts'
import { ledgerAccountLabels, ledgerKindWord } from './texts.ts'

type Line = AdminBookingDetails['ledger'][number] & { place: number }

/** Ledger entries of a booking; debits are positive. */
export function BookingLedger({ lines }: { lines: AdminBookingDetails['ledger'] }) {
  if (lines.length === 0) return null
  return (
    <details className="behind">
      <summary>Hauptbuch ({lines.length} Zeilen)</summary>
      <DataTable
        label="Tabelle der Zeilen im Hauptbuch"
        columns={columns}
        rows={lines.map((line, place) => ({ ...line, place }))}
        keyOf={({ place }) => String(place)}
      />
    </details>
  )
}

const columns: Column<Line>[] = [
  {
    label: 'Vorgang',
    format: 'title',
    cell: ({ kind, occurred_at }) => (
      <>
        {ledgerKindWord(kind)}
        <span className="second">{formatMoment(new Date(occurred_at))}</span>
      </>
    ),
  },
  { label: 'Konto', cell: ({ account }) => ledgerAccountLabels[account] },
  { label: 'Betrag', format: 'amount', cell: ({ amount }) => euros(amount) },
]
