import { Link } from 'react-router'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { plural } from '#src/platform/kit/text.ts'
import { Fact } from '#src/platform/web/parts/Fact.tsx'
import { StatusChip } from '#src/platform/web/parts/StatusChip.tsx'
import { QueryRegion } from '#src/platform/web/queries/QueryRegion.tsx'
import { RefreshButton } from '#src/platform/web/queries/RefreshButton.tsx'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { type HealthView, overviewPolling, troublesOf } from './rules.ts'
import '#src/platform/web/styles/facts.css'

/** Health of the system: queued and failed jobs, waiting events, discrepancies, versions. */
export function HealthCard() {
  const { queryResult, reload, refresh } = useQuery('admin-health', {}, { everyMs: overviewPolling.healthMs })
  const { data, isBusy } = queryResult
  return (
    <section className="card" aria-labelledby="health-title" aria-busy={isBusy}>
      <div className="card-head">
        <h2 id="health-title">Technischer Zustand</h2>
        <span className="row wrapping">
          {data ? <State health={data} /> : null}
          <RefreshButton isBusy={isBusy} onRefresh={refresh} />
        </span>
      </div>
      <div className="card-body stack">
        <QueryRegion
          queryResult={queryResult}
          failed="Der Zustand konnte nicht geladen werden"
          loading={<span className="skeleton skeleton-block" />}
          onRetry={reload}
        >
          {(health) => <Health health={health} />}
        </QueryRegion>
      </div>
    </section>
  )
}

function State({ health }: { health: HealthView }) {
  const troubles = troublesOf(health)
  if (troubles.length === 0) return <StatusChip tone="done">Alles in Ordnung</StatusChip>
  return <StatusChip tone="bad">{plural(troubles.length, 'Hinweis', 'Hinweise')}</StatusChip>
}

function Health({ health }: { health: HealthView }) {
  const { jobs, events, open_breaks, last_audit, versions, now } = health
  const troubles = troublesOf(health)
  return (
    <>
      {troubles.length > 0 ? (
        <ul className="troubles">
          {troubles.map((trouble) => (
            <li key={trouble}>{trouble}</li>
          ))}
        </ul>
      ) : null}
      <dl className="figures">
        <Fact label="Aufträge">
          {jobs.waiting.toLocaleString('de-DE')} wartend, {jobs.running.toLocaleString('de-DE')} laufend,{' '}
          {jobs.failed.toLocaleString('de-DE')} fehlgeschlagen
        </Fact>
        <Fact label="Ältester wartender Auftrag">{jobs.oldest_at ? formatMoment(new Date(jobs.oldest_at)) : 'keiner'}</Fact>
        {jobs.failures.length > 0 ? (
          <Fact label="Fehlgeschlagene Aufträge">
            {jobs.failures.map(({ job, attempts }) => `${job} (${plural(attempts, 'Versuch', 'Versuche')})`).join(', ')}
          </Fact>
        ) : null}
        <Fact label="Prozesse">{jobs.workers.toLocaleString('de-DE')}</Fact>
        <Fact label="Unverarbeitete Ereignisse">
          {`${events.unprocessed.toLocaleString('de-DE')}${events.oldest_at ? `, ältestes ${formatMoment(new Date(events.oldest_at))}` : ''}`}
        </Fact>
        <Fact label="Nicht zugestellte Ereignisse nachgefragt">
          {events.asked_at ? formatMoment(new Date(events.asked_at)) : 'noch nie'}
        </Fact>
        <Fact label="Offene Abweichungen">
          {open_breaks === 0 ? 'keine' : <Link to="/admin/payouts">{open_breaks.toLocaleString('de-DE')} ansehen</Link>}
        </Fact>
        <Fact label="Letzte Selbstprüfung">{auditText(last_audit)}</Fact>
        <Fact label="Versionen">
          Anwendung {versions.app}, Node {versions.node}, PostgreSQL {versions.postgres}
        </Fact>
        <Fact label="Datenbankschema">
          {plural(versions.migrations, 'Migration', 'Migrationen')}, zuletzt {versions.newest_migration}
        </Fact>
      </dl>
      <p className="tiny dim">Stand {formatMoment(new Date(now))}</p>
    </>
  )
}

function auditText(audit: HealthView['last_audit']) {
  if (!audit) return 'noch keine'
  const at = formatMoment(new Date(audit.finished_at))
  return audit.is_clean ? `${at}, fehlerfrei` : `${at}, ${plural(audit.violations, 'Verstoß', 'Verstöße')}`
}
