import { Link, useNavigate } from 'react-router'
import { formatDayLong } from '#src/orders/ordering/times/texts.ts'
import { berlinDay, mondayOf } from '#src/platform/kit/dates.ts'
import { Route } from '#src/platform/web/icons/Icons.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { useNow } from '#src/platform/web/queries/useNow.ts'
import { useFirstResponse, useQuery } from '#src/platform/web/queries/useQuery.ts'
import { clockTime } from '#src/supply/calendars/clockTime.ts'
import { EntryRow } from './DayList.tsx'
import { copy, EntryActions } from './EntryActions.tsx'
import { type Entry, entriesOf, entriesOn } from './entries.ts'
import { closedText } from './layout.ts'
import { WeekStrip } from './WeekStrip.tsx'
import './diary.css'

const calendarPath = '/dashboard/kalender'
type TodayProps = { companyId: string; live: number; onOpen: (bookingId: string) => void; onAnswer: () => void }

/**
 * Today's appointments and the week, at the top of the dashboard; nothing for a company without a calendar and without bookings this week.
 */
export default function DiaryToday({ companyId, live, onOpen, onAnswer }: TodayProps) {
  const now = useNow()
  const today = berlinDay(new Date(now))
  const navigate = useNavigate()
  const { queryResult, reload } = useQuery('list-calendar', { companyId, from: mondayOf(today), days: 7 }, { live })
  useFirstResponse(queryResult, onAnswer)
  const diary = queryResult.data
  if (!diary)
    return queryResult.failure ? (
      <Note kind="bad" role="alert" title="Der Kalender konnte nicht geladen werden">
        {queryResult.failure}{' '}
        <button type="button" className="link-button" onClick={() => void reload()}>
          Erneut versuchen
        </button>
      </Note>
    ) : null
  const entries = entriesOf(diary, now)
  if (!diary.has_calendar && entries.length === 0) return null
  const own = entriesOn(entries, { day: today }).filter(({ look }) => look !== 'held')
  const stops = own.filter(({ place }) => place !== '')
  const hours = diary.days.find(({ day }) => day === today)?.hours ?? []
  const nameOf = (id: string) => diary.resources.find((one) => one.id === id)?.name ?? ''
  return (
    <section className="card" aria-labelledby="today-title">
      <div className="card-head">
        <h2 id="today-title">Heute, {formatDayLong(today)}</h2>
        <div className="row">
          {stops.length > 1 ? (
            <button type="button" className="link-button small" onClick={() => void copy(routeOf(stops), 'Route kopiert')}>
              <Route /> Route kopieren
            </button>
          ) : null}
          <Link className="small" to={calendarPath}>
            Zum Kalender
          </Link>
        </div>
      </div>
      {own.length === 0 ? (
        <p className="diary-none muted">
          {!diary.has_calendar || hours.some(({ open }) => open.length > 0) ? 'Heute ist nichts vereinbart.' : closedText(hours)}
        </p>
      ) : (
        <ol className="diary-list">
          {own.map((entry) => (
            <EntryRow
              key={entry.key}
              entry={entry}
              nameOf={nameOf}
              {...(entry.bookingId ? { onOpen: () => onOpen(entry.bookingId ?? '') } : {})}
            >
              <EntryActions companyId={companyId} entry={entry} onDone={() => void reload()} />
            </EntryRow>
          ))}
        </ol>
      )}
      {diary.has_calendar ? (
        <WeekStrip
          diary={diary}
          entries={entries}
          day={today}
          today={today}
          onShow={(day) => void navigate(`${calendarPath}?tag=${day}`)}
        />
      ) : null}
    </section>
  )
}

/** Route of the day as text, a line for each stop, to paste into a map or a message. */
const routeOf = (stops: readonly Entry[]) => stops.map(({ from, title, place }) => `${clockTime(from)} ${title}, ${place}`).join('\n')
