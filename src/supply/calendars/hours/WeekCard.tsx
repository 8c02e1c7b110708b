import { type FormEvent, useState } from 'react'
import { ErrorSummary, Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { LeaveGuard } from '#src/platform/web/forms/LeaveGuard.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { DayRow } from './DayRow.tsx'
import {
  type CalendarView,
  errorsIn,
  fieldId,
  hoursText,
  labelOf,
  openMinutes,
  type RangeDraft,
  usualWeek,
  type WeekDraft,
  weekDraftOf,
  weekInputOf,
} from './form.ts'
import type { CardProps } from './HoursCalls.tsx'
import { PickDays } from './PickDays.tsx'
import { WhoseSelect } from './WhoseSelect.tsx'

type WeekCardProps = CardProps & { calendar: CalendarView }

/** Weekly hours of the whole company, or of the chosen resource. */
export function WeekCard({ companyId, calendar, onSaved }: WeekCardProps) {
  const [resourceId, setResourceId] = useState<string | null>(null)
  return (
    <section className="card" aria-labelledby="week-title">
      <div className="card-head">
        <h2 id="week-title">Öffnungszeiten</h2>
        <WhoseSelect calendar={calendar} resourceId={resourceId} onChoose={setResourceId} />
      </div>
      {calendar.has_calendar ? null : (
        <p className="hours-intro">
          Mit Öffnungszeiten wählen Kundinnen und Kunden freie Termine, die sofort gelten. Ohne sie bleibt es beim Termin auf Anfrage. Was
          schon gebucht ist, wird in den Kalender übernommen.
        </p>
      )}
      <WeekForm key={resourceId} {...{ companyId, calendar, resourceId, onSaved }} />
    </section>
  )
}

/** A person's own hours apply only once some are saved; until then the company's do. */
function WeekForm({ companyId, calendar, resourceId, onSaved }: WeekCardProps & { resourceId: string | null }) {
  const saved = weekDraftOf(calendar, resourceId)
  const isOwn = resourceId === null || openMinutes(saved) > 0
  const [typed, setTyped] = useState<WeekDraft>()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [copied, setCopied] = useState<number>()
  const { isBusy, failure, action } = useAction({ onFields: refuse })
  const week = typed ?? (calendar.has_calendar ? saved : usualWeek)

  function refuse(texts: Record<string, string>) {
    setErrors(texts)
    const [first] = Object.keys(texts)
    if (first) requestAnimationFrame(() => document.getElementById(fieldId(first))?.focus())
  }
  function changeDay(index: number, ranges: readonly RangeDraft[]) {
    setTyped(week.map((one, at) => (at === index ? ranges : one)))
    setErrors((last) => Object.fromEntries(Object.entries(last).filter(([path]) => !path.startsWith(`week.${index}`))))
  }
  const save = (wanted: WeekDraft, said: string) =>
    action(async () => {
      const answer = await call('save-hours', { companyId, resourceId, week: weekInputOf(wanted) })
      await onSaved(answer, said)
      setTyped(undefined)
    })
  function submit(event: FormEvent) {
    event.preventDefault()
    const found = errorsIn(week)
    if (Object.keys(found).length > 0) return refuse(found)
    void save(week, 'Die Zeiten sind gespeichert.')
  }
  if (!isOwn && typed === undefined)
    return (
      <div className="hours-foot">
        <p className="small muted">Es gelten die Zeiten des Betriebs.</p>
        <button type="button" className="button neutral small" onClick={() => setTyped(weekDraftOf(calendar, null))}>
          Eigene Zeiten eintragen
        </button>
      </div>
    )
  return (
    <>
      <form noValidate onSubmit={submit} aria-labelledby="week-title">
        <ErrorSummary fields={Object.keys(errors).map((path) => ({ id: fieldId(path), label: labelOf(path) }))} />
        <div className="hours-row hours-heads" aria-hidden="true">
          <span>Tag</span>
          <span />
          <span>Von – bis, „8“ oder „0830“ genügt</span>
          <div className="axis hours-axis">
            {[6, 8, 10, 12, 14, 16, 18, 20].map((hour) => (
              <i key={hour} style={{ left: `${((hour - 6) / 16) * 100}%` }}>
                {hour}
              </i>
            ))}
          </div>
        </div>
        <ul>
          {week.map((ranges, index) => (
            <DayRow
              // biome-ignore lint/suspicious/noArrayIndexKey: a day is its place in the week
              key={index}
              index={index}
              ranges={ranges}
              errors={errors}
              onChange={(changed) => changeDay(index, changed)}
              onCopy={() => setCopied(index)}
            />
          ))}
        </ul>
        <Failure title="Die Zeiten wurden nicht gespeichert" text={failure} />
        <div className="hours-foot">
          <p className="small muted">{openMinutes(week) > 0 ? `${hoursText(openMinutes(week))} in der Woche` : 'Keine Öffnungszeiten'}</p>
          {resourceId === null || !isOwn ? null : (
            <button
              type="button"
              className="button neutral small"
              onClick={() =>
                void save(
                  week.map(() => []),
                  'Es gelten wieder die Zeiten des Betriebs.',
                )
              }
            >
              Wieder wie der Betrieb
            </button>
          )}
          <BusyButton className="button primary" isBusy={isBusy}>
            {isBusy ? 'Wird gespeichert…' : 'Zeiten speichern'}
          </BusyButton>
        </div>
        <LeaveGuard isChanged={typed !== undefined} />
      </form>
      {/* Outside of the form: the dialog's own form would submit this one, too. */}
      {copied === undefined ? null : (
        <PickDays
          from={copied}
          onPick={(days) => {
            setTyped(week.map((ranges, at) => (days.includes(at) ? (week[copied] ?? ranges) : ranges)))
            setErrors({})
            setCopied(undefined)
          }}
          onClose={() => setCopied(undefined)}
        />
      )}
    </>
  )
}
