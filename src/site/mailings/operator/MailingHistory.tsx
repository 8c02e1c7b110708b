import { useEffect, useState } from 'react'
import { formatMoment } from '#src/platform/kit/dates.ts'
import type { Column } from '#src/platform/web/lists/DataTable.tsx'
import { ListRows, type ListTexts } from '#src/platform/web/lists/ListRows.tsx'
import { StatusChip } from '#src/platform/web/parts/StatusChip.tsx'
import type { CallAnswer } from '#src/platform/web/queries/call.ts'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { mailingStatusLabels } from '#src/site/mailings/texts.ts'
import { statusTones } from './MailingProgress.tsx'

type Mailing = CallAnswer<'admin-list-mailings'>['rows'][number]
type HistoryProps = {
  shownId: string | undefined
  /** Changes with the newest mailing, which reloads the list. */
  stamp: string
  onShow: (mailingId: string) => void
}

/** All mailings, newest first, with a link to the results of each. */
export function MailingHistory({ shownId, stamp, onShow }: HistoryProps) {
  const [page, setPage] = useState(1)
  const { queryResult, reload } = useQuery('admin-list-mailings', { page })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stamp says that something changed
  useEffect(() => {
    void reload()
  }, [stamp, reload])
  return (
    <section className="card" aria-labelledby="mailing-history-title" aria-busy={queryResult.isBusy}>
      <div className="card-head">
        <h2 id="mailing-history-title">Verlauf</h2>
      </div>
      <ListRows
        texts={texts}
        queryResult={queryResult}
        columns={columns(shownId, onShow)}
        keyOf={({ id }) => id}
        onRetry={() => void reload()}
        onPage={setPage}
      />
    </section>
  )
}

const texts: ListTexts = {
  label: 'Tabelle der Rund-Mails',
  loading: 'Rund-Mails werden geladen…',
  notLoaded: 'Die Rund-Mails konnten nicht geladen werden',
  none: { title: 'Noch keine Rund-Mail', text: 'Was Sie allen Anbietern schreiben, steht danach hier.' },
}

const columns = (shownId: string | undefined, onShow: (mailingId: string) => void): Column<Mailing>[] => [
  { label: 'Betreff', format: 'title', cell: ({ subject }) => subject },
  { label: 'Begonnen', format: 'date', cell: ({ started_at }) => formatMoment(new Date(started_at)) },
  { label: 'Status', cell: ({ status }) => <StatusChip tone={statusTones[status]}>{mailingStatusLabels[status]}</StatusChip> },
  { label: 'Empfänger', format: 'number', cell: ({ total }) => total.toLocaleString('de-DE') },
  { label: 'Gesendet', format: 'number', cell: ({ sent }) => sent.toLocaleString('de-DE') },
  { label: 'Fehlgeschlagen', format: 'number', cell: ({ failed }) => failed.toLocaleString('de-DE') },
  {
    label: 'Ergebnisse',
    cell: ({ id, subject }) =>
      id === shownId ? (
        'Oben zu sehen'
      ) : (
        <button type="button" className="button neutral small" onClick={() => onShow(id)}>
          Ansehen<span className="unseen">: {subject}</span>
        </button>
      ),
  },
]
