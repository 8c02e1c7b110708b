import { formatDayLong } from '#src/orders/ordering/times/texts.ts'
import { addDays, mondayOf } from '#src/platform/kit/dates.ts'
import { Ban, ChevronLeft, ChevronRight } from '#src/platform/web/icons/Icons.tsx'
import { type DiaryPlace, type View, views } from './DiaryPlace.tsx'
import { weekLabel } from './format.ts'

type HeadProps = { place: DiaryPlace; today: string; onBlock?: () => void }

/** Shown day or week, buttons to its neighbours, and choice of the view. Without a calendar no time can be blocked. */
export function DiaryHead({ place, today, onBlock }: HeadProps) {
  const { day, view, isNarrow, show, look } = place
  const isWeek = view === 'woche'
  const step = isWeek ? 7 : 1
  return (
    <div className="diary-head row wrapping">
      <div className="row">
        <button
          type="button"
          className="cross"
          aria-label={isWeek ? 'Vorige Woche' : 'Voriger Tag'}
          onClick={() => show(addDays(day, -step))}
        >
          <ChevronLeft />
        </button>
        <button type="button" className="button neutral small" onClick={() => show(today)}>
          Heute
        </button>
        <button
          type="button"
          className="cross"
          aria-label={isWeek ? 'Nächste Woche' : 'Nächster Tag'}
          onClick={() => show(addDays(day, step))}
        >
          <ChevronRight />
        </button>
      </div>
      <h2 aria-live="polite">{isWeek ? weekLabel(mondayOf(day)) : formatDayLong(day)}</h2>
      {isNarrow ? null : (
        <fieldset className="diary-views">
          <legend className="unseen">Ansicht</legend>
          {(Object.entries(views) as [View, string][]).map(([name, word]) => (
            <label key={name}>
              <input type="radio" name="diary-view" checked={view === name} onChange={() => look(name)} />
              {word}
            </label>
          ))}
        </fieldset>
      )}
      {onBlock ? (
        <button type="button" className="button secondary small" onClick={onBlock}>
          <Ban />
          Zeit sperren
        </button>
      ) : null}
    </div>
  )
}
