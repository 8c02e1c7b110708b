import { formatDate } from '#src/platform/kit/dates.ts'
import { euros } from '#src/platform/kit/money.ts'
import { type Column, DataTable } from '#src/platform/web/lists/DataTable.tsx'
import { BarChart } from '#src/platform/web/parts/BarChart.tsx'
import { type OverviewView, overviewLimits } from './rules.ts'

type Week = OverviewView['weeks'][number]
const title = 'Buchungsumsatz je Woche'

/** Payments less refunds by calendar week; the last week is still running. */
export const WeekChart = ({ weeks }: { weeks: readonly Week[] | undefined }) => (
  <section className="card" aria-labelledby="weeks-title" aria-busy={weeks === undefined}>
    <div className="card-head">
      <h2 id="weeks-title">{title}</h2>
      <span className="small dim">letzte {overviewLimits.weeks} Wochen</span>
    </div>
    <div className="card-body stack">{weeks ? <Chart weeks={weeks} /> : <span className="skeleton chart-wait" />}</div>
  </section>
)

const Chart = ({ weeks }: { weeks: readonly Week[] }) => (
  <>
    <BarChart
      title={title}
      bars={weeks.map(({ week, monday, revenue, is_current: isCurrent }) => ({
        label: `KW ${week}`,
        longLabel: `Woche ab ${formatDate(monday)}`,
        value: revenue,
        isCurrent,
      }))}
    />
    <details className="behind">
      <summary className="small">Als Tabelle</summary>
      <DataTable label={`Tabelle: ${title}`} columns={columns} rows={[...weeks].reverse()} keyOf={({ monday }) => monday} />
    </details>
  </>
)

const columns: Column<Week>[] = [
  { label: 'Woche', format: 'title', cell: ({ week, monday }) => `KW ${week}, ab ${formatDate(monday)}` },
  { label: 'Umsatz', format: 'amount', cell: ({ revenue }) => euros(revenue) },
]
