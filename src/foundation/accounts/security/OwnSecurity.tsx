import { type ReactNode, useState } from 'react'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { securityDays } from './rules.ts'
import { SecurityRows } from './SecurityRows.tsx'

const pageSize = 10

/** Security events of the own account, newest first, in pages. */
export function OwnSecurity({ children }: { children?: ReactNode }) {
  const [page, setPage] = useState(1)
  const { queryResult, reload } = useQuery('list-own-security-events', { page, pageSize })
  return (
    <section className="card" aria-labelledby="security-title" aria-busy={queryResult.isBusy}>
      <div className="card-head">
        <h2 id="security-title">Sicherheit: Letzte Anmeldungen und Änderungen</h2>
      </div>
      <p className="card-body small muted">
        Die letzten {securityDays} Tage. Kennen Sie einen Eintrag nicht? Dann ändern Sie Ihr Passwort: Alle anderen Geräte werden dabei
        abgemeldet. Vom Netz wird nur der gekürzte Anfang der Adresse gespeichert. {children}
      </p>
      <SecurityRows pageSize={pageSize} queryResult={queryResult} onRetry={() => void reload()} onPage={setPage} />
    </section>
  )
}
