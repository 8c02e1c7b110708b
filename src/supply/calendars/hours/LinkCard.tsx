import { useState } from 'react'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { Field, FieldGroup } from '#src/platform/web/forms/Field.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { type LinkShows, linkShows } from '../links/rules.ts'
import { type CalendarView, fieldId } from './form.ts'

const showsLabels: Record<LinkShows, { label: string; help: string }> = {
  details: { label: 'Mit Einzelheiten', help: 'Leistung, Name, Telefon und Ort des Auftrags' },
  busy: { label: 'Nur „Belegt“', help: 'Für Kalender, die auch andere sehen' },
}

/** Secret URL at which the company's calendar program reads the appointments; shown once, when it is created. */
export function LinkCard({ companyId, calendar }: { companyId: string; calendar: CalendarView }) {
  const [shows, setShows] = useState<LinkShows>(calendar.link_shows ?? 'details')
  const [url, setUrl] = useState<string>()
  const { isBusy, failure, action } = useAction()
  const hasLink = url !== undefined || calendar.link_shows !== null
  const renew = () => action(async () => setUrl((await call('rotate-calendar-link', { companyId, shows })).url))
  return (
    <section className="card" aria-labelledby="link-title">
      <div className="card-head">
        <h2 id="link-title">Termine im eigenen Kalender</h2>
      </div>
      <div className="hours-form stack">
        <p className="small muted">
          Mit einer geheimen Adresse zeigt Ihr Kalenderprogramm die vereinbarten Termine und liest sie immer wieder neu.
        </p>
        <FieldGroup id={fieldId('shows')} legend="Was dort steht" error={undefined}>
          {linkShows.map((one) => (
            <label key={one} className="check">
              <input type="radio" name="shows" checked={shows === one} onChange={() => setShows(one)} />
              <span>
                <b>{showsLabels[one].label}</b>
                <br />
                <span className="policy-help small muted">{showsLabels[one].help}</span>
              </span>
            </label>
          ))}
        </FieldGroup>
        {url === undefined ? null : <Address url={url} />}
        {hasLink ? <p className="small muted">Mit einer neuen Adresse gilt die bisherige nicht mehr.</p> : null}
        <Failure title="Die Adresse wurde nicht erstellt" text={failure} />
        <div className="row">
          <BusyButton className="button secondary" type="button" isBusy={isBusy} onClick={() => void renew()}>
            {hasLink ? 'Neue Adresse erstellen' : 'Adresse erstellen'}
          </BusyButton>
        </div>
      </div>
    </section>
  )
}

function Address({ url }: { url: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <>
      <Field id={fieldId('address')} label="Geheime Adresse" hint="Sie wird nur jetzt gezeigt. Wer sie kennt, sieht Ihre Termine.">
        {(control) => <input {...control} type="text" readOnly value={url} onFocus={({ target }) => target.select()} />}
      </Field>
      <div className="row">
        <button type="button" className="button neutral small" onClick={() => void copy()}>
          Kopieren
        </button>
        <span role="status" className="small muted">
          {isCopied ? 'Kopiert' : ''}
        </span>
      </div>
    </>
  )
}
