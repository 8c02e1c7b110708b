import { Link } from 'react-router'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { type Column, DataTable } from '#src/platform/web/lists/DataTable.tsx'
import { useFirstResponse, useQuery } from '#src/platform/web/queries/useQuery.ts'
import type { CompanyQuote } from '../companyListRules.ts'
import '#src/platform/web/lists/table.css'

/** Requests for quotes that await the company, most urgent first; renders nothing if there are none. */
export function OpenQuotes({ companyId, live, onAnswer }: { companyId: string; live: number; onAnswer: () => void }) {
  const { queryResult } = useQuery('list-quotes', { companyId, filter: 'open' }, { live })
  useFirstResponse(queryResult, onAnswer)
  const rows = queryResult.data?.rows ?? []
  if (rows.length === 0) return null
  return (
    <section className="card" aria-labelledby="open-quotes-title">
      <div className="card-head">
        <h2 id="open-quotes-title">Offene Angebotsanfragen</h2>
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
