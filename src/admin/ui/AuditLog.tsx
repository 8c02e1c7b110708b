import { useCallback, useEffect, useState } from 'react'
import { CallError, callWithTotal } from '#src/web/call.ts'
import { Note } from '#src/web/Note.tsx'
import { adminLimits } from '../gateRules.ts'
import type { ShownAudit } from '../rules.ts'
import { AuditTable } from './AuditTable.tsx'

type Page = { entries: ShownAudit[]; total: number }
type Reading = { status: 'loading' } | { status: 'failed'; text: string } | ({ status: 'loaded' } & Page)

/** The audit log, page by page, newest first. */
export function AuditLog({ onLost }: { onLost: () => Promise<void> }) {
  const [offset, setOffset] = useState(0)
  const { reading, retry } = useAuditPage({ offset, onLost })
  return (
    <section className="card" aria-labelledby="audit-title" aria-busy={reading.status === 'loading'}>
      <div className="ch">
        <h2 id="audit-title">Protokoll</h2>
        <span className="sm dim">Wer hat wann was getan</span>
      </div>
      {reading.status === 'failed' ? (
        <div className="cb">
          <Note
            kind="bad"
            role="alert"
            title="Das Protokoll konnte nicht geladen werden"
            actions={
              <button type="button" className="btn btn-s btn-sm" onClick={retry}>
                Erneut versuchen
              </button>
            }
          >
            {reading.text}
          </Note>
        </div>
      ) : null}
      {reading.status === 'loading' ? <p className="cb mut">Protokoll wird geladen…</p> : null}
      {reading.status === 'loaded' ? <AuditTable {...reading} offset={offset} onTurn={setOffset} /> : null}
    </section>
  )
}

function useAuditPage({ offset, onLost }: { offset: number; onLost: () => Promise<void> }) {
  const [reading, setReading] = useState<Reading>({ status: 'loading' })
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round reads the same page again
  useEffect(() => {
    const stop = new AbortController()
    const show = (next: Reading) => {
      if (!stop.signal.aborted) setReading(next)
    }
    readPage({ offset, signal: stop.signal })
      .then((page) => show({ status: 'loaded', ...page }))
      .catch(async (error: unknown) => {
        if (stop.signal.aborted) return
        if (error instanceof CallError && [401, 403].includes(error.status)) return onLost()
        show({ status: 'failed', text: error instanceof CallError ? error.message : 'Unbekannter Fehler' })
      })
    return () => stop.abort()
  }, [offset, onLost, round])
  const retry = useCallback(() => {
    setReading({ status: 'loading' })
    setRound((last) => last + 1)
  }, [])
  return { reading, retry }
}

async function readPage({ offset, signal }: { offset: number; signal: AbortSignal }): Promise<Page> {
  const { answer, total } = await callWithTotal('admin-list-audit', { limit: adminLimits.auditPage, offset }, { signal })
  return { entries: answer, total }
}
