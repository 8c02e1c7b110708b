import { Link } from 'react-router'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { type Column, DataTable } from '#src/platform/web/lists/DataTable.tsx'
import { useFirstAnswer, useReading } from '#src/platform/web/reading/useReading.ts'
import type { CompanyQuote } from '../companyListRules.ts'
import '#src/platform/web/lists/table.css'

/** Requests for quotes that await the company, most urgent first; renders nothing if there are none. */
export function OpenQuotes({ companyId, live, onAnswer }: { companyId: string; live: number; onAnswer: () => void }) {
  const { reading } = useReading('list-quotes', { companyId, filter: 'open' }, { live })
  useFirstAnswer(reading, onAnswer)
  const rows = reading.shown?.rows ?? []
  if (rows.length === 0) return null
  return (
    <section className="card" aria-labelledby="open-quotes-title">
      <div className="card-head">
        <h2 id="open-quotes-title">Angebote gefragt</h2>
      </div>
      <DataTable label="Tabelle der Anfragen nach Angeboten" columns={columns} rows={rows} keyOf={({ id }) => id} />
    </section>
  )
}

const columns: Column<CompanyQuote>[] = [
  {
    label: 'Anfrage',
    format: 'title',
    cell: ({ id, title, customer_name }) => (
      <>
        <Link className="row-link" to={`/dashboard/anfragen?${new URLSearchParams({ anfrage: id })}`}>
          {title}
        </Link>
        <span className="second">{customer_name}</span>
      </>
    ),
  },
  { label: 'Postleitzahl', cell: ({ postcode }) => postcode },
  { label: 'Angebot bis', format: 'date', cell: ({ answer_by }) => formatMoment(new Date(answer_by)) },
]
