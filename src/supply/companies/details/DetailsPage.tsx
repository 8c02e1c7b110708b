import { berlinDay, formatDate, formatLongDate } from '#src/platform/kit/dates.ts'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { QueryRegion } from '#src/platform/web/queries/QueryRegion.tsx'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { useCompanyArea } from '#src/supply/companies/ui/CompanyArea.tsx'
import { EvidenceUpload } from '../ui/EvidenceUpload.tsx'
import { DetailsForm } from './DetailsForm.tsx'
import { businessFilePath, type DetailsStanding } from './rules.ts'
import { businessFileLabels, detailNames, detailsTexts, progressOf } from './texts.ts'
import '#src/platform/web/styles/measure.css'
import './details.css'

/** Page 'Geschäftsangaben': progress, consequences of missing details, and the form. */
export default function DetailsPage() {
  const { company, refresh } = useCompanyArea()
  const { queryResult, reload } = useQuery('get-business-details', { companyId: company.id })
  const changed = () => {
    void reload()
    void refresh()
  }
  return (
    <QueryRegion
      queryResult={queryResult}
      failed="Ihre Geschäftsangaben konnten nicht geladen werden"
      loading={<p role="status">Geschäftsangaben werden geladen…</p>}
      onRetry={reload}
    >
      {(standing) => (
        <>
          <Standing standing={standing} />
          <DetailsForm key={standing.submitted_at ?? 'draft'} companyId={company.id} details={standing.details} onSaved={changed} />
          <section className="card padded stack details-card" aria-labelledby="copies-title">
            <h2 id="copies-title">Nachweise</h2>
            <p className="muted">
              Eine Kopie von Ausweis, Registerauszug oder Gewerbeanmeldung beschleunigt die Prüfung. Wir löschen sie mit der Entscheidung.
            </p>
            <EvidenceUpload
              words={businessFileLabels}
              files={standing.files}
              pathOf={(kind) => `${businessFilePath}${company.id}/${kind}`}
              remove={(fileId) => call('remove-business-file', { companyId: company.id, fileId })}
              onChanged={changed}
            />
          </section>
        </>
      )}
    </QueryRegion>
  )
}

const dayOf = (moment: string) => formatLongDate(berlinDay(new Date(moment)))

function Standing({ standing }: { standing: DetailsStanding }) {
  const { done, of, open } = progressOf(detailNames.filter((name) => standing.missing.includes(name)))
  return (
    <section className="card padded stack details-card" aria-labelledby="details-title">
      <div className="row between wrapping">
        <h2 id="details-title">
          {detailsTexts.title}: {done} von {of}
        </h2>
        <Deadline standing={standing} />
      </div>
      <progress className="measure" value={done} max={of} aria-label={`${done} von ${of} Angaben vollständig`} />
      <StateNote standing={standing} />
      {open.length > 0 ? <p className="small">Es fehlen: {open.join(', ')}.</p> : null}
      <p className="small muted">{detailsTexts.help}</p>
    </section>
  )
}

function Deadline({ standing }: { standing: DetailsStanding }) {
  if (standing.bookings_stop_at === null || standing.payouts_wait_at === null) return null
  return (
    <p className="small muted">
      Frist {formatDate(berlinDay(new Date(standing.bookings_stop_at)))}. Ab {formatDate(berlinDay(new Date(standing.payouts_wait_at)))}{' '}
      halten wir Auszahlungen zurück.
    </p>
  )
}

function StateNote({ standing }: { standing: DetailsStanding }) {
  const { status, reason, submitted_at, valid_until, are_bookings_stopped, are_payouts_withheld } = standing
  if (status === 'checked') {
    return <Note kind="ok">{`Ihre Angaben sind geprüft${valid_until ? ` und gelten bis ${formatLongDate(valid_until)}` : ''}.`}</Note>
  }
  if (status === 'submitted') {
    return (
      <Note kind="info" title="Ihre Angaben werden geprüft">
        {`${submitted_at ? `Eingereicht am ${dayOf(submitted_at)}. ` : ''}Sie können sie weiterhin ändern.`}
      </Note>
    )
  }
  return (
    <>
      {status === 'refused' ? (
        <Note kind="warn" title="Ihre Angaben wurden abgelehnt">
          {reason}
        </Note>
      ) : null}
      {status === 'expired' ? (
        <Note kind="warn" title="Ihre Angaben sind 36 Monate alt">
          Bitte sehen Sie sie durch und reichen Sie sie wieder ein.
        </Note>
      ) : null}
      {are_bookings_stopped ? (
        <Note kind="bad" title="Neue Buchungen sind angehalten">
          Sobald Ihre Angaben vollständig sind, können Kunden wieder buchen.
        </Note>
      ) : null}
      {are_payouts_withheld ? (
        <Note kind="bad" title="Auszahlungen werden zurückgehalten">
          Sobald Ihre Angaben vollständig sind, zahlen wir den ganzen Betrag aus (§ 23 PStTG).
        </Note>
      ) : null}
    </>
  )
}
