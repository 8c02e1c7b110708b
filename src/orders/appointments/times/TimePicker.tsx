import { type ReactNode, useEffect, useState } from 'react'
import { dayShort, daysPerPage, formatDayLong, formatSlot, lastBookableDay, noTimesReasonLabels } from '#src/orders/ordering/times/texts.ts'
import { TimesWaiting } from '#src/orders/ordering/times/Waiting.tsx'
import { addDays, berlinDay, formatDate, laterDay } from '#src/platform/kit/dates.ts'
import { FieldGroup } from '#src/platform/web/forms/Field.tsx'
import { ChevronLeft, ChevronRight } from '#src/platform/web/icons/Icons.tsx'
import type { CallAnswer } from '#src/platform/web/queries/call.ts'
import { QueryRegion } from '#src/platform/web/queries/QueryRegion.tsx'
import type { QueryResult } from '#src/platform/web/queries/useQuery.ts'
import { dayPartLabels, dayParts, isAtPart } from '#src/supply/calendars/dayParts.ts'
import { canNeverFit, lasts, neverFits, tooShortFor } from '#src/supply/calendars/fitTexts.ts'
import { endText } from '#src/supply/calendars/termTexts.ts'
import { slotTexts } from '#src/supply/calendars/texts.ts'
import { TimeOption } from './TimeOption.tsx'
import '#src/orders/ordering/times/times.css'

type Answer = CallAnswer<'get-free-slots'>
type Day = Answer['days'][number]
/** Chosen time, its errors, and the handler of a change. */
type Chosen = {
  draft: { date: string; time: string }
  errors: { date?: string | undefined; time?: string | undefined }
  type: (name: 'date' | 'time', value: string) => void
}
/** Free times, and the first of the shown days. */
export type TimesQuery = {
  from: string
  setFrom: (day: string) => void
  queryResult: QueryResult<Answer>
  reload: () => Promise<unknown>
}
type PickerProps = TimesQuery & {
  /** Level of the heading on the page. */
  heading: 'h3' | 'h4'
  chosen: Chosen
  slots: readonly string[]
  /** Content if none of the shown days has a free time; by default a sentence. */
  whenNone?: (days: { firstDay: string; lastDay: string }) => ReactNode
  /** Chooses the first free day while no time is chosen, so that its times are seen at once. */
  suggestDay?: (day: string) => void
}

/** First of the shown days, initially the chosen one. */
export function useFirstDay(date: string) {
  const [from, setFrom] = useState(() => laterDay(date, berlinDay(new Date())))
  return { from, setFrom }
}

/** Strip of days, then the free times of the chosen one (docs/spec.md#free-times). */
export function TimePicker({ heading: Heading, chosen: draft, slots, from, setFrom, queryResult, reload, ...days }: PickerProps) {
  const today = berlinDay(new Date())
  return (
    <section className="time-choice" aria-labelledby="time-choice">
      <div className="time-head">
        <Heading id="time-choice">Termin</Heading>
        <button
          type="button"
          className="button neutral small"
          disabled={from <= today}
          onClick={() => setFrom(laterDay(addDays(from, -daysPerPage), today))}
        >
          <ChevronLeft />
          Früher
        </button>
        <button
          type="button"
          className="button neutral small"
          disabled={(queryResult.data?.last_day ?? '') < addDays(from, daysPerPage)}
          onClick={() => setFrom(addDays(from, daysPerPage))}
        >
          Später
          <ChevronRight />
        </button>
      </div>
      <QueryRegion queryResult={queryResult} failed="Freie Zeiten konnten nicht geladen werden" loading={<TimesWaiting />} onRetry={reload}>
        {(answer) => <Days draft={draft} answer={answer} slots={slots} {...days} />}
      </QueryRegion>
    </section>
  )
}

type DaysProps = Pick<PickerProps, 'slots' | 'whenNone' | 'suggestDay'> & { draft: Chosen; answer: Answer }

