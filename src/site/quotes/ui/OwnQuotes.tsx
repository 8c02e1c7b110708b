import { useState } from 'react'
import { FileLabel } from '#src/foundation/files/ui/FileLabel.tsx'
import { useBookingToken } from '#src/orders/bookings/links/BookingToken.tsx'
import { formatDate, formatMoment } from '#src/platform/kit/dates.ts'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { ConfirmDialog } from '#src/platform/web/parts/ConfirmDialog.tsx'
import { DownloadButton } from '#src/platform/web/parts/DownloadButton.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { PageLoading } from '#src/platform/web/parts/PageLoading.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { RegionFailure } from '#src/platform/web/queries/RegionFailure.tsx'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { type QuoteRequestView, requestedTimesText } from '../rules.ts'
import { AnsweringCompanies } from './AnsweringCompanies.tsx'
import { QuoteComparison } from './QuoteComparison.tsx'

/** Opens the request of the link. */
export default function OwnQuotes() {
  const token = useBookingToken()
  if (token === undefined) return <PageLoading title="Ihre Anfrage" />
  if (token === '') return <WithoutLink />
  return <Opened token={token} />
}

/** Shown on return from the payment page, which never receives the request's token. */
const WithoutLink = () => (
  <div className="stack">
    <h1>Ihre Anfrage</h1>
    <Note kind="info" title="Bitte öffnen Sie den Link aus Ihrer E-Mail">
      Er zeigt Ihre Anfrage und die Angebote. Haben Sie gerade eine Zahlung abgebrochen, gilt das Angebot weiter, bis seine Frist endet.
    </Note>
  </div>
)

function Opened({ token }: { token: string }) {
  const { queryResult, reload } = useQuery('get-quote-request', { token })
  const { data, failure } = queryResult
  if (data === undefined && failure === undefined) return <PageLoading title="Ihre Anfrage" />
  if (data === undefined)
    return (
      <div className="stack">
        <h1>Ihre Anfrage</h1>
        <RegionFailure title="Die Anfrage konnte nicht geöffnet werden" text={failure ?? ''} onRetry={() => void reload()} />
      </div>
    )
  return <OwnRequest token={token} request={data} reload={reload} />
}

type OwnRequestProps = { token: string; request: QuoteRequestView; reload: () => Promise<unknown> }

function OwnRequest({ token, request, reload }: OwnRequestProps) {
  const offers = request.quotes.filter(({ status }) => status === 'offered' || status === 'accepted')
  return (
    <div className="stack">
      <header className="stack tight">
        <h1>{request.title}</h1>
        <p className="muted">
          Angefragt am {formatMoment(new Date(request.created_at))}, {request.postcode}
        </p>
      </header>
      <Standing token={token} request={request} reload={reload} />
      {offers.length > 0 ? <QuoteComparison token={token} request={request} quotes={offers} reload={reload} /> : null}
      <AnsweringCompanies token={token} request={request} />
      <section className="card padded stack asked-part" aria-labelledby="asked-title">
        <h2 id="asked-title">Ihre Anfrage</h2>
        <p className="own-words">{request.description}</p>
        <p className="small muted">
          {requestedTimesText({ urgency: request.urgency, wishedDays: request.wished_days, wishedParts: request.wished_parts }, formatDate)}
        </p>
        {request.files.length > 0 ? (
          <ul className="stack tight" aria-label="Dateien">
            {request.files.map(({ id, name, bytes }) => (
              <li key={id} className="asked-company">
                <FileLabel name={name} bytes={bytes} />
                <DownloadButton
                  path={`/functions/v1/own-quote-file?${new URLSearchParams({ attachmentId: id })}`}
                  name={name}
                  headers={{ 'x-quote-token': token }}
                >
                  Herunterladen<span className="unseen">: {name}</span>
                </DownloadButton>
              </li>
            ))}
          </ul>
        ) : null}
        {request.status === 'open' || request.status === 'unconfirmed' ? <Withdraw token={token} reload={reload} /> : null}
      </section>
    </div>
  )
}

/** State of the request and the next step. */
function Standing({ token, request, reload }: OwnRequestProps) {
  const { isBusy, failure, action } = useAction()
  if (request.status === 'unconfirmed')
    return (
      <>
        <Failure title="Die Anfrage wurde nicht bestätigt" text={failure} />
        <Note
          kind="warn"
          title="Noch nicht abgeschickt"
          actions={
            <BusyButton
              type="button"
              className="button primary"
              isBusy={isBusy}
              onClick={() =>
                void action(async () => {
                  await call('confirm-quote-request', { token })
                  await reload()
                })
              }
            >
              Anfrage bestätigen und absenden
            </BusyButton>
          }
        >
          Erst mit Ihrer Bestätigung geht die Anfrage an die Anbieter.
        </Note>
      </>
    )
  if (request.status === 'accepted')
    return (
      <Note kind="ok" title="Der Auftrag ist vergeben" role="status">
        Die Bestätigung und den Link zu Ihrer Buchung haben Sie per E-Mail bekommen.
      </Note>
    )
  if (request.status === 'withdrawn') return <Note kind="info">Sie haben diese Anfrage zurückgezogen.</Note>
  if (request.status === 'lapsed') return <Note kind="info">Diese Anfrage ist beendet. Es liegt kein gültiges Angebot mehr vor.</Note>
  const count = request.quotes.filter(({ status }) => status === 'offered').length
  if (count > 0) return null
  return (
    <Note kind="info" title="Ihre Anfrage ist unterwegs" role="status">
      Die Anbieter haben 72 Stunden Zeit für ein Angebot. Zu jedem Angebot bekommen Sie eine E-Mail.
    </Note>
  )
}

function Withdraw({ token, reload }: { token: string; reload: () => Promise<unknown> }) {
  const [isConfirming, setIsConfirming] = useState(false)
  const { isBusy, failure, action } = useAction()
  return (
    <>
      <Failure title="Die Anfrage wurde nicht zurückgezogen" text={failure} />
      <div>
        <BusyButton type="button" className="button neutral small" isBusy={isBusy} onClick={() => setIsConfirming(true)}>
          Anfrage zurückziehen
        </BusyButton>
      </div>
      {isConfirming ? (
        <ConfirmDialog
          question="Anfrage zurückziehen?"
          consequence="Alle gefragten Anbieter erfahren, dass Sie kein Angebot mehr wünschen."
          confirmLabel="Zurückziehen"
          cancelLabel="Behalten"
          onCancel={() => setIsConfirming(false)}
          onConfirm={() => {
            setIsConfirming(false)
            void action(async () => {
              await call('withdraw-quote-request', { token })
              await reload()
            })
          }}
        />
      ) : null}
    </>
  )
}
