import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { type Entry, minuteOf } from './entries.ts'
import { clockOf, minuteAt, type Part, quarter } from './layout.ts'
import { type BlockDraft, type Column, type Dragged, hourPixels, type Start } from './sheet.ts'

type Rules = {
  columns: readonly Column[]
  shown: Part
  onMove: (entry: Entry, start: Start) => void
  onBlock: (draft: BlockDraft) => void
}
type DragStart = { column: number; at: number; entry?: Entry; x: number; y: number }

/** Distance in pixels from which a movement of the pointer is a drag. */
const slack = 6

/**
 * Dragging with a mouse or a pen: on free space it selects a time to block, on an appointment it moves its start. Both open a dialog, which
 * works without dragging, too. Touch scrolls.
 */
export function useDragging({ columns, shown, onMove, onBlock }: Rules) {
  const [dragged, setDragged] = useState<Dragged>()
  const dragStart = useRef<DragStart>(undefined)
  const drop = () => {
    dragStart.current = undefined
    setDragged(undefined)
  }
  useEffect(() => {
    if (!dragged) return undefined
    const leave = ({ key }: KeyboardEvent) => (key === 'Escape' ? drop() : undefined)
    addEventListener('keydown', leave)
    return () => removeEventListener('keydown', leave)
  })

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    const { target, currentTarget, clientX: x, clientY: y } = event
    if (event.pointerType === 'touch' || event.button !== 0 || !(target instanceof Element)) return
    const column = columnAt(currentTarget, x)
    if (column === undefined) return
    const at = minuteAt(y - topOf(currentTarget), shown, hourPixels)
    const button = target.closest<HTMLElement>('[data-entry]')
    const entry = columns[column]?.entries.find(({ key }) => key === button?.dataset.entry)
    if (button ? entry?.isMovable : !target.closest('button')) dragStart.current = { column, at, x, y, ...(entry ? { entry } : {}) }
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    const { current } = dragStart
    if (!current) return
    if (!dragged && Math.hypot(event.clientX - current.x, event.clientY - current.y) < slack) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const at = minuteAt(event.clientY - topOf(event.currentTarget), shown, hourPixels)
    setDragged(current.entry ? carried(current.entry, current, event) : chosen(current, at))
  }

  /** Appointment's time at the pointer, on the column under it. The gripped point of the appointment stays under the pointer. */
  function carried(entry: Entry, { column: from, at }: DragStart, event: PointerEvent<HTMLElement>): Dragged {
    const column = columnAt(event.currentTarget, event.clientX) ?? from
    const over = minuteAt(event.clientY - topOf(event.currentTarget), shown, hourPixels)
    const length = (entry.to - entry.from) / 60_000
    const start = minuteOf(entry.from, columns[from]?.day ?? '') + over - at
    const first = Math.min(Math.max(shown.from, Math.round(start / quarter) * quarter), shown.to - quarter)
    return { column, from: first, to: Math.min(1_440, first + length) }
  }

  function onPointerUp() {
    const { current } = dragStart
    const column = dragged && columns[dragged.column]
    if (current && column && dragged.to > dragged.from) {
      const { day, resourceId } = column
      if (current.entry) onMove(current.entry, { date: day, time: clockOf(dragged.from) })
      else onBlock({ resourceId: resourceId ?? '', day, from: clockOf(dragged.from), to: clockOf(dragged.to) })
    }
    drop()
  }

  /** Suppresses the click that ends a drag, which would open an entry. */
  const onClickCapture = (event: { stopPropagation: () => void }) => (dragged ? event.stopPropagation() : undefined)
  return { dragged, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: drop, onClickCapture } }
}

const chosen = ({ column, at }: DragStart, to: number): Dragged => ({ column, from: Math.min(at, to), to: Math.max(at, to) })

/** Top of the hours: they begin 6 px below the edge, so that the first line is visible. */
const topOf = (columns: HTMLElement) => columns.getBoundingClientRect().top + 6

/** Column under a point; the first child is the axis. */
function columnAt(columns: HTMLElement, x: number) {
  const found = [...columns.querySelectorAll(':scope > .diary-column')].findIndex((one) => {
    const { left, right } = one.getBoundingClientRect()
    return left <= x && x < right
  })
  return found < 0 ? undefined : found
}
