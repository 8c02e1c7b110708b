import type { CSSProperties } from 'react'
import { type Entry, opens } from './entries.ts'
import { timeRange } from './format.ts'
import { clockOf, closedParts, type Part, type Placed, placeEntries } from './layout.ts'
import type { Column, Dragged } from './sheet.ts'

type ColumnProps = {
  column: Column
  shown: Part
  most: number
  dragged: Dragged | undefined
  onOpen: (entry: Entry) => void
  onMore: (day: string) => void
}

/** Entries of a column in order of time, over the hours in which no one works. */
export function GridColumn({ column, shown, most, dragged, onOpen, onMore }: ColumnProps) {
  const { placed, more } = placeEntries(column.entries, { day: column.day, most })
  return (
    <div className="diary-column">
      {closedParts(column.hours, shown).map((part) => (
        <div key={part.from} className="diary-closed" style={placeOf(part, shown)}>
          {part.text && part.to - part.from >= 30 ? <span>{part.text}</span> : null}
        </div>
      ))}
      <ol aria-label={column.longTitle ?? column.title}>
        {placed.map((one) => (
          <GridEntry key={one.entry.key} placed={one} shown={shown} onOpen={onOpen} />
        ))}
        {more.map(({ from, count, lane, lanes }) => (
          <li key={from}>
            <button
              type="button"
              className="diary-more"
              style={placeOf({ from, to: from + 30, lane, lanes }, shown)}
              onClick={() => onMore(column.day)}
            >
              <span aria-hidden="true">+{count}</span>
              <span className="unseen">{count} weitere, Tag ansehen</span>
            </button>
          </li>
        ))}
      </ol>
      {dragged ? (
        <div className="diary-dragged" style={placeOf(dragged, shown)}>
          {clockOf(dragged.from)}–{clockOf(dragged.to)}
        </div>
      ) : null}
    </div>
  )
}

function GridEntry({ placed, shown, onOpen }: { placed: Placed; shown: Part; onOpen: (entry: Entry) => void }) {
  const { entry } = placed
  const { title, service, place, state, look } = entry
  const inside = (
    <>
      <span className="times">{`${timeRange(entry)}${state ? ` · ${state}` : ''}`}</span>
      <b>{title}</b>
      {service ? <span>{service}</span> : null}
      {place ? <span>{place}</span> : null}
    </>
  )
  const buffers = [
    { from: placed.from - (entry.from - entry.takenFrom) / 60_000, to: placed.from },
    { from: placed.to, to: placed.to + (entry.takenTo - entry.to) / 60_000 },
  ].filter(({ from, to }) => to - from >= 5)
  return (
    <li>
      {buffers.map((part) => (
        <div key={part.from} className="diary-buffer" style={placeOf({ ...placed, ...part }, shown)}>
          {part.to - part.from >= 15 ? <span>Puffer {part.to - part.from} Min.</span> : null}
        </div>
      ))}
      {!opens(entry) ? (
        <div className={`diary-entry ${look}`} style={placeOf(placed, shown)} data-room={roomFor(placed)}>
          {inside}
        </div>
      ) : (
        <button
          type="button"
          className={`diary-entry ${look}`}
          style={placeOf(placed, shown)}
          data-room={roomFor(placed)}
          data-entry={entry.key}
          data-movable={entry.isMovable || undefined}
          onClick={() => onOpen(entry)}
        >
          {inside}
        </button>
      )}
    </li>
  )
}

/** Space for text in an entry: one line, or a name of one line; undefined for a name of two. */
const roomFor = ({ from, to }: Part) => (to - from < 45 ? 'line' : to - from < 60 ? 'short' : undefined)

type Lying = Part & { lane?: number; lanes?: number }

/** Position of an entry: minutes below the first shown one, and its share of the width. */
const placeOf = ({ from, to, lane = 0, lanes = 1 }: Lying, shown: Part): CSSProperties & Record<`--${string}`, number> => ({
  '--from': Math.max(0, from - shown.from),
  '--long': Math.min(to, shown.to) - Math.max(from, shown.from),
  '--lane': lane,
  '--lanes': lanes,
})
