import { formatMonth, formatMonthShort } from '#src/platform/kit/dates.ts'
import { euros } from '#src/platform/kit/money.ts'
import { type Column, DataTable } from '#src/platform/web/lists/DataTable.tsx'
import { BarChart } from '#src/platform/web/parts/BarChart.tsx'
import type { MonthRevenue } from '../rules.ts'

/** Revenue by month, oldest first, as bars and as a table. The last month is the current one. */
export function RevenueCard({ months }: { months: readonly MonthRevenue[] }) {
  return (
    <section className="card" aria-labelledby="revenue-title">
      <div className="card-head">
        <h2 id="revenue-title">Umsatz je Monat</h2>
      </div>
      <div className="card-body stack">
        <BarChart
          title="Umsatz je Monat"
          bars={months.map(({ month, revenue }, place) => ({
            label: formatMonthShort(month),
            longLabel: formatMonth(month),
            value: revenue,
            isCurrent: place === months.length - 1,
          }))}
        />
        <p className="tiny dim">Gelb: laufender Monat. Bezahlte Beträge abzüglich Erstattungen.</p>
        <details className="behind">
          <summary className="small">Als Tabelle</summary>
          <DataTable label="Tabelle der Umsätze" columns={columns} rows={[...months].reverse()} keyOf={({ month }) => month} />
        </details>
      </div>
    </section>
  )
}

const columns: Column<MonthRevenue>[] = [
  { label: 'Monat', format: 'title', cell: ({ month }) => formatMonth(month) },
  { label: 'Umsatz', format: 'number', cell: ({ revenue }) => euros(revenue) },
  { label: 'Ihr Anteil', format: 'number', cell: ({ share }) => euros(share) },
]
