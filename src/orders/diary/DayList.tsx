import { Fragment, type ReactNode } from 'react'
import { formatDayLong } from '#src/orders/ordering/times/texts.ts'
import { Car } from '#src/platform/web/icons/Icons.tsx'
import { StatusChip } from '#src/platform/web/parts/StatusChip.tsx'
import { clockTime } from '#src/supply/calendars/clockTime.ts'
import { type Entry, opens } from './entries.ts'
import { initialsOf } from './format.ts'
import { closedText } from './layout.ts'
import type { DiaryView } from './rules.ts'
import type { Asked } from './sheet.ts'

type ListProps = {
  diary: DiaryView
  day: string
  entries: readonly Entry[]
  /** Without the two handlers the list is read-only. */
  onOpen?: (entry: Entry) => void
  onAsk?: (asked: Asked) => void
}
type Free = { from: number; to: number; resourceId: string }

/** List of a day in order of time: appointments and free times. */
export function DayList({ diary, day, entries, onOpen, onAsk }: ListProps) {
  const hours = diary.days.find((one) => one.day === day)?.hours ?? []
  const free = freeOf(hours)
  const nameOf = (id: string) => diary.resources.find((one) => one.id === id)?.name ?? ''
  const rows = [...entries.map((entry) => ({ at: entry.from, entry })), ...free.map((one) => ({ at: one.from, free: one }))]
  const sorted = rows.sort((one, other) => one.at - other.at)
  return (
    <section className="card" aria-label={`Einträge am ${formatDayLong(day)}`}>
      {sorted.length === 0 ? <p className="diary-none muted">{closedText(hours)}</p> : null}
      <ol className="diary-list">
        {sorted.map((row) =>
          'entry' in row ? (
            <EntryRow key={row.entry.key} entry={row.entry} nameOf={nameOf} {...(onOpen ? { onOpen } : {})} />
          ) : (
            <FreeRow
              key={`${row.free.resourceId} ${row.free.from}`}
              free={row.free}
              name={nameOf(row.free.resourceId)}
              {...(onAsk ? { onBlock: () => onAsk({ action: 'block', draft: draftOf(row.free, day) }) } : {})}
            />
          ),
        )}
      </ol>
    </section>
  )
}

const draftOf = ({ resourceId, from, to }: Free, day: string) => ({ resourceId, day, from: clockTime(from), to: clockTime(to) })

/** Free times of at least half an hour. */
const freeOf = (hours: DiaryView['days'][number]['hours']): Free[] =>
  hours.flatMap(({ resource_id: resourceId, free }) =>
    free
      .map(({ starts_at, ends_at }) => ({ resourceId, from: Date.parse(starts_at), to: Date.parse(ends_at) }))
      .filter(({ from, to }) => to - from >= 30 * 60_000),
  )

const Times = ({ from, to }: { from: number; to: number }) => (
  <p className="times">
    {clockTime(from)}
    <small>
      <span className="unseen">Uhr </span>bis {clockTime(to)}
    </small>
  </p>
)

/** Initials of the assigned people; screen readers get the names. */
const Who = ({ names }: { names: readonly string[] }) => (
  <span className="row">
    {names.map((name) => (
      <span key={name} className="initials" title={name}>
        <span aria-hidden="true">{initialsOf(name)}</span>
        <span className="unseen">{name}</span>
      </span>
    ))}
  </span>
)

type RowProps = { entry: Entry; nameOf: (resourceId: string) => string; onOpen?: (entry: Entry) => void; children?: ReactNode }

/** Row of an entry, preceded by the travel times to it; read-only without `onOpen`. */
export const EntryRow = ({ entry, nameOf, onOpen, children }: RowProps) => (
  <Fragment>
    {entry.ways.map(({ resource_id: id, minutes, from }) => (
      <li key={id} className="way">
        <span />
        <p className="small muted">
          <Car /> {nameOf(id)}: etwa {minutes}&nbsp;Min. Fahrt ab {streetOf(from)}
        </p>
      </li>
    ))}
    <Appointment entry={entry} names={entry.resourceIds.map(nameOf)} {...(onOpen ? { onOpen } : {})}>
      {children}
    </Appointment>
  </Fragment>
)

/** Street of an address: 'Schmale Gasse 12'. */
const streetOf = (location: string) => location.split(',')[0] ?? location

type AppointmentProps = Pick<RowProps, 'entry' | 'onOpen' | 'children'> & { names: readonly string[] }

const Appointment = ({ entry, names, onOpen, children }: AppointmentProps) => (
  <li className={entry.look}>
    <Times {...entry} />
    <div>
      <div className="row between">
        {onOpen && opens(entry) ? (
          <button type="button" className="row-link" data-entry={entry.key} onClick={() => onOpen(entry)}>
            {entry.title}
          </button>
        ) : (
          <b>{entry.title}</b>
        )}
        <Who names={names} />
      </div>
      {entry.service ? <p className="small muted">{[entry.service, entry.place].filter(Boolean).join(' · ')}</p> : null}
      {entry.state ? (
        <p>
          <StatusChip tone={toneOf(entry)}>{entry.state}</StatusChip>
        </p>
      ) : null}
      {children}
    </div>
  </li>
)

/** Colour of an entry. A past one without a report waits for the company, as does one that does not fit. */
function toneOf({ look, isToReport, isAmiss }: Entry) {
  if (isAmiss) return 'waiting'
  if (look === 'past') return isToReport ? 'waiting' : 'off'
  if (look === 'asked') return 'waiting'
  return look === 'agreed' ? 'good' : 'off'
}

const FreeRow = ({ free, name, onBlock }: { free: Free; name: string; onBlock?: () => void }) => (
  <li className="free">
    <Times {...free} />
    <div className="row between">
      <span className="small muted">Frei: {name}</span>
      {onBlock ? (
        <button type="button" className="link-button small" onClick={onBlock}>
          Zeit sperren
        </button>
      ) : null}
    </div>
  </li>
)
