import { dayShort, formatDayLong } from '#src/orders/ordering/times/texts.ts'
import { type Entry, entriesOn } from './entries.ts'
import { countLabel, dayCountText } from './format.ts'
import { closedText } from './layout.ts'
import type { DiaryView } from './rules.ts'

type StripProps = { diary: DiaryView; entries: readonly Entry[]; day: string; today: string; onShow: (day: string) => void }

/** Days of the week, each with its number of appointments. */
export const WeekStrip = ({ diary, entries, day: shown, today, onShow }: StripProps) => (
  <nav className="diary-strip" aria-label="Tage der Woche">
    {diary.days.map(({ day, hours }) => {
      const own = entriesOn(entries, { day })
      const { weekday, number } = dayShort(day)
      const isOpen = hours.some(({ open }) => open.length > 0)
      const says = dayCountText(own) ?? (isOpen ? 'frei' : closedText(hours))
      return (
        <button key={day} type="button" aria-current={day === shown ? 'date' : undefined} onClick={() => onShow(day)}>
          <span className="unseen">{`${formatDayLong(day)}${day === today ? ', heute' : ''}: ${says}`}</span>
          <span aria-hidden="true">{weekday}</span>
          <b aria-hidden="true">{number}.</b>
          <span className="long" aria-hidden="true">
            {day === today ? `${says}, heute` : says}
          </span>
          <span className="short" aria-hidden="true">
            {countLabel(own)}
          </span>
        </button>
      )
    })}
  </nav>
)
