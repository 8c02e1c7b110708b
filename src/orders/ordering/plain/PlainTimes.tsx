import { addDays, berlinDay, laterDay } from '#src/platform/kit/dates.ts'
import { FieldMessage } from '#src/platform/web/forms/Field.tsx'
import { canNeverFit, lasts, neverFits, tooShortFor } from '#src/supply/calendars/fitTexts.ts'
import { endText } from '#src/supply/calendars/termTexts.ts'
import { daysPerPage, formatDayLong, formatSlot, lastBookableDay, noTimesReasonLabels } from '../times/texts.ts'
import { fieldId } from '../ui/BookingDraft.tsx'
import type { PlainBooking } from './PlainSteps.tsx'
import { PlainWaiting } from './PlainWaiting.tsx'

type TimesProps = { booking: PlainBooking; times: NonNullable<PlainBooking['times']> }

/** Free times of two weeks as one choice, with buttons for other weeks. */
export function PlainTimes({ booking, times }: TimesProps) {
  const { draft, errors, slots } = booking
  const today = berlinDay(new Date())
  const [chosen, error] = [`${draft.date} ${draft.time}`, errors.time ?? errors.date]
  const offered = slots.filter((slot) => !times.days.some(({ day }) => day === slot.slice(0, 10)))
  const free = times.days.filter((one) => one.times.length > 0)
  const closed = times.days.filter(({ reason }) => reason === 'holiday' || reason === 'full' || reason === 'short')
  return (
    <section className="time-choice" aria-labelledby={fieldId('time')}>
      <input type="hidden" name="from" value={times.from} />
      <div className="time-head">
        <h2 id={fieldId('time')} tabIndex={-1}>
          Termin
        </h2>
        {times.from > today ? (
          <button
            className="button neutral small"
            type="submit"
            name="go"
            value={`from ${laterDay(addDays(times.from, -daysPerPage), today)}`}
          >
            Früher
          </button>
        ) : null}
        {times.last_day >= addDays(times.from, daysPerPage) ? (
          <button className="button neutral small" type="submit" name="go" value={`from ${addDays(times.from, daysPerPage)}`}>
            Später
          </button>
        ) : null}
      </div>
      <div className={error ? 'field error' : 'field'}>
        <FieldMessage id={fieldId('time')} error={error} />
      </div>
      {offered.length > 0 ? <Day legend="Nächste freie Zeiten" slots={offered} chosen={chosen} word={formatSlot} /> : null}
      <p className="small dim">{lasts(times.minutes, times.is_spread)}</p>
      {free.map(({ day, times: at, ends }) => (
        <Day
          key={day}
          legend={formatDayLong(day)}
          slots={at.map((time) => `${day} ${time}`)}
          chosen={chosen}
          word={(slot) => untilText(slot, ends[at.indexOf(slot.slice(11))])}
        />
      ))}
      {free.length > 0 ? null : canNeverFit(times.days) ? (
        <p className="small">{neverFits(times.minutes, times.is_spread)}</p>
      ) : (
        <PlainWaiting booking={booking} until={lastBookableDay(times)} />
      )}
      {closed.length > 0 ? (
        <p className="tiny dim">
          {closed
            .map(
              ({ day, reason, holiday, open_minutes: openMinutes }) =>
                `${formatDayLong(day)}: ${holiday ?? (reason === 'short' ? tooShortFor(times.minutes, openMinutes) : noTimesReasonLabels[reason ?? 'full'])}`,
            )
            .join(' · ')}
        </p>
      ) : null}
    </section>
  )
}

/** Start of a time, and the end of spread work that ends on another day: '08:00 (bis Mi, 9.12., 12:00 Uhr)'. */
function untilText(slot: string, end: string | undefined) {
  const [day, time] = [slot.slice(0, 10), slot.slice(11)]
  return end === undefined || end.slice(0, 10) === day ? time : `${time} (bis ${endText(day, end)})`
}

type DayProps = { legend: string; slots: readonly string[]; chosen: string; word: (slot: string) => string }

const Day = ({ legend, slots, chosen, word }: DayProps) => (
  <fieldset className="choice">
    <legend className="strong">{legend}</legend>
    <div className="time-grid">
      {slots.map((slot) => (
        <label key={slot} className="time-option">
          <input type="radio" name="slot" value={slot} defaultChecked={slot === chosen} />
          <span>{word(slot)}</span>
        </label>
      ))}
    </div>
  </fieldset>
)
