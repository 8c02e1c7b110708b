import { Link } from 'react-router'
import { berlinDay, formatClock, formatDate } from '#src/platform/kit/dates.ts'
import { plural } from '#src/platform/kit/text.ts'
import type { ListedThread } from '../rules.ts'
import { addressOf, type InboxPlace, idOf, subjectOfRow } from './place.ts'

/** One page of threads, newest first. */
export const ThreadRows = ({ rows, place }: { rows: readonly ListedThread[]; place: InboxPlace }) => (
  <ul className="thread-rows" aria-label="Gespräche">
    {rows.map((row) => (
      <li key={idOf(subjectOfRow(row))}>
        <ThreadRow row={row} place={place} />
      </li>
    ))}
  </ul>
)

function ThreadRow({ row, place }: { row: ListedThread; place: InboxPlace }) {
  const subject = subjectOfRow(row)
  const isCurrent = place.subject !== undefined && idOf(subject) === idOf(place.subject)
  return (
    <Link
      preventScrollReset
      className={row.unread > 0 ? 'thread-row unread' : 'thread-row'}
      to={addressOf({ ...place, subject })}
      aria-current={isCurrent ? 'true' : undefined}
    >
      <b>{row.customer_name}</b>
      <span className="thread-row-time number">{shortMoment(new Date(row.last_at))}</span>
      <span className="thread-row-words">
        {`${row.last_side === 'company' ? 'Sie: ' : ''}${row.last_text || plural(row.last_files, 'Datei', 'Dateien')}`}
      </span>
      {row.unread > 0 ? (
        <span className="thread-row-count number">
          {row.unread}
          <span className="unseen"> ungelesen</span>
        </span>
      ) : null}
    </Link>
  )
}

/** Time of day for today, else the date. */
const shortMoment = (at: Date) => (berlinDay(at) === berlinDay(new Date()) ? formatClock(at) : formatDate(berlinDay(at)))
