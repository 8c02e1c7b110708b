import { useCallback, useState } from 'react'
import { berlinDay, formatDate, formatMoment, formatMonth } from '#src/platform/kit/dates.ts'
import { emptyListOf, hasFilter, listRequestOf } from '#src/platform/kit/listAddress.ts'
import { euros } from '#src/platform/kit/money.ts'
import { plural } from '#src/platform/kit/text.ts'
import { type Column, DataTable, TableWaiting } from '#src/platform/web/lists/DataTable.tsx'
import { ListFilters } from '#src/platform/web/lists/ListFilters.tsx'
import { Pager } from '#src/platform/web/lists/Pager.tsx'
import { EmptyState } from '#src/platform/web/parts/EmptyState.tsx'
import { StatusChip } from '#src/platform/web/parts/StatusChip.tsx'
import { type CallAnswer, call } from '#src/platform/web/queries/call.ts'
import { RegionFailure } from '#src/platform/web/queries/RegionFailure.tsx'
import { useQueryOf } from '#src/platform/web/queries/useQuery.ts'
import { DocumentChip, DocumentFiles, Named, supplyOf } from '../company/Documents.tsx'
import { MandateCard } from '../mandates/MandateCard.tsx'
import { CancelDialog } from './CancelDialog.tsx'
import { DraftDialog } from './DraftDialog.tsx'
import { type CustomerDocument, type CustomerListState, customerLimits, customerListSpec, type OpenInvoice } from './rules.ts'
import { invoiceTexts } from './texts.ts'

/** Invoices to the company's customers: the mandate, the drafts, and the documents issued in the company's name. */
export function CustomerInvoices({ companyId, live }: { companyId: string; live: number }) {
  const [list, setList] = useState<CustomerListState>(nothingChosen)
  const { page } = list
  const wanted = JSON.stringify(listRequestOf(list))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same words are the same page
  const read = useCallback(async () => {
    const [mandate, found, { months }] = await Promise.all([
      call('get-invoice-mandate', { companyId }),
      call('list-customer-invoices', { companyId, ...listRequestOf(list) }),
      call('list-document-months', { companyId }),
    ])
    return { mandate, list: found, page, months, isFiltered: hasFilter(list) }
  }, [companyId, wanted])
  const { queryResult, reload } = useQueryOf(read, { live })
  const { data, failure } = queryResult
  const mandateCard = data && <MandateCard companyId={companyId} mandate={data.mandate} onChanged={() => void reload()} />
  return (
    <section className="card" id="rechnungen" aria-labelledby="customer-invoices" aria-busy={queryResult.isBusy}>
      <div className="card-head">
        <h2 id="customer-invoices">{invoiceTexts.title}</h2>
        {data ? <p className="small muted">{countText(data.list)}</p> : null}
      </div>
      {failure === undefined ? null : (
        <div className="card-body">
          <RegionFailure title={invoiceTexts.notLoaded} text={failure} onRetry={() => void reload()} />
        </div>
      )}
      {!data && failure === undefined ? <TableWaiting rows={3} text={invoiceTexts.loading} /> : null}
      {data ? (
        <>
          {data.mandate.accepted_at === null ? mandateCard : null}
          {data.isFiltered || data.list.documents.length + data.list.open.length > 0 ? (
            <ListFilters
              prefix="invoices"
              list={list}
              empty={nothingChosen}
              onShow={setList}
              search={{ label: 'Nummer oder Name', longest: customerListSpec.searchLength }}
              filters={[
                { name: 'kind', label: 'Art', words: invoiceTexts.kinds },
                { name: 'month', label: 'Monat', words: Object.fromEntries(data.months.map((one) => [one, formatMonth(one)])) },
              ]}
              sorts={invoiceTexts.sorts}
            />
          ) : null}
          <Rows companyId={companyId} {...data} onTurn={(turned) => setList({ ...list, page: turned })} onChanged={() => void reload()} />
          {data.mandate.accepted_at === null ? null : mandateCard}
        </>
      ) : null}
    </section>
  )
}

const nothingChosen: CustomerListState = { ...emptyListOf(customerListSpec), month: '' }

const countText = ({ total, open_total }: CallAnswer<'list-customer-invoices'>) =>
  [plural(total, 'Beleg', 'Belege'), open_total > 0 ? plural(open_total, 'offen', 'offen') : ''].filter(Boolean).join(', ')

type Row = { key: string; open: OpenInvoice; issued?: never } | { key: string; open?: never; issued: CustomerDocument }
type RowsProps = {
  companyId: string
  mandate: CallAnswer<'get-invoice-mandate'>
  list: CallAnswer<'list-customer-invoices'>
  page: number
  isFiltered: boolean
  onTurn: (page: number) => void
  onChanged: () => void
}

