import { pageSizes } from '#src/platform/kit/pages.ts'
import { EmptyState } from '../parts/EmptyState.tsx'
import { RegionFailure } from '../reading/RegionFailure.tsx'
import type { Reading } from '../reading/useReading.ts'
import { type Column, DataTable, TableWaiting } from './DataTable.tsx'
import { Pager } from './Pager.tsx'

export type ListPage<Row> = { rows: readonly Row[]; total: number; page: number }
export type ListReading<Row> = Reading<ListPage<Row>>

/** Texts of a list: its name, and every state that is not a table. */
export type ListTexts = {
  label: string
  loading: string
  notLoaded: string | ((reason: string) => string)
  none: { title: string; text: string }
  noneFound: { title: string; text: string }
}

type ListRowsProps<Row, Sort extends string> = {
  texts: ListTexts
  reading: ListReading<Row>
  columns: readonly Column<Row, Sort>[]
  keyOf: (row: Row) => string
  sort?: Sort
  onSort?: (sort: Sort) => void
  isFiltered: boolean
  onReset: () => void
  onRetry: () => void
  /** To another page, counted from 1. */
  onPage: (page: number) => void
  pageSize?: number
}

/** The rows of a list with the way to the others, or why there are none. Shows, fetches nothing. */
export function ListRows<Row, Sort extends string = string>(props: ListRowsProps<Row, Sort>) {
  const { texts, reading, onRetry } = props
  return (
    <>
      {reading.failure === undefined ? null : (
        <div className="card-body">
          <RegionFailure title={titleOf(texts, reading.failure)} text={reading.failure} onRetry={onRetry} />
        </div>
      )}
      {reading.shown ? <Shown {...props} shown={reading.shown} /> : null}
      {reading.shown || reading.failure !== undefined ? null : <TableWaiting rows={6} text={texts.loading} />}
    </>
  )
}

const titleOf = ({ notLoaded }: ListTexts, reason: string) => (typeof notLoaded === 'string' ? notLoaded : notLoaded(reason))

type ShownProps<Row, Sort extends string> = ListRowsProps<Row, Sort> & { shown: NonNullable<ListReading<Row>['shown']> }

function Shown<Row, Sort extends string>(props: ShownProps<Row, Sort>) {
  const { texts, shown, columns, keyOf, sort, onSort, isFiltered, onReset, onPage, pageSize = pageSizes.standard } = props
  if (shown.total === 0 && isFiltered) return <NothingFound {...texts.noneFound} onReset={onReset} />
  if (shown.total === 0) return <EmptyState {...texts.none} />
  return (
    <>
      <DataTable label={texts.label} columns={columns} rows={shown.rows} keyOf={keyOf} sort={sort} onSort={onSort} />
      <Pager
        offset={(shown.page - 1) * pageSize}
        size={pageSize}
        total={shown.total}
        onTurn={(offset) => onPage(Math.floor(offset / pageSize) + 1)}
      />
    </>
  )
}

const NothingFound = ({ title, text, onReset }: { title: string; text: string; onReset: () => void }) => (
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
