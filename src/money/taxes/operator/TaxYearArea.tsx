import { useState } from 'react'
import { berlinDay, formatDate, formatMoment } from '#src/platform/kit/dates.ts'
import { plural } from '#src/platform/kit/text.ts'
import { SelectField } from '#src/platform/web/forms/Field.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { DownloadButton } from '#src/platform/web/parts/DownloadButton.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { QueryRegion } from '#src/platform/web/queries/QueryRegion.tsx'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { firstTaxYear, indicLabels, type TaxYearPage } from '../figures.ts'
import '#src/platform/web/styles/measure.css'
import '../ui/tax.css'

/** Yearly report to the tax office: state, missing data, and files. */
export function TaxYearArea() {
  const thisYear = Number(berlinDay(new Date()).slice(0, 4))
  const [year, setYear] = useState(Math.max(firstTaxYear, thisYear))
  const years = Array.from({ length: Math.max(1, thisYear - firstTaxYear + 1) }, (_none, back) => Math.max(firstTaxYear, thisYear) - back)
  const { queryResult, reload } = useQuery('admin-tax-year', { year })
  return (
    <section className="card" aria-labelledby="tax-year-title" aria-busy={queryResult.isBusy || undefined}>
      <div className="card-head">
        <h2 id="tax-year-title">PStTG-Meldung {year}</h2>
      </div>
      <div className="card-body stack">
        <div className="tax-year">
          <SelectField id="tax-year" label="Jahr" value={year} onChange={(value) => setYear(Number(value))}>
            {years.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </SelectField>
        </div>
        <QueryRegion
          queryResult={queryResult}
          failed="Das Steuerjahr konnte nicht geladen werden"
          loading={<p role="status">Steuerjahr wird geladen…</p>}
          onRetry={reload}
        >
          {(page) => <Year page={page} onChanged={() => void reload()} />}
        </QueryRegion>
      </div>
    </section>
  )
}

function Year({ page, onChanged }: { page: TaxYearPage; onChanged: () => void }) {
  const { year, complete, reportable, missing, told, is_running, is_operator_complete } = page
  return (
    <>
      <p>
        Fällig am {formatDate(page.due_on)}. {complete} von {plural(reportable, 'Anbieter', 'Anbietern')} mit bezahlten Buchungen
        vollständig, {page.consideration.toLocaleString('de-DE')}&nbsp;€ Vergütung.
        <span>{told > 0 ? ` ${told} haben ihre Zahlen bekommen.` : ''}</span>
      </p>
      <progress
        className="measure"
        value={complete}
        max={Math.max(1, reportable)}
        aria-label={`${complete} von ${reportable} Anbietern vollständig`}
      />
      {is_operator_complete ? null : (
        <Note kind="warn" title="Angaben des Betreibers fehlen">
          Tragen Sie Name, Anschrift und USt-IdNr. in den Einstellungen ein.
        </Note>
      )}
      {missing.length > 0 ? <Missing missing={missing} /> : null}
      <Write year={year} isRunning={is_running} hasMissing={missing.length > 0} onChanged={onChanged} />
      <Reports reports={page.reports} />
    </>
  )
}

const Missing = ({ missing }: { missing: TaxYearPage['missing'] }) => (
  <details>
    <summary>{plural(missing.length, 'Anbieter unvollständig', 'Anbieter unvollständig')}</summary>
    <ul>
      {missing.map(({ company_id, company_name, missing: labels }) => (
        <li key={company_id}>
          {company_name}: {labels.join(', ')}
        </li>
      ))}
    </ul>
  </details>
)

type WriteProps = { year: number; isRunning: boolean; hasMissing: boolean; onChanged: () => void }

function Write({ year, isRunning, hasMissing, onChanged }: WriteProps) {
  const [withoutIncomplete, setWithoutIncomplete] = useState(false)
  const { isBusy, failure, action } = useAction()
  const write = () =>
    action(async () => {
      await call('admin-write-tax-report', { year, withoutIncomplete })
      showToast({ kind: 'success', title: 'Meldung geschrieben', text: 'Laden Sie die Datei herunter und senden Sie sie selbst.' })
      onChanged()
    })
  if (isRunning) return <Note kind="info">Das Jahr läuft noch. Die Meldung lässt sich ab dem 1. Januar schreiben.</Note>
  return (
    <>
      {hasMissing ? (
        <label className="check">
          <input type="checkbox" checked={withoutIncomplete} onChange={(event) => setWithoutIncomplete(event.target.checked)} />
          Ohne die unvollständigen Anbieter schreiben
        </label>
      ) : null}
      {failure ? <Note kind="bad" role="alert" title={failure} /> : null}
      <div className="row wrapping">
        <BusyButton type="button" className="button primary" isBusy={isBusy} onClick={() => void write()}>
          Meldung schreiben
        </BusyButton>
        <p className="small muted">
          Nichts wird automatisch gesendet. Vor der echten Abgabe den amtlichen Datensatz des Bundeszentralamts für Steuern prüfen.
        </p>
      </div>
    </>
  )
}

function Reports({ reports }: { reports: TaxYearPage['reports'] }) {
  if (reports.length === 0) return <p className="muted">Für dieses Jahr wurde noch keine Datei geschrieben.</p>
  return (
    <ul className="stack snug" aria-label="Geschriebene Meldungen">
      {reports.map(({ id, run, indic, sellers, sha256, written_at, downloaded_at }) => (
        <li key={id} className="row between wrapping">
          <div>
            <p className="strong">
              {indicLabels[indic]} ({indic}), {plural(sellers, 'Anbieter', 'Anbieter')}
            </p>
            <p className="small muted">
              Nr. {run}, {formatMoment(new Date(written_at))}, SHA-256 {sha256.slice(0, 12)}…
              <span>{downloaded_at ? ', heruntergeladen' : ''}</span>
            </p>
          </div>
          <DownloadButton path={`/functions/v1/tax-report.xml?reportId=${id}`} name={`pstg-meldung-${run}.xml`}>
            XML<span className="unseen"> Nr. {run}</span>
          </DownloadButton>
        </li>
      ))}
    </ul>
  )
}
