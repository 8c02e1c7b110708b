import type { ReactNode } from 'react'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { ArrowDown, ArrowUp, ChevronsUpDown } from '#src/platform/web/icons/Icons.tsx'
import './table.css'

export type Column<Row, Sort extends string = string> = {
  label: string
  cell: (row: Row) => ReactNode
  /** `title` and `amount` share the first line of a card on phones; `number` is right-aligned; every other cell is beside its label. */
  format?: 'title' | 'amount' | 'number' | 'date'
  /** Labels of the ascending and descending sort; the column head is then a button. */
  sort?: { asc: Sort; desc: Sort }
}

type DataTableProps<Row, Sort extends string> = {
  /** Description of the table for screen readers. */
  label: string
  columns: readonly Column<Row, Sort>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  sort?: Sort | undefined
  onSort?: ((sort: Sort) => void) | undefined
}

/**
 * Table that scrolls inside its own region when it is too wide, and a list of cards under 768 px. The roles are explicit because rows are
 * grids there, and some browsers then drop the table's semantics.
 */
export function DataTable<Row, Sort extends string = string>({ label, columns, rows, keyOf, sort, onSort }: DataTableProps<Row, Sort>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable with the keyboard
    <section className="table-scroll" tabIndex={0} aria-label={label}>
      {/* biome-ignore-start lint/a11y/noRedundantRoles: see above */}
      <table className="table" role="table">
        <thead>
          <tr role="row">
            {columns.map((column) => (
              <Head key={column.label} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row">
              {columns.map((column) => (
                <td key={column.label} role="cell" className={classes[column.format ?? 'plain']} data-l={labelOf(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
    </section>
  )
}

type HeadProps<Row, Sort extends string> = {
  column: Column<Row, Sort>
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
}

/** In a sortable column the head is a button. On phones, where heads are for screen readers only, it is plain text. */
function Head<Row, Sort extends string>({ column, sort, onSort }: HeadProps<Row, Sort>) {
  const { label, sort: words } = column
  const className = isRight(column) ? 'number' : undefined
  if (!words || !onSort) {
    return (
      <th scope="col" className={className}>
        {label}
      </th>
    )
  }
  const direction = directions.find((one) => words[one] === sort)
  // Numbers and dates are first sorted descending, texts ascending.
  const first = column.format === undefined || column.format === 'title' ? 'asc' : 'desc'
  const other = direction === 'asc' ? 'desc' : 'asc'
  const Arrow = direction ? arrows[direction] : ChevronsUpDown
  return (
    <th scope="col" className={className} aria-sort={direction ? sortLabels[direction] : 'none'}>
      <button type="button" className="sort-button" onClick={() => onSort(words[direction ? other : first])}>
        {label}
        <Arrow aria-hidden="true" />
      </button>
      <span className="sort-word">{label}</span>
    </th>
  )
}

const directions = ['asc', 'desc'] as const
const arrows = { asc: ArrowUp, desc: ArrowDown }
const sortLabels = { asc: 'ascending', desc: 'descending' } as const

const classes = { title: 'title', amount: 'number amount', number: 'number', date: 'when', plain: undefined }
const isRight = ({ format }: { format?: string }) => format === 'amount' || format === 'number'
const labelOf = ({ label, format }: { label: string; format?: string }) => (format === 'title' || format === 'amount' ? undefined : label)

/** Column of the time at which a row was created, by which the list is sorted. */
export const createdColumn = (label: string) =>
  ({
    label,
    format: 'date',
    cell: ({ created_at }: { created_at: string }) => formatMoment(new Date(created_at)),
    sort: { asc: 'oldest', desc: 'newest' },
  }) as const

/** Title of a row as a button that opens it, with a second line. */
export const RowTitle = ({ title, second, onOpen }: { title: string; second: ReactNode; onOpen: () => void }) => (
  <>
    <button type="button" className="row-link" onClick={onOpen}>
      {title}
    </button>
    <span className="second">{second}</span>
  </>
)

/** Content of a cell with a second line, if there is one. */
export const TwoLines = ({ second, children }: { second: ReactNode; children: ReactNode }) => (
  <span>
    {children} {second ? <span className="second">{second}</span> : null}
  </span>
)

/** Placeholder rows in the table's layout while its rows are loading. */
export function TableWaiting({ rows, text }: { rows: number; text: string }) {
  return (
    <div className="table-skeleton">
      <span className="unseen" role="status">
        {text}
      </span>
      {Array.from({ length: rows }, (_row, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all lines are the same
        <div key={place} aria-hidden="true">
          <span className="skeleton" />
          <span className="skeleton" />
          <span className="skeleton" />
        </div>
      ))}
    </div>
  )
}
