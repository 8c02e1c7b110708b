import { type ReactNode, useState } from 'react'
import { euros } from '#src/dashboard/overview/OverviewTiles.tsx'
import { formatMoment } from '#src/kit/dates.ts'
import { plural } from '#src/kit/text.ts'
import { type Column, DataTable, TableWaiting } from '#src/web/lists/DataTable.tsx'
import { StatusChip } from '#src/web/parts/StatusChip.tsx'
import { RegionFailure } from '#src/web/reading/RegionFailure.tsx'
import { useReading } from '#src/web/reading/useReading.ts'
import type { RevenueCheck } from './rules.ts'
import { checkWords, revenuePollingMs, revenueTexts } from './texts.ts'

/** What stands behind the figures. It reads all the books, so nothing is read before the box is opened. */
export function RevenueDebug() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="card rv-card rv-debug" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{revenueTexts.debug}</summary>
      {isOpen ? <Check /> : null}
    </details>
  )
}

function Check() {
  const { reading, reload } = useReading('admin-check-revenues', {}, { everyMs: revenuePollingMs })
  const { shown, failure } = reading
  return (
    <div className="cb stack" aria-busy={reading.isBusy}>
      {failure === undefined ? null : <RegionFailure title={revenueTexts.debugNotLoaded} text={failure} onRetry={() => void reload()} />}
      {shown || failure !== undefined ? null : <TableWaiting rows={4} text="Debug-Info wird geladen…" />}
      {shown ? <Facts check={shown} /> : null}
      {shown ? <DataTable label="Tabelle der Gegenproben" columns={columns} rows={shown.checks} keyOf={({ name }) => name} /> : null}
    </div>
  )
}

const momentText = (at: string | null) => (at === null ? '–' : formatMoment(new Date(at)))

const Facts = ({ check }: { check: RevenueCheck }) => (
  <dl className="rv-facts">
    <Fact name="Einträge im Hauptbuch">
      {check.ledger_entries.toLocaleString('de-DE')} in {plural(check.ledger_transactions, 'Buchungssatz', 'Buchungssätzen')}
    </Fact>
    <Fact name="Ältester Eintrag">{momentText(check.oldest_at)}</Fact>
    <Fact name="Neuester Eintrag">{momentText(check.newest_at)}</Fact>
    <Fact name="Zahlungen">{check.payment_transactions.toLocaleString('de-DE')}</Fact>
    <Fact name="Offene Zahlungen">
      {plural(check.open_payments, 'Buchung', 'Buchungen')}, {euros(check.open_payments_amount)}
    </Fact>
  </dl>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const columns: Column<RevenueCheck['checks'][number]>[] = [
  { label: 'Summe', format: 'title', cell: ({ name }) => checkWords[name].name },
  { label: 'Laut Hauptbuch', format: 'number', cell: ({ found }) => euros(found) },
  { label: 'Gegenprobe', cell: ({ name }) => checkWords[name].expected },
  { label: 'Betrag der Gegenprobe', format: 'number', cell: ({ expected }) => euros(expected) },
  {
    label: 'Ergebnis',
    cell: ({ is_equal }) => (is_equal ? <StatusChip tone="done">Stimmt</StatusChip> : <StatusChip tone="bad">Weicht ab</StatusChip>),
  },
]
