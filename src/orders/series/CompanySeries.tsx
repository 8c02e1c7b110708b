import { useState } from 'react'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { euros } from '#src/platform/kit/money.ts'
import { type Column, DataTable, RowTitle } from '#src/platform/web/lists/DataTable.tsx'
import type { CallAnswer } from '#src/platform/web/queries/call.ts'
import { useFirstResponse, useQuery } from '#src/platform/web/queries/useQuery.ts'
import SeriesDialog from './SeriesDialog.tsx'
import { formatSeries } from './texts.ts'
import '#src/platform/web/lists/table.css'

type Row = CallAnswer<'list-series'>['rows'][number]

/** Series that wait for the company's answer, and running ones; renders nothing if there are none. */
export default function CompanySeries({ companyId, live, onAnswer }: { companyId: string; live: number; onAnswer: () => void }) {
  const { queryResult, reload } = useQuery('list-series', { companyId }, { live })
  useFirstResponse(queryResult, onAnswer)
  const [openId, setOpenId] = useState<string>()
  const rows = queryResult.data?.rows ?? []
  if (rows.length === 0) return null
  return (
    <section className="card" id="serien" aria-labelledby="series-title">
      <div className="card-head">
        <h2 id="series-title">Serien</h2>
      </div>
      <DataTable label="Tabelle der Serien" columns={columns(setOpenId)} rows={rows} keyOf={({ id }) => id} />
      {openId ? (
        <SeriesDialog
          companyId={companyId}
          seriesId={openId}
          onClose={() => {
            setOpenId(undefined)
            void reload()
          }}
        />
      ) : null}
    </section>
  )
}

const columns = (onOpen: (id: string) => void): Column<Row>[] => [
  {
    label: 'Kundin oder Kunde',
    format: 'title',
    cell: ({ id, customer_name: name, service_title: service }) => <RowTitle title={name} second={service} onOpen={() => onOpen(id)} />,
  },
  { label: 'Serie', cell: ({ weeks, dates }) => formatSeries({ weeks, count: dates.length }) },
  {
    label: 'Stand',
    cell: ({ until, dates }) =>
      until === null
        ? `${dates.filter(({ status }) => status === 'paid').length} von ${dates.length} bezahlt`
        : `Antwort bis ${formatMoment(new Date(until))}`,
  },
  { label: 'Je Termin', format: 'amount', cell: ({ amount }) => euros(amount) },
]
