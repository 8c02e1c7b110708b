import { useState } from 'react'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { euros } from '#src/platform/kit/money.ts'
import { plural } from '#src/platform/kit/text.ts'
import { type Column, DataTable, TableWaiting } from '#src/platform/web/lists/DataTable.tsx'
import { Fact } from '#src/platform/web/parts/Fact.tsx'
import { StatusChip } from '#src/platform/web/parts/StatusChip.tsx'
import { QueryRegion } from '#src/platform/web/queries/QueryRegion.tsx'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import type { RevenueCheck } from './rules.ts'
import { checkLabels, revenuePollingMs, revenueTexts } from './texts.ts'
import '#src/platform/web/styles/facts.css'

/** Counts and checks of the figures. Expensive, because it reads the whole ledger, so it is loaded only when opened. */
export function RevenueDebug() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="card revenue-debug" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{revenueTexts.debug}</summary>
      {isOpen ? <Check /> : null}
    </details>
  )
}

function Check() {
  const { queryResult, reload } = useQuery('admin-check-revenues', {}, { everyMs: revenuePollingMs })
  return (
    <div className="card-body stack" aria-busy={queryResult.isBusy}>
      <QueryRegion
        queryResult={queryResult}
        failed={revenueTexts.debugNotLoaded}
        loading={<TableWaiting rows={4} text="Debug-Info wird geladen…" />}
        onRetry={reload}
      >
        {(check) => (
          <>
            <Facts check={check} />
            <DataTable label="Tabelle der Gegenproben" columns={columns} rows={check.checks} keyOf={({ name }) => name} />
          </>
        )}
      </QueryRegion>
    </div>
  )
}

const momentText = (at: string | null) => (at === null ? '–' : formatMoment(new Date(at)))

const Facts = ({ check }: { check: RevenueCheck }) => (
  <dl className="figures revenue-facts">
    <Fact label="Einträge im Hauptbuch">
      {check.ledger_entries.toLocaleString('de-DE')} in {plural(check.ledger_transactions, 'Buchungssatz', 'Buchungssätzen')}
    </Fact>
    <Fact label="Ältester Eintrag">{momentText(check.oldest_at)}</Fact>
    <Fact label="Neuester Eintrag">{momentText(check.newest_at)}</Fact>
    <Fact label="Zahlungen">{check.payment_transactions.toLocaleString('de-DE')}</Fact>
    <Fact label="Offene Zahlungen">
      {plural(check.open_payments, 'Buchung', 'Buchungen')}, {euros(check.open_payments_amount)}
    </Fact>
  </dl>
)

const columns: Column<RevenueCheck['checks'][number]>[] = [
  { label: 'Summe', format: 'title', cell: ({ name }) => checkLabels[name].name },
  { label: 'Laut Hauptbuch', format: 'number', cell: ({ found }) => euros(found) },
  { label: 'Gegenprobe', cell: ({ name }) => checkLabels[name].expected },
  { label: 'Betrag der Gegenprobe', format: 'number', cell: ({ expected }) => euros(expected) },
  {
    label: 'Ergebnis',
    cell: ({ is_equal }) => (is_equal ? <StatusChip tone="done">Stimmt</StatusChip> : <StatusChip tone="bad">Weicht ab</StatusChip>),
  },
]
