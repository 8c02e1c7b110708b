import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useBookingToken } from '#src/orders/bookings/links/BookingToken.tsx'
import { RenewLink } from '#src/orders/bookings/links/RenewLink.tsx'
import { formatSlot } from '#src/orders/ordering/times/texts.ts'
import { requestOrder } from '#src/orders/requests/texts.ts'
import { euros } from '#src/platform/kit/money.ts'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Fact } from '#src/platform/web/parts/Fact.tsx'
import { FocusedHeading } from '#src/platform/web/parts/FocusedHeading.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { PageLoading } from '#src/platform/web/parts/PageLoading.tsx'
import { type CallAnswer, CallError, call } from '#src/platform/web/queries/call.ts'
import { RegionFailure } from '#src/platform/web/queries/RegionFailure.tsx'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { SeriesBody } from './OwnSeries.tsx'
import { formatSeries, seriesLimits, seriesTexts } from './texts.ts'
import '#src/platform/web/styles/facts.css'
import './series.css'

type Shown = CallAnswer<'get-series'>

/** Series of a mailed link. Right after the request, without a link, it explains the mail to expect. */
export default function MailedSeries() {
  const token = useBookingToken()
  const { state } = useLocation()
  const sentTo: unknown = Object(state).sentTo
  if (token === undefined) return <PageLoading title="Serie" />
  if (token !== '') return <Opened token={token} />
  return typeof sentTo === 'string' ? <Sent to={sentTo} /> : <NotOpened text={seriesTexts.linkUnknown} />
}

const Sent = ({ to }: { to: string }) => (
  <>
    <FocusedHeading>{seriesTexts.joined}</FocusedHeading>
    <Note kind="ok">
      Wir haben einen Link an {to} geschickt. Erst mit ihm geht Ihre Anfrage zum Anbieter, und erst dann sind die Termine für Sie
      reserviert. Er gilt 2 Tage.
    </Note>
    <Link className="button neutral wide" to="/">
      Zur Startseite
    </Link>
  </>
)

const NotOpened = ({ text, onRetry }: { text: string; onRetry?: () => void }) => (
  <>
    <h1>Serie</h1>
    {onRetry ? <RegionFailure title="Die Serie konnte nicht geöffnet werden" text={text} onRetry={onRetry} /> : <p>{text}</p>}
  </>
)

const Ended = ({ token }: { token: string }) => (
  <>
    <h1>Serie</h1>
    <Note kind="warn" role="alert" title={seriesTexts.linkEnded} />
    <RenewLink of="renew-series-link" token={token} hasEnded />
  </>
)

function Opened({ token }: { token: string }) {
  const { queryResult, reload } = useQuery('get-series', { token })
  const { data, failure } = queryResult
  if (!data && failure === seriesTexts.linkEnded) return <Ended token={token} />
  if (!data && failure !== undefined) return <NotOpened text={failure} onRetry={() => void reload()} />
  if (!data) return <PageLoading title="Serie" />
  return (
    <>
      <FocusedHeading>{titles[data.status]}</FocusedHeading>
      <dl className="facts">
        <Fact label="Anbieter">{data.company_name}</Fact>
        <Fact label="Leistung">{data.service_title}</Fact>
        <Fact label="Serie">{formatSeries({ weeks: data.weeks, count: data.dates.length })}</Fact>
        <Fact label="Je Termin">{euros(data.amount)}</Fact>
      </dl>
      {data.status === 'unconfirmed' ? (
        <Confirm token={token} series={data} reload={reload} />
      ) : (
        <SeriesBody seriesKey={{ token }} series={data} onDone={reload} />
      )}
      <RenewLink of="renew-series-link" token={token} />
    </>
  )
}

const titles: Record<Shown['status'], string> = {
  unconfirmed: 'Serie anfragen',
  requested: 'Ihre Serie ist angefragt',
  accepted: 'Ihre Serie ist angenommen',
  declined: 'Ihre Serie wurde abgelehnt',
  lapsed: 'Ihre Anfrage ist verfallen',
  withdrawn: 'Ihre Anfrage ist zurückgezogen',
  ended: 'Ihre Serie ist beendet',
}

/** Form that confirms the address and sends the request. Dates that were taken in the meantime are left out. */
function Confirm({ token, series, reload }: { token: string; series: Shown; reload: () => Promise<unknown> }) {
  const [gone, setGone] = useState<readonly string[]>([])
  const { isBusy, failure, action } = useAction({
    onRefused: (error) => setGone(error instanceof CallError ? (error.fields.slots ?? []) : []),
  })
  const left = series.dates.filter(({ date, time }) => !gone.includes(`${date} ${time}`)).map(({ date, time }) => ({ date, time }))
  const send = () =>
    void action(async () => {
      await call('confirm-series', { token, ...(gone.length > 0 ? { dates: left } : {}) })
      await reload()
    })
  const isPossible = left.length >= seriesLimits.dates.min
  return (
    <>
      <Failure title="Noch nicht angefragt" text={failure} />
      {gone.length > 0 ? (
        <Note kind="warn" title="Nicht mehr möglich">
          {gone.map(formatSlot).join(', ')}
        </Note>
      ) : null}
      <ol className="series-dates">
        {series.dates.map(({ date, time }) => (
          <li key={date}>{formatSlot(`${date} ${time}`)}</li>
        ))}
      </ol>
      <ul className="series-terms muted">
        {seriesTexts.terms.map((term) => (
          <li key={term}>{term}</li>
        ))}
      </ul>
      {isPossible ? (
        <BusyButton type="button" isBusy={isBusy} onClick={send}>
          {gone.length > 0 ? 'Ohne diese Termine anfragen' : requestOrder.series}
        </BusyButton>
      ) : null}
      <Link className="button neutral wide" to={`/service/${series.company_id}`}>
        Zum Anbieter
      </Link>
    </>
  )
}
