import { pageSizes } from '#src/platform/kit/pages.ts'
import { EmptyState } from '../parts/EmptyState.tsx'
import { CardFailure } from '../queries/RegionFailure.tsx'
import type { QueryResult } from '../queries/useQuery.ts'
import { type Column, DataTable, TableWaiting } from './DataTable.tsx'
import { Pager } from './Pager.tsx'

export type ListPage<Row> = { rows: readonly Row[]; total: number; page: number }
export type ListQueryResult<Row> = QueryResult<ListPage<Row>>

/** Texts of a list: its name, and every state that is not a table. */
export type ListTexts = {
  label: string
  loading: string
  notLoaded: string | ((reason: string) => string)
  none: { title: string; text: string }
  /** For lists with a filter. */
  noneFound?: { title: string; text: string }
}

type ListRowsProps<Row, Sort extends string> = {
  texts: ListTexts
  queryResult: ListQueryResult<Row>
  columns: readonly Column<Row, Sort>[]
  keyOf: (row: Row) => string
  sort?: Sort
  onSort?: (sort: Sort) => void
  isFiltered?: boolean
  onReset?: () => void
  onRetry: () => void
  /** Goes to another page, counted from 1. */
  onPage: (page: number) => void
  pageSize?: number
}

/** Rows of a list with pagination, or the reason why there are none. Only renders, fetches nothing. */
export function ListRows<Row, Sort extends string = string>(props: ListRowsProps<Row, Sort>) {
  const { texts, queryResult, onRetry } = props
  return (
    <>
      {queryResult.failure === undefined ? null : (
        <CardFailure title={titleOf(texts, queryResult.failure)} text={queryResult.failure} onRetry={onRetry} />
      )}
      {queryResult.data ? <Shown {...props} data={queryResult.data} /> : null}
      {queryResult.data || queryResult.failure !== undefined ? null : <TableWaiting rows={6} text={texts.loading} />}
    </>
  )
}

const titleOf = ({ notLoaded }: ListTexts, reason: string) => (typeof notLoaded === 'string' ? notLoaded : notLoaded(reason))

type ShownProps<Row, Sort extends string> = ListRowsProps<Row, Sort> & { data: NonNullable<ListQueryResult<Row>['data']> }

function Shown<Row, Sort extends string>(props: ShownProps<Row, Sort>) {
  const { texts, data, columns, keyOf, sort, onSort, isFiltered, onReset, onPage, pageSize = pageSizes.standard } = props
  if (data.total === 0 && isFiltered && texts.noneFound) return <NothingFound {...texts.noneFound} onReset={onReset} />
  if (data.total === 0) return <EmptyState {...texts.none} />
  return (
    <>
      <DataTable label={texts.label} columns={columns} rows={data.rows} keyOf={keyOf} sort={sort} onSort={onSort} />
      <Pager
        offset={(data.page - 1) * pageSize}
        size={pageSize}
        total={data.total}
        onTurn={(offset) => onPage(Math.floor(offset / pageSize) + 1)}
      />
    </>
  )
}

const NothingFound = ({ title, text, onReset }: { title: string; text: string; onReset: (() => void) | undefined }) => (
  <EmptyState
    title={title}
    text={text}
    action={
      <button type="button" className="button secondary" onClick={onReset}>
        Filter zurücksetzen
      </button>
    }
  />
)
