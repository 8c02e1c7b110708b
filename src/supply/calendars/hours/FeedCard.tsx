import { type FormEvent, useState } from 'react'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { Field } from '#src/platform/web/forms/Field.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { feedFailureTexts, feedLimits, feedTexts, remarkText } from '../feeds/rules.ts'
import { type CalendarView, fieldId } from './form.ts'
import type { CardProps } from './HoursCalls.tsx'

/** External calendar of the company: times that are busy there cannot be booked here. */
export function FeedCard({ companyId, calendar: { feed }, onSaved }: CardProps & { calendar: CalendarView }) {
  const [url, setUrl] = useState('')
  const [error, setError] = useState<string>()
  const { isBusy, failure, action } = useAction({ onFields: (texts) => setError(texts.url) })
  const save = (event: FormEvent) => {
    event.preventDefault()
    setError(undefined)
    void action(async () => {
      await call('save-feed', { companyId, url })
      setUrl('')
      await onSaved({ outside: [] }, feedTexts.saved)
    })
  }
  const remove = () =>
    action(async () => {
      await call('remove-feed', { companyId })
      await onSaved({ outside: [] }, feedTexts.removed)
    }, 'Der Kalender wurde nicht getrennt')
  return (
    <section className="card" aria-labelledby="feed-title">
      <div className="card-head">
        <h2 id="feed-title">Eigenen Kalender verbinden</h2>
      </div>
      <form className="hours-form stack" noValidate onSubmit={save}>
        <p className="small muted">
          Was in Ihrem Kalender bei Google, Outlook, Apple oder Proton steht, sperrt hier die freien Zeiten. Wir lesen ihn alle{' '}
          {feedLimits.everyMinutes} Minuten und sehen nur, wann Sie belegt sind; Titel speichern wir nicht.
        </p>
        {feed ? <Connected feed={feed} /> : null}
        <Field id={fieldId('feed')} label="Geheime Adresse (iCal)" error={error}>
          {(control) => (
            <input
              {...control}
              type="url"
              autoComplete="off"
              spellCheck={false}
              value={url}
              onChange={({ target }) => setUrl(target.value)}
            />
          )}
        </Field>
        <Failure title="Der Kalender wurde nicht verbunden" text={failure} />
        <div className="row wrapping">
          <BusyButton className="button secondary" type="submit" isBusy={isBusy}>
            {feed ? 'Anderen Kalender verbinden' : 'Verbinden'}
          </BusyButton>
          {feed ? (
            <button type="button" className="button neutral" onClick={() => void remove()}>
              Trennen
            </button>
          ) : null}
        </div>
      </form>
    </section>
  )
}

function Connected({ feed: { host, read_at, failure, remarks } }: { feed: NonNullable<CalendarView['feed']> }) {
  const read = read_at === null ? 'noch nicht gelesen' : `zuletzt gelesen am ${formatMoment(new Date(read_at))}`
  if (failure === null) {
    return (
      <>
        <p className="small">
          Verbunden mit <b>{host}</b>, {read}.
        </p>
        {remarks.length > 0 ? (
          <>
            <Note kind="warn" title="Nicht alles in diesem Kalender war zu lesen" />
            <ul className="small">
              {remarks.map((remark) => (
                <li key={`${remark.kind}:${remark.name}`}>{remarkText(remark)}</li>
              ))}
            </ul>
          </>
        ) : null}
      </>
    )
  }
  return (
    <Note kind="warn" title={`${host} ist nicht zu lesen`}>
      {feedFailureTexts[failure]}. Was zuletzt belegt war, bleibt gesperrt ({read}).
    </Note>
  )
}
