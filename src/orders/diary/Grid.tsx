import type { CSSProperties } from 'react'
import { clockTime } from '#src/supply/calendars/clockTime.ts'
import { useDragging } from './Dragging.tsx'
import { type Entry, minuteOf } from './entries.ts'
import { initialsOf } from './format.ts'
import { GridColumn } from './GridColumn.tsx'
import { visibleHours } from './layout.ts'
import { type BlockDraft, type Column, hourPixels, type Start } from './sheet.ts'

type GridProps = {
  columns: readonly Column[]
  most: number
  now: number
  today: string
  onOpen: (entry: Entry) => void
  onMove: (entry: Entry, start: Start) => void
  onBlock: (draft: BlockDraft) => void
  onMore: (day: string) => void
}

/** Columns along one axis of hours. Everything that dragging does, dialogs do, too. */
export function Grid({ columns, most, now, today, onOpen, onMove, onBlock, onMore }: GridProps) {
  const shown = visibleHours(
    columns.flatMap(({ hours }) => hours),
    columns.flatMap(({ day, entries }) => entries.map(({ from, to }) => ({ from: minuteOf(from, day), to: minuteOf(to, day) }))),
  )
  const { dragged, handlers } = useDragging({ columns, shown, onMove, onBlock })
  const hours = Array.from({ length: (shown.to - shown.from) / 60 }, (_, index) => shown.from / 60 + index)
  const style: CSSProperties & Record<`--${string}`, number> = { '--columns': columns.length, '--hours': hours.length }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable with the keyboard
    <section className="diary-grid" style={style} aria-label="Kalender" tabIndex={0}>
      <div className="diary-names">
        <div />
        {columns.map(({ key, resourceId, title, longTitle, says, day }) => (
          <div key={key} className={resourceId === undefined && day === today ? 'today' : undefined}>
            {resourceId === undefined ? null : (
              <span className="initials" aria-hidden="true">
                {initialsOf(title)}
              </span>
            )}
            <div>
              <h3 aria-label={longTitle}>{title}</h3>
              <p>{says}</p>
            </div>
          </div>
        ))}
      </div>
      <div className="diary-columns" {...handlers}>
        <div className="diary-axis" aria-hidden="true">
          {hours.map((hour, index) => (
            <span key={hour} style={{ top: index * hourPixels + 8 }}>
              {hour}
            </span>
          ))}
        </div>
        {columns.map((column, index) => (
          <GridColumn
            key={column.key}
            {...{ column, shown, most, onOpen, onMore }}
            dragged={dragged?.column === index ? dragged : undefined}
          />
        ))}
        <NowLine columns={columns} shown={shown} now={now} today={today} />
      </div>
    </section>
  )
}

type LineProps = Pick<GridProps, 'columns' | 'now' | 'today'> & { shown: { from: number; to: number } }

/** Line of the current time, over all columns of today. */
function NowLine({ columns, shown, now, today }: LineProps) {
  const first = columns.findIndex(({ day }) => day === today)
  const minute = minuteOf(now, today)
  if (first < 0 || minute < shown.from || minute > shown.to) return null
  const count = columns.filter(({ day }) => day === today).length
  const style = { top: ((minute - shown.from) * hourPixels) / 60 + 6, gridColumn: `${first + 2} / span ${count}` }
  return (
    <div className="diary-now" style={style} aria-hidden="true">
      <span>{clockTime(now)}</span>
    </div>
  )
}
