import { filterOf, hasFilter } from '#src/platform/kit/listAddress.ts'
import { euros } from '#src/platform/kit/money.ts'
import type { Column } from '#src/platform/web/lists/DataTable.tsx'
import { ListFilters } from '#src/platform/web/lists/ListFilters.tsx'
import { type ListQueryResult, ListRows, type ListTexts } from '#src/platform/web/lists/ListRows.tsx'
import { DownloadButton } from '#src/platform/web/parts/DownloadButton.tsx'
import { type CompanyRevenue, emptyRevenueList, type RevenueList, type RevenueSort, revenueList } from './rules.ts'
import { rateText, revenueSortLabels, revenueTexts } from './texts.ts'

type TableProps = {
  list: RevenueList
  queryResult: ListQueryResult<CompanyRevenue>
  onShow: (list: RevenueList) => void
  onRetry: () => void
}

/** Revenue by company in the period. Presentational; loads nothing. */
export function RevenueTable({ list, queryResult, onShow, onRetry }: TableProps) {
  // The period is chosen above for the whole page, so it must not count as a filter of this table.
  const { period, from, to, ...own } = list
  const shown = { ...own, period: '' as const, from: '', to: '' }
  const csv = new URLSearchParams({ ...filterOf(list), sort: list.sort })
  return (
    <section className="card" aria-labelledby="revenue-table-title" aria-busy={queryResult.isBusy}>
      <div className="card-head">
        <h2 id="revenue-table-title">{revenueTexts.table}</h2>
        <DownloadButton path={`/functions/v1/admin-revenues.csv?${csv}`} name="umsaetze.csv">
          Als CSV herunterladen
        </DownloadButton>
      </div>
      <ListFilters
        prefix="revenues"
        list={shown}
        empty={emptyRevenueList}
        onShow={(next) => onShow({ ...next, period, from, to })}
        search={search}
        sorts={revenueSortLabels}
      />
      <ListRows
        texts={texts}
        queryResult={queryResult}
        columns={columns}
        keyOf={({ company_id }) => company_id}
        sort={list.sort}
        onSort={(sort) => onShow({ ...list, sort, page: 1 })}
        isFiltered={hasFilter(list)}
        onReset={() => onShow({ ...emptyRevenueList, sort: list.sort })}
        onRetry={onRetry}
        onPage={(page) => onShow({ ...list, page })}
      />
    </section>
  )
}

const search = { label: 'Name, Ort oder Ansprechpartner', longest: revenueList.searchLength }

const texts: ListTexts = {
  label: 'Tabelle der Umsätze je Anbieter',
  loading: 'Umsätze werden geladen…',
  notLoaded: 'Die Umsätze je Anbieter konnten nicht geladen werden',
  none: { title: 'Noch keine Umsätze', text: 'Sobald eine Buchung bezahlt ist, steht ihr Anbieter hier.' },
  noneFound: { title: 'Kein Umsatz gefunden', text: 'In diesem Zeitraum und zu dieser Suche gibt es keinen Anbieter mit Umsatz.' },
}

const columns: Column<CompanyRevenue, RevenueSort>[] = [
  { label: 'Anbieter', format: 'title', cell: ({ company_name }) => company_name, sort: { asc: 'nameAsc', desc: 'nameDesc' } },
  {
    label: 'Buchungen',
    format: 'number',
    cell: ({ bookings }) => bookings.toLocaleString('de-DE'),
    sort: { asc: 'bookingsAsc', desc: 'bookingsDesc' },
  },
  { label: 'Provision', format: 'number', cell: ({ fee }) => euros(fee), sort: { asc: 'feeAsc', desc: 'feeDesc' } },
  { label: 'Anteil', format: 'number', cell: ({ share }) => euros(share), sort: { asc: 'shareAsc', desc: 'shareDesc' } },
  {
    label: 'Provisionssatz',
    format: 'number',
    cell: ({ commission_rate }) => rateText(commission_rate),
    sort: { asc: 'rateAsc', desc: 'rateDesc' },
  },
  { label: 'Umsatz', format: 'amount', cell: ({ gross }) => euros(gross), sort: { asc: 'grossAsc', desc: 'grossDesc' } },
]
