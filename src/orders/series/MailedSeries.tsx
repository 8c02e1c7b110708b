import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useBookingToken } from '#src/orders/bookings/links/BookingToken.tsx'
import { RenewLink } from '#src/orders/bookings/links/RenewLink.tsx'
import { slotWords } from '#src/orders/ordering/times/words.ts'
import { requestOrder } from '#src/orders/requests/texts.ts'
import { euros } from '#src/platform/kit/money.ts'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { useAct } from '#src/platform/web/forms/useAct.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Fact } from '#src/platform/web/parts/Fact.tsx'
import { NewsHeading } from '#src/platform/web/parts/NewsHeading.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { PageLoading } from '#src/platform/web/parts/PageLoading.tsx'
import { type CallAnswer, CallError, call } from '#src/platform/web/reading/call.ts'
import { RegionFailure } from '#src/platform/web/reading/RegionFailure.tsx'
import { useReading } from '#src/platform/web/reading/useReading.ts'
import { SeriesBody } from './OwnSeries.tsx'
import { seriesLimits, seriesTexts, seriesWords } from './words.ts'
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
    <NewsHeading>{seriesTexts.joined}</NewsHeading>
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
  const { reading, reload } = useReading('get-series', { token })
  const { shown, failure } = reading
  if (!shown && failure === seriesTexts.linkEnded) return <Ended token={token} />
  if (!shown && failure !== undefined) return <NotOpened text={failure} onRetry={() => void reload()} />
  if (!shown) return <PageLoading title="Serie" />
  return (
    <>
      <NewsHeading>{titles[shown.status]}</NewsHeading>
      <dl className="facts">
        <Fact label="Anbieter">{shown.company_name}</Fact>
        <Fact label="Leistung">{shown.service_title}</Fact>
        <Fact label="Serie">{seriesWords({ weeks: shown.weeks, count: shown.dates.length })}</Fact>
        <Fact label="Je Termin">{euros(shown.amount)}</Fact>
      </dl>
      {shown.status === 'unconfirmed' ? (
        <Confirm token={token} series={shown} reload={reload} />
      ) : (
        <SeriesBody seriesKey={{ token }} series={shown} onDone={reload} />
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
  const { isBusy, failure, act } = useAct({
    onRefused: (error) => setGone(error instanceof CallError ? (error.fields.slots ?? []) : []),
  })
  const left = series.dates.filter(({ date, time }) => !gone.includes(`${date} ${time}`)).map(({ date, time }) => ({ date, time }))
  const send = () =>
    void act(async () => {
      await call('confirm-series', { token, ...(gone.length > 0 ? { dates: left } : {}) })
      await reload()
    })
  const isPossible = left.length >= seriesLimits.dates.min
  return (
    <>
      <Failure title="Noch nicht angefragt" text={failure} />
      {gone.length > 0 ? (
        <Note kind="warn" title="Nicht mehr möglich">
          {gone.map(slotWords).join(', ')}
        </Note>
      ) : null}
      <ol className="series-dates">
        {series.dates.map(({ date, time }) => (
          <li key={date}>{slotWords(`${date} ${time}`)}</li>
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
