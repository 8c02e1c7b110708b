import { useState } from 'react'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { Options, SelectField } from '#src/platform/web/forms/Field.tsx'
import { RotateCw } from '#src/platform/web/icons/Icons.tsx'
import type { Column } from '#src/platform/web/lists/DataTable.tsx'
import { ListRows, type ListTexts } from '#src/platform/web/lists/ListRows.tsx'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { DownloadButton } from '#src/platform/web/parts/DownloadButton.tsx'
import { StatusChip } from '#src/platform/web/parts/StatusChip.tsx'
import type { CallAnswer } from '#src/platform/web/queries/call.ts'
import { RefreshButton } from '#src/platform/web/queries/RefreshButton.tsx'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { mailingAreaLimits, mailingAreaTexts } from '#src/site/mailings/areaTexts.ts'
import { useResuming } from './MailingProgress.tsx'

type Result = CallAnswer<'admin-list-mailing-results'>['rows'][number]
type Only = 'sent' | 'failed' | 'waiting'
type ResultsProps = {
  mailingId: string
  /** False while a mailing runs: nothing can be resent then. */
  canResend: boolean
  isMoving: boolean
  onResumed: (mailingId: string) => Promise<void>
}

/** Results of a mailing by recipient; failed mails can be resent, one by one or all together. */
export function MailingResults({ mailingId, canResend, isMoving, onResumed }: ResultsProps) {
  const [result, setResult] = useState<Only>()
  const [page, setPage] = useState(1)
  const filter = result ? { result } : {}
  const everyMs = isMoving ? mailingAreaLimits.resultsMs : mailingAreaLimits.everyMs
  const { queryResult, reload, refresh } = useQuery('admin-list-mailing-results', { mailingId, page, ...filter }, { everyMs })
  const { isBusy, resume } = useResuming({ mailingId, onResumed: showAgain })
  async function showAgain(id: string) {
    await Promise.all([reload(), onResumed(id)])
  }
  function show(next: Only | undefined) {
    setResult(next)
    setPage(1)
  }
  const again = canResend ? (recipientId: string) => void resume({ which: 'failed', recipientId }) : undefined
  return (
    <section className="card" aria-labelledby="mailing-results-title" aria-busy={queryResult.isBusy}>
      <div className="card-head">
        <h2 id="mailing-results-title">Ergebnisse</h2>
        <div className="row wrapping">
          <DownloadButton
            path={`/functions/v1/admin-mailing-results.csv?${new URLSearchParams({ mailingId, ...(result ? { result } : {}) })}`}
            name="rund-mail.csv"
          >
            Als CSV herunterladen
          </DownloadButton>
          <RefreshButton isBusy={queryResult.isBusy} onRefresh={refresh} />
        </div>
      </div>
      <div className="card-body row wrapping mailing-filter">
        <ResultFilter result={result} onShow={show} />
        {canResend && result === 'failed' && queryResult.data?.total ? (
          <BusyButton type="button" className="button secondary" isBusy={isBusy} onClick={() => void resume({ which: 'failed' })}>
            <RotateCw />
            {mailingAreaTexts.allAgain}
          </BusyButton>
        ) : null}
      </div>
      <ListRows
        texts={texts}
        queryResult={queryResult}
        columns={columns(again)}
        keyOf={({ id }) => id}
        isFiltered={result !== undefined}
        onReset={() => show(undefined)}
        onRetry={() => void reload()}
        onPage={setPage}
      />
    </section>
  )
}

const texts: ListTexts = {
  label: 'Tabelle der Ergebnisse',
  loading: 'Ergebnisse werden geladen…',
  notLoaded: 'Die Ergebnisse konnten nicht geladen werden',
  none: { title: 'Noch keine Ergebnisse', text: 'Sobald der Versand beginnt, steht hier jeder Anbieter.' },
  noneFound: { title: 'Nichts gefunden', text: 'Mit diesem Ergebnis gibt es keinen Anbieter.' },
}

const words = { sent: 'Gesendet', failed: 'Fehlgeschlagen', waiting: 'Wartet' } as const

const ResultFilter = ({ result, onShow }: { result: Only | undefined; onShow: (result: Only | undefined) => void }) => (
  <SelectField id="mailing-result" label="Ergebnis" value={result ?? ''} onChange={(value) => onShow(onlyOf(value))}>
    <option value="">Alle</option>
    <Options words={words} />
  </SelectField>
)

const onlyOf = (name: string): Only | undefined => (name === 'sent' || name === 'failed' || name === 'waiting' ? name : undefined)

const columns = (onAgain: ((recipientId: string) => void) | undefined): Column<Result>[] => [
  { label: 'Firma', format: 'title', cell: ({ company }) => company },
  { label: 'Nr.', format: 'number', cell: ({ position }) => position.toLocaleString('de-DE') },
  { label: 'E-Mail', cell: ({ email }) => email },
  { label: 'Ergebnis', cell: (result) => <State result={result} /> },
  { label: 'Message-ID oder Fehler', cell: (result) => <span className="tiny">{detailOf(result)}</span> },
  { label: 'Zeitpunkt', format: 'date', cell: ({ processed_at }) => (processed_at ? formatMoment(new Date(processed_at)) : '–') },
  { label: 'Wiederholen', cell: (result) => <Again result={result} onAgain={onAgain} /> },
]

function State({ result: { success } }: { result: Result }) {
  if (success === null) return <StatusChip tone="waiting">{words.waiting}</StatusChip>
  return success ? <StatusChip tone="good">{words.sent}</StatusChip> : <StatusChip tone="bad">{words.failed}</StatusChip>
}

function detailOf({ message_id, error, next_try_at }: Result) {
  if (next_try_at) return `Neuer Versuch ${formatMoment(new Date(next_try_at))}`
  return message_id ?? error ?? '–'
}

function Again({ result, onAgain }: { result: Result; onAgain: ((recipientId: string) => void) | undefined }) {
  if (result.success !== false || !onAgain) return '–'
  return (
    <button type="button" className="button neutral small" onClick={() => onAgain(result.id)}>
      {mailingAreaTexts.again}
      <span className="unseen">: {result.company}</span>
    </button>
  )
}
