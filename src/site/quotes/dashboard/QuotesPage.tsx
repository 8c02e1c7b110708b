import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { previewSize } from '#src/foundation/files/pictureRules.ts'
import { FileLabel } from '#src/foundation/files/ui/FileLabel.tsx'
import { formatSlot } from '#src/orders/ordering/times/texts.ts'
import { formatDate, formatMoment } from '#src/platform/kit/dates.ts'
import { euros } from '#src/platform/kit/money.ts'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { TableWaiting } from '#src/platform/web/lists/DataTable.tsx'
import { Pager } from '#src/platform/web/lists/Pager.tsx'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { ConfirmDialog } from '#src/platform/web/parts/ConfirmDialog.tsx'
import { DownloadButton } from '#src/platform/web/parts/DownloadButton.tsx'
import { EmptyState } from '#src/platform/web/parts/EmptyState.tsx'
import { StatusChip, type StatusTone } from '#src/platform/web/parts/StatusChip.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { QueryRegion } from '#src/platform/web/queries/QueryRegion.tsx'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { useCompanyArea } from '#src/supply/companies/ui/CompanyArea.tsx'
import { durationText } from '#src/supply/services/texts.ts'
import { type CompanyQuote, type QuoteList, quoteFilterLabels, quoteFilters } from '../companyListRules.ts'
import { requestedTimesText } from '../rules.ts'
import { type QuoteStatus, quoteLabels } from '../states.ts'
import '#src/orders/messages/dashboard/inbox.css'
import '../ui/quotes.css'

/** Loaded lazily, because it needs the schema library. */
const QuoteForm = lazy(() => import('./QuoteForm.tsx'))

/** Requests for quotes to a company, unanswered first, and its quotes (docs/spec.md#quotes). */
export default function QuotesPage() {
  const { company, live } = useCompanyArea()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const filter = quoteFilters.find((one) => one === query.get('ansicht')) ?? 'all'
  const page = Math.max(1, Number(query.get('seite')) || 1)
  const { queryResult, reload } = useQuery('list-quotes', { companyId: company.id, filter, page }, { live })
  return (
    <section className="stack" aria-labelledby="quotes-title">
      <h2 id="quotes-title">Anfragen</h2>
      <Filters filter={filter} counts={queryResult.data?.counts} />
      <QueryRegion
        queryResult={queryResult}
        failed="Die Anfragen konnten nicht geladen werden"
        loading={<TableWaiting rows={4} text="Anfragen werden geladen…" />}
        onRetry={reload}
      >
        {(list) => (
          <>
            <Rows list={list} companyId={company.id} openId={query.get('anfrage')} reload={reload} />
            {list.counts[filter] > list.page_size ? (
              <Pager
                offset={(list.page - 1) * list.page_size}
                size={list.page_size}
                total={list.counts[filter]}
                onTurn={(offset) => void navigate(addressOf(filter, offset / list.page_size + 1))}
              />
            ) : null}
          </>
        )}
      </QueryRegion>
    </section>
  )
}

const addressOf = (filter: string, page = 1) => ({
  search: `?${new URLSearchParams({ ...(filter === 'all' ? {} : { ansicht: filter }), ...(page > 1 ? { seite: String(page) } : {}) })}`,
})

const Filters = ({ filter, counts }: { filter: string; counts: QuoteList['counts'] | undefined }) => (
  <nav className="inbox-filters" aria-label="Ansicht">
    {quoteFilters.map((one) => (
      <Link preventScrollReset key={one} to={addressOf(one)} aria-current={one === filter ? 'true' : undefined}>
        {quoteFilterLabels[one]}
        {counts ? <span className="number"> {counts[one].toLocaleString('de-DE')}</span> : null}
      </Link>
    ))}
  </nav>
)

type RowsProps = { list: QuoteList; companyId: string; openId: string | null; reload: () => Promise<unknown> }

function Rows({ list, companyId, openId, reload }: RowsProps) {
  if (list.rows.length === 0)
    return (
      <EmptyState title="Keine Anfragen" text="Fordert ein Kunde ein Angebot an, steht die Anfrage hier, und Sie bekommen eine E-Mail." />
    )
  return (
    <ul className="stack">
      {list.rows.map((quote) => (
        <li key={quote.id}>
          <Quote quote={quote} companyId={companyId} isOpenAtOnce={quote.id === openId} reload={reload} />
        </li>
      ))}
    </ul>
  )
}

const tones: Record<QuoteStatus, StatusTone> = {
  open: 'waiting',
  offered: 'waiting',
  accepted: 'good',
  declined: 'off',
  withdrawn: 'off',
  lapsed: 'off',
}

const wordOf = ({ status, ended_by: endedBy }: CompanyQuote) =>
  status === 'declined' && endedBy === 'customer' ? 'Nicht gewählt' : quoteLabels[status]

type QuoteProps = { quote: CompanyQuote; companyId: string; isOpenAtOnce: boolean; reload: () => Promise<unknown> }

