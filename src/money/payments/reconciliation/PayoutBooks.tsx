import { useState } from 'react'
import { payoutAreaTexts } from '#src/money/payouts/operator/texts.ts'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { euros } from '#src/platform/kit/money.ts'
import { shortId } from '#src/platform/kit/text.ts'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { ShieldCheck } from '#src/platform/web/icons/Icons.tsx'
import { type Column, DataTable, TableWaiting } from '#src/platform/web/lists/DataTable.tsx'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { StatusChip } from '#src/platform/web/parts/StatusChip.tsx'
import { type CallAnswer, call } from '#src/platform/web/queries/call.ts'
import { CardFailure } from '#src/platform/web/queries/RegionFailure.tsx'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { PayoutBreaks } from './PayoutBreaks.tsx'

type Audit = CallAnswer<'admin-self-audit'>['audits'][number]

/** Shows if the ledger agrees with the PSP's balance transactions and with its own invariants. */
export function PayoutBooks() {
  const [round, setRound] = useState(0)
  return (
    <>
      <PayoutBreaks key={round} />
      <Audits onAudited={() => setRound((last) => last + 1)} />
    </>
  )
}

function Audits({ onAudited }: { onAudited: () => void }) {
  const { queryResult, reload } = useQuery('admin-self-audit', { run: false })
  const { isBusy, action } = useAction()
  const { data, failure } = queryResult
  const audit = () =>
    action(async () => {
      await call('admin-self-audit', { run: true })
      await reload()
      onAudited()
    }, payoutAreaTexts.notDone)
  return (
    <section className="card" aria-labelledby="audits-title" aria-busy={queryResult.isBusy}>
      <div className="card-head">
        <h2 id="audits-title">Selbstprüfung der Bücher</h2>
        <BusyButton type="button" className="button neutral small" isBusy={isBusy} onClick={() => void audit()}>
          <ShieldCheck />
          {isBusy ? 'Wird geprüft…' : 'Jetzt prüfen'}
        </BusyButton>
      </div>
      {failure === undefined ? null : (
        <CardFailure title="Die Prüfungen konnten nicht geladen werden" text={failure} onRetry={() => void reload()} />
      )}
      {data || failure !== undefined ? null : <TableWaiting rows={2} text="Prüfungen werden geladen…" />}
      {data?.audits.length === 0 ? <p className="card-body muted">Die Bücher wurden noch nicht geprüft.</p> : null}
      {data && data.audits.length > 0 ? (
        <DataTable label="Tabelle der Prüfungen" columns={auditColumns} rows={data.audits} keyOf={({ id }) => id} />
      ) : null}
    </section>
  )
}

const auditColumns: Column<Audit>[] = [
  { label: 'Geprüft', format: 'title', cell: ({ finished_at }) => formatMoment(new Date(finished_at)) },
  { label: 'Anlass', cell: ({ trigger }) => (trigger === 'nightly' ? 'Nächtlich' : 'Von Hand') },
  {
    label: 'Ergebnis',
    cell: ({ is_clean }) => (is_clean ? <StatusChip tone="done">In Ordnung</StatusChip> : <StatusChip tone="bad">Auffällig</StatusChip>),
  },
  { label: 'Verletzte Regeln', cell: (audit) => <Findings audit={audit} /> },
  { label: 'Offene Abweichungen', format: 'number', cell: ({ open_breaks }) => open_breaks.toLocaleString('de-DE') },
  {
    label: 'Zahlungsdienst',
    format: 'number',
    cell: ({ psp }) => (psp === null ? 'nicht erreicht' : euros(psp)),
  },
  { label: 'Hauptbuch', format: 'number', cell: ({ ledger }) => euros(ledger) },
]

const Findings = ({ audit: { violations, findings } }: { audit: Audit }) => (
  <span>
    {violations.toLocaleString('de-DE')}
    {findings.map(({ invariant, subject, text, found, expected }) => (
      <span key={`${invariant}${subject}`} className="second">
        {' '}
        {text}: {euros(found)} statt {euros(expected)} ({shortId(subject)})
      </span>
    ))}
  </span>
)