function Rows({ companyId, mandate, list: { open, documents, total }, page, isFiltered, onTurn, onChanged }: RowsProps) {
  const [chosen, setChosen] = useState<OpenInvoice>()
  const [wrong, setWrong] = useState<CustomerDocument>()
  const rows: Row[] = [
    ...(page === 1 ? open.map((one) => ({ key: one.booking_id, open: one })) : []),
    ...documents.map((one) => ({ key: one.id, issued: one })),
  ]
  if (rows.length === 0) {
    if (isFiltered) return <EmptyState title={invoiceTexts.noneFound} text={invoiceTexts.noneFoundHelp} />
    return mandate.accepted_at === null ? null : <EmptyState title={invoiceTexts.none} text={invoiceTexts.noneHelp} />
  }
  return (
    <>
      <DataTable
        label={invoiceTexts.table}
        columns={columnsOf(companyId, { onOpen: setChosen, onCancel: setWrong })}
        rows={rows}
        keyOf={({ key }) => key}
      />
      {total > customerLimits.pageSize ? (
        <Pager
          offset={(page - 1) * customerLimits.pageSize}
          size={customerLimits.pageSize}
          total={total}
          onTurn={(offset) => onTurn(offset / customerLimits.pageSize + 1)}
        />
      ) : null}
      <p className="card-body small muted">{invoiceTexts.foot}</p>
      {chosen ? <DraftDialog companyId={companyId} open={chosen} onClose={() => setChosen(undefined)} onChanged={onChanged} /> : null}
      {wrong ? <CancelDialog companyId={companyId} invoice={wrong} onClose={() => setWrong(undefined)} onChanged={onChanged} /> : null}
    </>
  )
}

type Actions = { onOpen: (one: OpenInvoice) => void; onCancel: (one: CustomerDocument) => void }

const columnsOf = (companyId: string, { onOpen, onCancel }: Actions): Column<Row>[] => [
  { label: 'Nummer', format: 'title', cell: ({ open, issued }) => (open ? <OpenName open={open} /> : <Named document={issued} />) },
  { label: 'Empfänger', cell: ({ open, issued }) => (open ?? issued).customer_name },
  { label: 'Leistung am', format: 'date', cell: ({ open, issued }) => (open ? formatDate(open.service_on) : supplyOf(issued)) },
  { label: 'Vereinnahmt am', format: 'date', cell: ({ open, issued }) => dayText((open ?? issued).received_on) },
  { label: 'Stand', cell: ({ open, issued }) => (open ? <OpenChip open={open} /> : <DocumentChip document={issued} />) },
  { label: 'Netto', format: 'number', cell: ({ issued }) => (issued ? euros(issued.net) : '–') },
  { label: 'USt.', format: 'number', cell: ({ issued }) => (issued ? euros(issued.tax) : '–') },
  { label: 'Brutto', format: 'amount', cell: ({ open, issued }) => euros((open ?? issued).gross) },
  {
    label: 'Datei',
    cell: ({ open, issued }) =>
      open ? (
        <button type="button" className="button neutral small" onClick={() => onOpen(open)}>
          {openWord(open)}
          <span className="unseen"> {open.customer_name}</span>
        </button>
      ) : (
        <span className="row wrapping">
          <DocumentFiles document={issued} call="document" query={{ companyId }} />
          {issued.is_cancellable ? (
            <button type="button" className="button neutral small" onClick={() => onCancel(issued)}>
              Stornieren<span className="unseen"> von {issued.number}</span>
            </button>
          ) : null}
        </span>
      ),
  },
]

const openWord = ({ due_at, held_at }: OpenInvoice) => {
  if (due_at === null) return 'Hochladen'
  return held_at === null ? 'Prüfen' : 'Berichtigen'
}

const dayText = (day: string | null) => (day === null ? '–' : formatDate(day))

const OpenName = ({ open }: { open: OpenInvoice }) => (
  <>
    {open.due_at === null ? open.service_title : 'Entwurf'}
    <span className="second">{nextOf(open)}</span>
  </>
)

const nextOf = ({ due_at, own_until, held_at, reasons: [reason] }: OpenInvoice) => {
  if (held_at !== null) {
    const since = `seit ${formatDate(berlinDay(new Date(held_at)))}`
    return due_at === null ? `Ihre eigene Rechnung fehlt ${since}` : `wartet ${since} auf Ihre Berichtigung`
  }
  if (reason !== undefined) return reason
  return due_at === null ? `Ihre Rechnung bis ${formatDate(own_until)}` : dueText(due_at)
}

/** 'wird am 25.11.2026, 18:00 Uhr gestellt' */
const dueText = (dueAt: string) => {
  const due = new Date(dueAt)
  return due > new Date() ? `wird am ${formatMoment(due)} gestellt` : `wird gestellt, Stand ${formatDate(berlinDay(due))}`
}

const OpenChip = ({ open: { due_at, reasons, is_edited, held_at } }: { open: OpenInvoice }) => {
  if (held_at !== null) return <StatusChip tone="bad">Storniert</StatusChip>
  if (reasons.length > 0) return <StatusChip tone="bad">Angaben fehlen</StatusChip>
  if (due_at === null) return <StatusChip tone="off">Offen</StatusChip>
  return <StatusChip tone="waiting">{is_edited ? 'Entwurf, geändert' : 'Entwurf'}</StatusChip>
}
