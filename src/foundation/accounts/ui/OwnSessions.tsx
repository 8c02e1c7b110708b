import { formatMoment } from '#src/platform/kit/dates.ts'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { type CallAnswer, call } from '#src/platform/web/queries/call.ts'
import { QueryRegion } from '#src/platform/web/queries/QueryRegion.tsx'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'

type Session = CallAnswer<'list-own-sessions'>['sessions'][number]

/** Sessions of the account, with 'Abmelden' for each. */
export function OwnSessions() {
  const { queryResult, reload } = useQuery('list-own-sessions', {})
  return (
    <section className="card padded stack" aria-labelledby="sessions-title" aria-busy={queryResult.isBusy}>
      <h2 id="sessions-title">Angemeldete Geräte</h2>
      <QueryRegion queryResult={queryResult} failed="Die Geräte konnten nicht geladen werden" loading={<Waiting />} onRetry={reload}>
        {({ sessions }) => (
          <ul className="sessions">
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} onEnded={() => void reload()} />
            ))}
          </ul>
        )}
      </QueryRegion>
    </section>
  )
}

const Waiting = () => (
  <div className="sessions">
    <div className="skeleton" />
    <span className="unseen" role="status">
      Geräte werden geladen…
    </span>
  </div>
)

function SessionRow({ session, onEnded }: { session: Session; onEnded: () => void }) {
  const { isBusy, action } = useAction()

  const end = () =>
    action(async () => {
      await call('end-own-session', { sessionId: session.id })
      // This browser has just signed out, so it must leave this page.
      if (session.is_current) return location.assign('/')
      showToast({ kind: 'success', title: 'Gerät abgemeldet' })
      onEnded()
    }, 'Abmelden fehlgeschlagen')

  return (
    <li>
      <span>
        <span className="strong">{session.device}</span>
        {session.is_current ? <span className="badge verified">Dieses Gerät</span> : null}
        <span className="small muted number-line">
          Angemeldet {formatMoment(new Date(session.created_at))}, zuletzt aktiv {formatMoment(new Date(session.seen_at))}
        </span>
      </span>
      <BusyButton className="button neutral small" type="button" isBusy={isBusy} onClick={() => void end()}>
        Abmelden<span className="unseen">: {session.device}</span>
      </BusyButton>
    </li>
  )
}
