import type { ReactNode } from 'react'
import './styles/table.css'

export type Column<Row> = {
  label: string
  cell: (row: Row) => ReactNode
  /** `title` and `amount` share the first line of a card on phones; `number` is set right; every other cell stands beside its label. */
  look?: 'title' | 'amount' | 'number' | 'date'
}

type DataTableProps<Row> = {
  /** What the table holds, for people who cannot see what stands around it. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

/**
 * A table that scrolls inside its own region when it is too wide, and a list of cards under 768 px. The roles are written out because rows
 * are grids there, and some browsers then drop the table's meaning.
 */
export function DataTable<Row>({ label, columns, rows, keyOf }: DataTableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable with the keyboard
    <section className="tw" tabIndex={0} aria-label={label}>
      {/* biome-ignore-start lint/a11y/noRedundantRoles: see above */}
      <table className="tc" role="table">
        <thead>
          <tr role="row">
            {columns.map((column) => (
              <th key={column.label} scope="col" className={isRight(column) ? 'num' : undefined}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row">
              {columns.map((column) => (
                <td key={column.label} role="cell" className={classes[column.look ?? 'plain']} data-l={labelOf(column)}>
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

const classes = { title: 'hd', amount: 'num amt', number: 'num', date: 'when', plain: undefined }
const isRight = ({ look }: { look?: string }) => look === 'amount' || look === 'number'
const labelOf = ({ label, look }: { label: string; look?: string }) => (look === 'title' || look === 'amount' ? undefined : label)

/** Lines in the table's geometry while its rows are on their way. */
export function TableWaiting({ rows, text }: { rows: number; text: string }) {
  return (
    <div className="tsk">
      <span className="sr" role="status">
        {text}
      </span>
      {Array.from({ length: rows }, (_row, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all lines are the same
        <div key={place} aria-hidden="true">
          <span className="sk" />
          <span className="sk" />
          <span className="sk" />
        </div>
      ))}
    </div>
  )
}