function Quote({ quote, companyId, isOpenAtOnce, reload }: QuoteProps) {
  const [isWriting, setIsWriting] = useState(isOpenAtOnce && quote.status === 'open')
  return (
    <article className="card padded stack" aria-labelledby={`quote-${quote.id}`}>
      <div className="quote-head">
        <div>
          <p className="small muted">Anfrage von {quote.customer_name}</p>
          <h3 id={`quote-${quote.id}`}>{quote.title}</h3>
        </div>
        <StatusChip tone={tones[quote.status]}>{wordOf(quote)}</StatusChip>
      </div>
      <p className="own-words">{quote.description}</p>
      <p className="small muted">
        {quote.postcode} ·{' '}
        {requestedTimesText({ urgency: quote.urgency, wishedDays: quote.wished_days, wishedParts: quote.wished_parts }, formatDate)}
      </p>
      {quote.files.length > 0 ? (
        <ul className="stack tight" aria-label="Dateien">
          {quote.files.map(({ id, name, bytes, is_picture: isPicture }) => (
            <li key={id} className="asked-company">
              <span className="quote-file">
                {isPicture ? (
                  <img
                    className="quote-preview"
                    src={`/functions/v1/quote-picture?${new URLSearchParams({ companyId, attachmentId: id })}`}
                    alt={`Vorschau von ${name}`}
                    {...previewSize}
                    loading="lazy"
                  />
                ) : null}
                <FileLabel name={name} bytes={bytes} />
              </span>
              <DownloadButton path={`/functions/v1/quote-file?${new URLSearchParams({ companyId, attachmentId: id })}`} name={name}>
                Herunterladen<span className="unseen">: {name}</span>
              </DownloadButton>
            </li>
          ))}
        </ul>
      ) : null}
      {quote.offer ? <SubmittedQuote offer={quote.offer} /> : null}
      {quote.status === 'open' ? (
        <p>
          <span className="strong">Angebot bis {formatMoment(new Date(quote.answer_by))}</span>
        </p>
      ) : null}
      {isWriting && quote.status === 'open' ? (
        <Suspense fallback={<p role="status">Formular wird geladen…</p>}>
          <QuoteForm quote={quote} companyId={companyId} onSent={reload} onClose={() => setIsWriting(false)} />
        </Suspense>
      ) : (
        <Actions quote={quote} companyId={companyId} onWrite={() => setIsWriting(true)} reload={reload} />
      )}
    </article>
  )
}

const SubmittedQuote = ({ offer }: { offer: NonNullable<CompanyQuote['offer']> }) => (
  <dl className="quote-facts">
    <dt>Angebot</dt>
    <dd>
      {offer.title}, {euros(offer.total)}
    </dd>
    <dt>Dauer</dt>
    <dd>{durationText(offer.minutes)}</dd>
    <dt>Termine</dt>
    <dd>{offer.slots.map(({ date, time }) => formatSlot(`${date} ${time}`)).join(', ')}</dd>
    <dt>Gilt bis</dt>
    <dd>{formatMoment(new Date(offer.valid_until))}</dd>
  </dl>
)

type ActionsProps = { quote: CompanyQuote; companyId: string; onWrite: () => void; reload: () => Promise<unknown> }

const questions = {
  'decline-quote': {
    question: 'Anfrage ablehnen?',
    consequence: 'Sie können danach kein Angebot mehr abgeben.',
    confirmLabel: 'Ablehnen',
  },
  'withdraw-quote': {
    question: 'Angebot zurückziehen?',
    consequence: 'Der Kunde erfährt es, und Sie können kein neues Angebot abgeben.',
    confirmLabel: 'Zurückziehen',
  },
} as const

function Actions({ quote, companyId, onWrite, reload }: ActionsProps) {
  const [asking, setAsking] = useState<keyof typeof questions>()
  const { isBusy, failure, action } = useAction({ onRefused: reload })
  if (quote.booking_id !== null)
    return (
      <div>
        <Link className="button secondary" to={`/dashboard/buchungen?${new URLSearchParams({ buchung: quote.booking_id })}`}>
          Zur Buchung<span className="unseen">: {quote.title}</span>
        </Link>
      </div>
    )
  if (quote.status !== 'open' && quote.status !== 'offered') return null
  const name = quote.status === 'open' ? 'decline-quote' : 'withdraw-quote'
  return (
    <>
      <Failure title="Das hat nicht geklappt" text={failure} />
      <div className="row wrapping">
        {quote.status === 'open' ? (
          <button type="button" className="button primary" onClick={onWrite}>
            Angebot schreiben<span className="unseen">: {quote.title}</span>
          </button>
        ) : null}
        <BusyButton type="button" className="button neutral" isBusy={isBusy} onClick={() => setAsking(name)}>
          {quote.status === 'open' ? 'Ablehnen' : 'Angebot zurückziehen'}
          <span className="unseen">: {quote.title}</span>
        </BusyButton>
        <Link className="button neutral" to={`/dashboard/nachrichten?${new URLSearchParams({ anfrage: quote.id })}`}>
          Nachricht schreiben<span className="unseen">: {quote.title}</span>
        </Link>
      </div>
      {asking ? (
        <ConfirmDialog
          {...questions[asking]}
          cancelLabel="Zurück"
          onCancel={() => setAsking(undefined)}
          onConfirm={() => {
            setAsking(undefined)
            void action(async () => {
              await call(asking, { companyId, quoteId: quote.id })
              await reload()
            })
          }}
        />
      ) : null}
    </>
  )
}
