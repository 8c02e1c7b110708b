import { useCallback, useState } from 'react'
import { formatDate } from '#src/platform/kit/dates.ts'
import { euros } from '#src/platform/kit/money.ts'
import { type Column, DataTable, TableWaiting } from '#src/platform/web/lists/DataTable.tsx'
import { Pager } from '#src/platform/web/lists/Pager.tsx'
import { DownloadButton } from '#src/platform/web/parts/DownloadButton.tsx'
import { EmptyState } from '#src/platform/web/parts/EmptyState.tsx'
import { StatusChip, type StatusTone } from '#src/platform/web/parts/StatusChip.tsx'
import { type CallAnswer, call } from '#src/platform/web/queries/call.ts'
import { RegionFailure } from '#src/platform/web/queries/RegionFailure.tsx'
import { type QueryResult, useQueryOf } from '#src/platform/web/queries/useQuery.ts'
import { type DocumentView, documentPageSize, documentStateLabels, documentTexts } from './rules.ts'

type DocumentsProps = { companyId: string; live: number }

/** List of the operator's invoices to the company, newest first, each as PDF and XML. */
export function Documents({ companyId, live }: DocumentsProps) {
  const [page, setPage] = useState(1)
  const read = useCallback(async () => ({ ...(await call('list-documents', { companyId, page })), page }), [companyId, page])
  const { queryResult, reload } = useQueryOf(read, { live })
  return (
    <section className="card" aria-labelledby="documents-title" aria-busy={queryResult.isBusy}>
      <div className="card-head">
        <h2 id="documents-title">{documentTexts.title}</h2>
      </div>
      <Rows companyId={companyId} queryResult={queryResult} onRetry={() => void reload()} onTurn={setPage} />
    </section>
  )
}

type Page = CallAnswer<'list-documents'> & { page: number }
type RowsProps = { companyId: string; queryResult: QueryResult<Page>; onRetry: () => void; onTurn: (page: number) => void }

function Rows({ companyId, queryResult: { data, failure }, onRetry, onTurn }: RowsProps) {
  if (failure !== undefined) {
    return (
      <div className="card-body">
        <RegionFailure title={documentTexts.notLoaded} text={failure} onRetry={onRetry} />
      </div>
    )
  }
  if (!data) return <TableWaiting rows={3} text={documentTexts.loading} />
  const { documents, total, page } = data
  if (total === 0) return <EmptyState title={documentTexts.none} text={documentTexts.noneHelp} />
  return (
    <>
      <p className="card-body muted">{documentTexts.help}</p>
      <DataTable label={documentTexts.table} columns={columnsOf(companyId)} rows={documents} keyOf={({ id }) => id} />
      <Pager
        offset={(page - 1) * documentPageSize}
        size={documentPageSize}
        total={total}
        onTurn={(offset) => onTurn(offset / documentPageSize + 1)}
      />
    </>
  )
}

const columnsOf = (companyId: string): Column<DocumentView>[] => [
  { label: 'Beleg', format: 'title', cell: (one) => <Named document={one} /> },
  { label: 'Leistung', format: 'date', cell: supplyOf },
  { label: 'Stand', cell: (one) => <DocumentChip document={one} /> },
  { label: 'Netto', format: 'number', cell: ({ net }) => euros(net) },
  { label: 'USt.', format: 'number', cell: ({ tax }) => euros(tax) },
  { label: 'Brutto', format: 'amount', cell: ({ gross }) => euros(gross) },
  { label: 'Datei', cell: (one) => <DocumentFiles document={one} call="document" query={{ companyId }} /> },
]

/** Number and subject of the document. */
export const Named = ({ document: { number, subject } }: { document: DocumentView }) => (
  <>
    {number}
    <span className="second">{subject}</span>
  </>
)

/** Day or period of the supply. */
export const supplyOf = ({ supply_from, supply_to }: DocumentView) =>
  supply_from === supply_to ? formatDate(supply_from) : `${formatDate(supply_from)} – ${formatDate(supply_to)}`

const looks: Record<DocumentView['state'], StatusTone> = { issued: 'done', corrected: 'waiting', cancelled: 'bad' }

export const DocumentChip = ({ document: { state } }: { document: DocumentView }) => (
  <StatusChip tone={looks[state]}>{documentStateLabels[state]}</StatusChip>
)

type FilesProps = {
  document: DocumentView
  call: 'document' | 'admin-document' | 'own-document'
  query?: Record<string, string>
  xml?: 'xrechnung' | 'xml'
  headers?: Record<string, string>
}

/** Download links of the document. The PDF appears seconds after the document is issued. */
export function DocumentFiles({ document: { id, number, has_file }, call: name, query = {}, xml = 'xrechnung', headers = {} }: FilesProps) {
  const path = (as: string) => `/functions/v1/${name}?${new URLSearchParams({ ...query, documentId: id, as })}`
  return (
    <span className="row wrapping">
      {has_file ? (
        <DownloadButton path={path('pdf')} name={`${number}.pdf`} headers={headers}>
          PDF<span className="unseen"> von {number}</span>
        </DownloadButton>
      ) : (
        <span className="muted">PDF folgt</span>
      )}
      <DownloadButton path={path(xml)} name={`${number}.xml`} headers={headers}>
        XML<span className="unseen"> von {number}</span>
      </DownloadButton>
    </span>
  )
}
