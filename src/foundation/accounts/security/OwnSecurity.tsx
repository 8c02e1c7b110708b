import { type ReactNode, useState } from 'react'
import { useReading } from '#src/platform/web/reading/useReading.ts'
import { securityDays } from './rules.ts'
import { SecurityRows } from './SecurityRows.tsx'

const pageSize = 10

/** Security events of the own account, newest first, in pages. */
export function OwnSecurity({ children }: { children?: ReactNode }) {
  const [page, setPage] = useState(1)
  const { reading, reload } = useReading('list-own-security-events', { page, pageSize })
  return (
    <section className="card" aria-labelledby="security-title" aria-busy={reading.isBusy}>
      <div className="card-head">
        <h2 id="security-title">Sicherheit: Letzte Anmeldungen und Änderungen</h2>
      </div>
      <p className="card-body small muted">
        Die letzten {securityDays} Tage. Kennen Sie einen Eintrag nicht? Dann ändern Sie Ihr Passwort: Alle anderen Geräte werden dabei
        abgemeldet. Vom Netz wird nur der gekürzte Anfang der Adresse gespeichert. {children}
      </p>
      <SecurityRows pageSize={pageSize} reading={reading} onRetry={() => void reload()} onPage={setPage} />
    </section>
  )
}
