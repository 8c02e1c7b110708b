import { useNavigate } from 'react-router'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { plural } from '#src/platform/kit/text.ts'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { StatusChip, type StatusTone } from '#src/platform/web/parts/StatusChip.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import type { CustomerQuoteRequest } from '../listRules.ts'
import './quotes.css'

/** Account's requests for quotes; renders nothing if there are none. */
export function OwnQuoteList() {
  const { queryResult } = useQuery('list-own-quote-requests', {}, { everyMs: 60_000 })
  const rows = queryResult.data?.rows ?? []
  if (rows.length === 0) return null
  return (
    <section className="own-part" id="angebote" aria-labelledby="own-quotes-title">
      <h2 id="own-quotes-title">Ihre Angebotsanfragen</h2>
      <ul className="card own-quotes">
        {rows.map((row) => (
          <Row key={row.id} request={row} />
        ))}
      </ul>
    </section>
  )
}

const stands: Record<CustomerQuoteRequest['status'], { word: string; tone: StatusTone }> = {
  unconfirmed: { word: 'Nicht bestätigt', tone: 'off' },
  open: { word: 'Offen', tone: 'waiting' },
  accepted: { word: 'Angenommen', tone: 'good' },
  withdrawn: { word: 'Zurückgezogen', tone: 'off' },
  lapsed: { word: 'Beendet', tone: 'off' },
}

function Row({ request }: { request: CustomerQuoteRequest }) {
  const { id, title, status, asked, offers } = request
  const { isBusy, failure, action } = useAction()
  const navigate = useNavigate()
  // As with a mailed link, the token is kept in the history state, never in the URL.
  const open = () =>
    action(async () => {
      const { token } = await call('open-own-quote-request', { id })
      await navigate('/angebote', { state: { bookingToken: token } })
    })
  return (
    <li>
      <div className="quote-head">
        <div>
          <h3>{title}</h3>
          <p className="small muted">
            {formatMoment(new Date(request.created_at))} · {plural(asked, 'Anbieter gefragt', 'Anbieter gefragt')} ·{' '}
            {offers === 0 ? 'noch kein Angebot' : plural(offers, 'Angebot', 'Angebote')}
          </p>
        </div>
        <StatusChip tone={stands[status].tone}>{stands[status].word}</StatusChip>
      </div>
      <Failure title="Die Anfrage konnte nicht geöffnet werden" text={failure} />
      <BusyButton type="button" className="button secondary small" isBusy={isBusy} onClick={() => void open()}>
        {status === 'open' && offers > 0 ? 'Angebote vergleichen' : 'Ansehen'}
        <span className="unseen">: {title}</span>
      </BusyButton>
    </li>
  )
}
