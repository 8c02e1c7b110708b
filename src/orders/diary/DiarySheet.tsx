import { useMemo } from 'react'
import { dayShort, formatDayLong } from '#src/orders/ordering/times/texts.ts'
import { DayList } from './DayList.tsx'
import type { DiaryPlace } from './DiaryPlace.tsx'
import { type Entry, entriesOf, entriesOn } from './entries.ts'
import { dayCountText } from './format.ts'
import { Grid } from './Grid.tsx'
import { useKeys } from './Keys.tsx'
import { closedText } from './layout.ts'
import type { DiaryView } from './rules.ts'
import type { Asked, Column, Start } from './sheet.ts'
import { WeekStrip } from './WeekStrip.tsx'
import './diary.css'

type SheetProps = {
  diary: DiaryView
  place: DiaryPlace
  now: number
  today: string
  onAsk: (asked: Asked) => void
  onBlock: () => void
}

/** Shows data of a week as a day with a column per person, as a week, or as the list of a day. */
export function DiarySheet({ diary, place, now, today, onAsk, onBlock }: SheetProps) {
  const entries = useMemo(() => entriesOf(diary, now), [diary, now])
  const { day, view, show } = place
  const open = (entry: Entry) => {
    if (entry.bookingId !== undefined) onAsk({ action: 'open', bookingId: entry.bookingId })
    else if (entry.blockId !== undefined) onAsk({ action: 'free', entry })
  }
  const onMove = (entry: Entry, start?: Start) => onAsk({ action: 'move', entry, ...(start ? { start } : {}) })
  const keys = useKeys({ entries, onMove, onBlock, onToday: () => show(today) })
  const columns = view === 'woche' ? weekColumns(diary, entries) : dayColumns(diary, entries, day)
  return (
    <div className="diary-sheet stack" {...keys}>
      {view === 'woche' ? null : <WeekStrip diary={diary} entries={entries} day={day} today={today} onShow={show} />}
      {view === 'liste' ? (
        <DayList diary={diary} day={day} entries={entriesOn(entries, { day })} onOpen={open} onAsk={onAsk} />
      ) : (
        <Grid
          columns={columns}
          most={view === 'woche' ? 2 : 3}
          now={now}
          today={today}
          onOpen={open}
          onMove={onMove}
          onBlock={(draft) => onAsk({ action: 'block', draft })}
          onMore={(more) => show(more, 'tag')}
        />
      )}
      {view === 'liste' ? null : <Legend />}
      {place.isNarrow ? null : (
        <p className="tiny dim">
          Tasten im Kalender: J und K zum nächsten und vorigen Eintrag, Eingabe öffnet, V verschiebt, S sperrt Zeit, H zeigt heute.
        </p>
      )}
    </div>
  )
}

const Legend = () => (
  <ul className="diary-legend" aria-label="Legende">
    {legend.map(([look, word]) => (
      <li key={look} className="row">
        <i className={look} />
        {word}
      </li>
    ))}
  </ul>
)
const legend = [
  ['agreed', 'Vereinbart'],
  ['asked', 'Wartet auf Antwort'],
  ['past', 'Vorbei'],
  ['blocked', 'Gesperrt'],
  ['closed', 'Geschlossen, Feiertag'],
] as const

/** Columns of a day: one for each resource that works or is occupied on it. */
const dayColumns = (diary: DiaryView, entries: readonly Entry[], day: string): Column[] =>
  diary.resources
    .map(({ id, name, is_hidden: isHidden }) => {
      const own = entriesOn(entries, { day, resourceId: id })
      const hours = (diary.days.find((one) => one.day === day)?.hours ?? []).filter(({ resource_id }) => resource_id === id)
      return { key: id, day, resourceId: id, title: name, says: dayCountText(own) ?? '', hours, entries: own, isHidden }
    })
    .filter(({ isHidden, entries: own }) => !isHidden || own.length > 0)

const weekColumns = (diary: DiaryView, entries: readonly Entry[]): Column[] =>
  diary.days.map(({ day, hours }) => {
    const own = entriesOn(entries, { day })
    const isOpen = hours.some(({ open }) => open.length > 0)
    const { weekday } = dayShort(day)
    const says = dayCountText(own) ?? (isOpen ? '' : closedText(hours))
    return {
      key: day,
      day,
      title: `${weekday} ${day.slice(8)}.${day.slice(5, 7)}.`,
      longTitle: formatDayLong(day),
      says,
      hours,
      entries: own,
    }
  })
