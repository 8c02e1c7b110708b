import { useEffect, useState } from 'react'
import { TimeOption } from '#src/orders/appointments/times/TimeOption.tsx'
import { workOfDraft } from '#src/orders/bookings/draftRules.ts'
import { formatSlot } from '#src/orders/ordering/times/texts.ts'
import type { BookableCompany } from '#src/orders/ordering/ui/BookableCompany.tsx'
import type { BookingDraftState } from '#src/orders/ordering/ui/BookingDraft.tsx'
import type { SeriesState } from '#src/orders/ordering/ui/BookingSteps.tsx'
import { berlinInstant } from '#src/platform/kit/dates.ts'
import { Field, FieldGroup } from '#src/platform/web/forms/Field.tsx'
import { Check } from '#src/platform/web/icons/Icons.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import type { CallAnswer } from '#src/platform/web/queries/call.ts'
import { QueryRegion } from '#src/platform/web/queries/QueryRegion.tsx'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { type ChosenSeries, type Rhythm, rhythmLabels, rhythms, seriesLimits, seriesTexts, tooFarText, wishedDateText } from './texts.ts'
import './series.css'

type ChoiceProps = { draft: BookingDraftState; company: BookableCompany; series: SeriesState }
type RequestedDate = CallAnswer<'check-series'>['dates'][number]

/** Choice between one date and several. Loaded when a time of a service that can be requested as a series is chosen. */
export default function SeriesChoice({ draft, company, series }: ChoiceProps) {
  const [weeks, setWeeks] = useState<Rhythm | undefined>(series.chosen?.weeks)
  const [typed, setTyped] = useState(String(series.chosen?.count ?? 4))
  const { min, max } = seriesLimits.dates
  const count = Number(typed)
  const isCount = Number.isInteger(count) && count >= min && count <= max
  const { choose, of } = series
  useEffect(() => {
    if (weeks === undefined) choose(undefined)
    else if (!isCount) choose({ of, weeks, count: 4, dates: [], problem: seriesTexts.count })
  }, [weeks, isCount, of, choose])
  return (
    <div className="series-choice">
      <FieldGroup id="series-weeks" legend="Wie oft?" error={undefined}>
        <div className="series-rhythms">
          {[undefined, ...rhythms].map((one) => (
            <TimeOption key={one ?? 0} name="series-weeks" isChosen={weeks === one} onChoose={() => setWeeks(one)}>
              {one === undefined ? seriesTexts.once : rhythmLabels[one]}
            </TimeOption>
          ))}
        </div>
      </FieldGroup>
      {weeks === undefined ? null : (
        <Field id="series-count" label="Anzahl der Termine" error={isCount ? undefined : seriesTexts.count}>
          {(control) => (
            <input
              {...control}
              type="number"
              inputMode="numeric"
              {...{ min, max }}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
      )}
      {weeks === undefined || !isCount ? null : <Dates key={`${of} ${weeks} ${count}`} {...{ draft, company, series, weeks, count }} />}
    </div>
  )
}

type DatesProps = ChoiceProps & { weeks: Rhythm; count: number }

/** Dates of a series, with an alternative or omission for each that is not free. */
function Dates({ draft, company, series: { of, choose }, weeks, count }: DatesProps) {
  const { date, time, location } = draft.draft
  const postcode = /\b\d{5}\b/.exec(location)?.[0]
  // Only the postcode: with the whole address, every typed character would cause a request.
  const { location: _location, ...work } = workOfDraft(company.id, draft)
  const asked = { ...work, ...(postcode ? { location: postcode } : {}), date, time, weeks, count }
  const { queryResult, reload } = useQuery('check-series', asked)
  const [moved, setMoved] = useState<readonly string[]>([])
  const { data, isBusy } = queryResult
  const chosen = chosenOf(data?.dates, moved)
  const problem = !data || isBusy ? seriesTexts.checking : problemOf(chosen)
  const next = JSON.stringify({ of, weeks, count, dates: chosen, problem } satisfies ChosenSeries)
  useEffect(() => choose(JSON.parse(next)), [next, choose])
  return (
    <QueryRegion
      queryResult={queryResult}
      failed="Die Termine konnten nicht geprüft werden"
      loading={
        <p className="small dim" role="status">
          Termine werden geprüft…
        </p>
      }
      onRetry={reload}
    >
      {({ dates, last_day: lastDay }) => (
        <div className="stack tight" aria-busy={isBusy}>
          <p className="small muted" role="status">
            {dates.every(({ state }) => state === 'free')
              ? `Alle ${dates.length} Termine sind frei.`
              : `${chosen.length} von ${dates.length} Terminen gewählt.`}
          </p>
          {dates.some(isFar) ? <Note kind="info">{tooFarText({ far: dates.filter(isFar).length, lastDay })}</Note> : null}
          <ol className="series-dates">
            {dates.map((one) => (
              <li key={one.date}>
                {isFar(one) ? (
                  <span className="dim">{formatSlot(`${one.date} ${one.time}`)}, noch nicht buchbar</span>
                ) : one.state === 'free' ? (
                  <span key="free" className="series-free row">
                    <Check aria-label="frei" />
                    {formatSlot(`${one.date} ${one.time}`)}
                  </span>
                ) : (
                  <Problem
                    wished={one}
                    isMoved={moved.includes(one.date)}
                    onMove={(isMoved) => setMoved(isMoved ? [...moved, one.date] : moved.filter((other) => other !== one.date))}
                  />
                )}
              </li>
            ))}
          </ol>
          <ul className="series-terms small muted">
            {seriesTexts.terms.map((term) => (
              <li key={term}>{term}</li>
            ))}
          </ul>
        </div>
      )}
    </QueryRegion>
  )
}

/** True for a date after the last bookable day: shown, and left out. */
const isFar = ({ state }: RequestedDate) => state === 'far'

/** Requested dates: the free ones and the chosen alternatives, in order. */
function chosenOf(dates: readonly RequestedDate[] | undefined, moved: readonly string[]) {
  const chosen = (dates ?? []).flatMap(({ date, time, state, alternative }) => {
    if (state === 'free') return [{ date, time }]
    return alternative && moved.includes(date) ? [alternative] : []
  })
  return chosen.sort((one, other) => one.date.localeCompare(other.date))
}

function problemOf(dates: ChosenSeries['dates']) {
  const [first] = dates
  if (!first || dates.length < seriesLimits.dates.min) return seriesTexts.count
  const isSoon = berlinInstant(first.date, first.time).getTime() < Date.now() + seriesLimits.aheadHours * 3_600_000
  return isSoon ? seriesTexts.soon : undefined
}

type ProblemProps = { wished: RequestedDate; isMoved: boolean; onMove: (isMoved: boolean) => void }

function Problem({ wished, isMoved, onMove }: ProblemProps) {
  const { date, alternative } = wished
  return (
    <fieldset className="series-problem stack tight">
      <legend>{wishedDateText(wished)}</legend>
      {alternative ? (
        <div className="row wrapping">
          <label className="check">
            <input type="radio" name={`series-${date}`} checked={!isMoved} onChange={() => onMove(false)} />
            Auslassen
          </label>
          <label className="check">
            <input type="radio" name={`series-${date}`} checked={isMoved} onChange={() => onMove(true)} />
            {formatSlot(`${alternative.date} ${alternative.time}`)}
          </label>
        </div>
      ) : (
        <p className="small muted">Dieser Termin wird ausgelassen.</p>
      )}
    </fieldset>
  )
}