function Days({ draft, answer, slots, whenNone, suggestDay }: DaysProps) {
  const { date, time } = draft.draft
  const chosen = answer.days.find(({ day }) => day === date)
  const isGone = time !== '' && chosen !== undefined && !chosen.times.includes(time)
  const isNone = answer.days.every(({ times }) => times.length === 0)
  const { type } = draft
  useEffect(() => {
    if (isGone && slots.length === 0) type('time', '')
  })
  const isOpen = chosen !== undefined && chosen.times.length > 0
  const firstFree = answer.days.find(({ times }) => times.length > 0)?.day
  useEffect(() => {
    if (suggestDay && time === '' && !isOpen && firstFree) suggestDay(firstFree)
  }, [suggestDay, time, isOpen, firstFree])
  return (
    <>
      <p className="small dim">{lasts(answer.minutes, answer.is_spread)}</p>
      <FieldGroup id={'booking-date'} legend="Tag" error={draft.errors.date} isTarget>
        {/* Without a selectable day nothing inside takes the focus, and a scrolling region must be reachable with the keyboard. */}
        <section className="day-strip" aria-label="Tage" {...(isNone ? { tabIndex: 0 } : {})}>
          {answer.days.map((day) => (
            <DayOption
              key={day.day}
              day={day}
              minutes={answer.minutes}
              isChosen={day.day === date}
              onChoose={() => choose(draft, day.day, '')}
            />
          ))}
        </section>
      </FieldGroup>
      {isNone ? <None answer={answer} whenNone={whenNone} /> : null}
      <Alternatives draft={draft} slots={slots} />
      {chosen ? <Times draft={draft} day={chosen} /> : null}
    </>
  )
}

function choose(draft: Chosen, date: string, time: string) {
  draft.type('date', date)
  draft.type('time', time)
}

function None({ answer, whenNone }: { answer: Answer; whenNone: PickerProps['whenNone'] }) {
  const lastDay = lastBookableDay(answer)
  if (canNeverFit(answer.days)) return <p className="small">{neverFits(answer.minutes, answer.is_spread)}</p>
  if (whenNone) return whenNone({ firstDay: answer.days[0]?.day ?? lastDay, lastDay })
  return <p className="small dim">{slotTexts.noneUntil(lastDay)}</p>
}

type DayOptionProps = { day: Day; minutes: number; isChosen: boolean; onChoose: () => void }

function DayOption({ day: { day, times, reason, holiday, open_minutes: openMinutes }, minutes, isChosen, onChoose }: DayOptionProps) {
  const { weekday, number } = dayShort(day)
  const count = times.length
  const says = holiday ?? (reason === 'short' ? tooShortFor(minutes, openMinutes) : undefined)
  return (
    <label className="day-option" {...(says ? { title: says } : {})}>
      <input type="radio" name="booking-day" checked={isChosen} disabled={count === 0} onChange={onChoose} />
      <span>
        <span>
          {weekday}
          <span className="unseen">, {formatDate(day)}:</span>
        </span>
        <b aria-hidden="true">{number}</b>
        {count > 0 ? (
          <span key="free">{`${count} frei`}</span>
        ) : (
          <span key="why" className="no-times">
            {noTimesReasonLabels[reason ?? 'full']}
          </span>
        )}
        {count > 0 ? <i aria-hidden="true" style={{ width: Math.min(count, 8) * 6 - 4 }} /> : null}
      </span>
    </label>
  )
}

function Times({ draft, day }: { draft: Chosen; day: Day }) {
  return (
    <FieldGroup id={'booking-time'} legend={`Uhrzeit am ${formatDayLong(day.day)}`} error={draft.errors.time} isTarget>
      <div className="time-parts">
        {dayParts.map((part) => (
          <fieldset key={part}>
            <legend>{dayPartLabels[part]}</legend>
            <TimeOptions draft={draft} day={day.day} times={day.times.filter((time) => isAtPart(part, time))} />
          </fieldset>
        ))}
      </div>
      <SpreadEnd day={day} time={draft.draft.time} />
    </FieldGroup>
  )
}

/** End of spread work that begins at the chosen time. */
function SpreadEnd({ day: { day, times, ends }, time }: { day: Day; time: string }) {
  const end = ends[times.indexOf(time)]
  return end === undefined ? null : <p className="small" role="status">{`Voraussichtliches Ende: ${endText(day, end)}`}</p>
}

function TimeOptions({ draft, day, times }: { draft: Chosen; day: string; times: readonly string[] }) {
  if (times.length === 0) return <p className="small dim">Keine freien Zeiten</p>
  return (
    <div className="time-grid">
      {times.map((time) => (
        <TimeOption
          key={time}
          name="booking-time"
          value={time}
          isChosen={draft.draft.time === time}
          onChoose={() => choose(draft, day, time)}
        >
          {time}
        </TimeOption>
      ))}
    </div>
  )
}

/** Next free times after a refusal, each a button that selects it. */
function Alternatives({ draft, slots }: { draft: Chosen; slots: readonly string[] }) {
  if (slots.length === 0 || draft.errors.time === undefined) return null
  return (
    <div className="time-alternatives">
      {slots.map((slot) => (
        <button
          key={slot}
          type="button"
          className="button secondary small"
          onClick={() => choose(draft, slot.slice(0, 10), slot.slice(11))}
        >
          {formatSlot(slot)}
        </button>
      ))}
    </div>
  )
}
