import { useCallback, useEffect, useState } from 'react'
import { formatMoment } from '#src/kit/dates.ts'
import { BusyButton } from '#src/web/parts/BusyButton.tsx'
import { Note } from '#src/web/parts/Note.tsx'
import { CallError, call } from '#src/web/reading/call.ts'
import { readCall } from '#src/web/reading/readCall.ts'
import { showToast } from '#src/web/shell/toast.ts'

type Session = Awaited<ReturnType<typeof call<'list-own-sessions'>>>['sessions'][number]
type Reading = { status: 'loading' } | { status: 'failed'; text: string } | { status: 'loaded'; sessions: Session[] }

/** Where the account is signed in, with 'Abmelden' for each. */
export function OwnSessions() {
  const { reading, load } = useSessions()
  return (
    <section className="card pad stack" aria-labelledby="sessions-title" aria-busy={reading.status === 'loading'}>
      <h2 id="sessions-title">Angemeldete Geräte</h2>
      {reading.status === 'failed' ? (
        <Note
          kind="bad"
          role="alert"
          title="Die Geräte konnten nicht geladen werden"
          actions={
            <button type="button" className="btn btn-s btn-sm" onClick={load}>
              Erneut versuchen
            </button>
          }
        >
          {reading.text}
        </Note>
      ) : null}
      {reading.status === 'loading' ? (
        <div className="sess">
          <div className="sk" />
          <span className="sr" role="status">
            Geräte werden geladen…
          </span>
        </div>
      ) : null}
      {reading.status === 'loaded' ? (
        <ul className="sess">
          {reading.sessions.map((session) => (
            <SessionRow key={session.id} session={session} onEnded={load} />
          ))}
        </ul>
      ) : null}
    </section>
  )
}

function useSessions() {
  const [reading, setReading] = useState<Reading>({ status: 'loading' })
  const load = useCallback(() => {
    readCall('list-own-sessions', {}).then(
      ({ sessions }) => setReading({ status: 'loaded', sessions }),
      (error: unknown) => setReading({ status: 'failed', text: textOf(error) }),
    )
  }, [])
  useEffect(load, [load])
  return { reading, load }
}

const textOf = (error: unknown) => (error instanceof CallError ? error.message : 'Bitte versuchen Sie es erneut.')

function SessionRow({ session, onEnded }: { session: Session; onEnded: () => void }) {
  const [isBusy, setIsBusy] = useState(false)

  async function end() {
    if (isBusy) return
    setIsBusy(true)
    try {
      await call('end-own-session', { sessionId: session.id })
      // This browser has just signed itself out: everything on the page is somebody else's now.
      if (session.is_current) return location.assign('/')
      showToast({ kind: 'success', title: 'Gerät abgemeldet' })
      onEnded()
    } catch (error) {
      showToast({ kind: 'error', title: 'Abmelden fehlgeschlagen', text: textOf(error) })
    }
    setIsBusy(false)
  }

  return (
    <li>
      <span>
        <span className="strong">{session.device}</span>
        {session.is_current ? <span className="badge b-veri">Dieses Gerät</span> : null}
        <span className="sm mut num-line">
          Angemeldet {formatMoment(new Date(session.created_at))}, zuletzt aktiv {formatMoment(new Date(session.seen_at))}
        </span>
      </span>
      <BusyButton className="btn btn-g btn-sm" type="button" isBusy={isBusy} onClick={end}>
        Abmelden<span className="sr">: {session.device}</span>
      </BusyButton>
    </li>
  )
}
