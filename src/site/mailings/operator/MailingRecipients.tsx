import { useState } from 'react'
import { plural } from '#src/platform/kit/text.ts'
import type { Column } from '#src/platform/web/lists/DataTable.tsx'
import { ListRows, type ListTexts } from '#src/platform/web/lists/ListRows.tsx'
import { StatusChip } from '#src/platform/web/parts/StatusChip.tsx'
import type { CallAnswer } from '#src/platform/web/queries/call.ts'
import { RefreshButton } from '#src/platform/web/queries/RefreshButton.tsx'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { mailingAreaLimits } from '#src/site/mailings/areaTexts.ts'
import { mailingTexts } from '#src/site/mailings/texts.ts'

type Candidate = CallAnswer<'admin-list-mailing-recipients'>['rows'][number]

/** Companies that would get a mailing now (verified, listed, with an address); those that opted out are marked. */
export function MailingRecipients() {
  const [page, setPage] = useState(1)
  const { queryResult, reload, refresh } = useQuery('admin-list-mailing-recipients', { page }, { everyMs: mailingAreaLimits.everyMs })
  const { data } = queryResult
  return (
    <section className="card" aria-labelledby="mailing-recipients-title" aria-busy={queryResult.isBusy}>
      <div className="card-head">
        <h2 id="mailing-recipients-title">Empfänger</h2>
        <div className="row wrapping">
          {data ? <span className="small muted number">{countsOf(data)}</span> : null}
          <RefreshButton isBusy={queryResult.isBusy} onRefresh={refresh} />
        </div>
      </div>
      <ListRows
        texts={texts}
        queryResult={queryResult}
        columns={columns}
        keyOf={({ company, email }) => `${company} ${email}`}
        onRetry={() => void reload()}
        onPage={setPage}
      />
    </section>
  )
}

const countsOf = ({ recipients, opted_out }: { recipients: number; opted_out: number }) =>
  opted_out === 0
    ? plural(recipients, 'Anbieter', 'Anbieter')
    : `${plural(recipients, 'Anbieter', 'Anbieter')}, ${opted_out.toLocaleString('de-DE')} abbestellt`

const texts: ListTexts = {
  label: 'Tabelle der Empfänger',
  loading: 'Empfänger werden geladen…',
  notLoaded: 'Die Empfänger konnten nicht geladen werden',
  none: { title: mailingTexts.nobody, text: 'Rund-Mails gehen an geprüfte Anbieter, die in der Suche stehen.' },
}

const columns: Column<Candidate>[] = [
  { label: 'Firma', format: 'title', cell: ({ company }) => company },
  { label: 'Ansprechpartner', cell: ({ contact_person }) => contact_person },
  { label: 'E-Mail', cell: ({ email }) => email },
  {
    label: 'Rund-Mails',
    cell: ({ opted_out }) => (opted_out ? <StatusChip tone="off">Abbestellt</StatusChip> : <StatusChip tone="good">Bekommt</StatusChip>),
  },
]
