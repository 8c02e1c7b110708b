import type { ReactNode } from 'react'
import { formatSlot } from '#src/orders/ordering/times/texts.ts'
import { berlinDay, formatDate, formatMoment } from '#src/platform/kit/dates.ts'
import { StatusChip } from '#src/platform/web/parts/StatusChip.tsx'
import type { CallAnswer } from '#src/platform/web/queries/call.ts'
import { dateLabels } from './texts.ts'
import './series.css'

export type SeriesDate = CallAnswer<'get-series'>['dates'][number]

/** Dates of a series with their states, for both sides. `actsOf`: actions on one date. */
export const SeriesDates = ({ dates, actsOf }: { dates: readonly SeriesDate[]; actsOf: (date: SeriesDate) => ReactNode }) => (
  <ol className="series-dates">
    {dates.map((one) => {
      const acts = actsOf(one)
      return (
        <li key={one.date}>
          <div className="series-date row wrapping">
            <b>{formatSlot(`${one.date} ${one.time}`)}</b>
            <StatusChip tone={dateLabels[one.status].tone}>{dateLabels[one.status].word}</StatusChip>
            {acts ? <span className="acts">{acts}</span> : null}
          </div>
          {lineOf(one)}
        </li>
      )
    })}
  </ol>
)

type ButtonProps = { label: string; date: SeriesDate; look?: 'primary' | 'neutral'; onClick: () => void }

/** Button of an act on one date. */
export const DateButton = ({ label, date, look = 'neutral', onClick }: ButtonProps) => (
  <button type="button" className={`button ${look} small`} onClick={onClick}>
    {label}
    <span className="unseen">: {formatSlot(`${date.date} ${date.time}`)}</span>
  </button>
)

function lineOf({ status, due_at: dueAt, until }: SeriesDate) {
  if (status === 'planned') return <p className="small muted">Zahlung ab {formatDate(berlinDay(new Date(dueAt)))}</p>
  return status === 'due' ? <p className="small muted">Zu bezahlen bis {formatMoment(new Date(until))}</p> : null
}

/** True for a date that is not paid yet. */
export const isUnpaid = ({ status }: SeriesDate) => status === 'planned' || status === 'due'
