import { useState } from 'react'
import { Link } from 'react-router'
import { useBookingToken } from '#src/orders/bookings/links/BookingToken.tsx'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Fact } from '#src/platform/web/parts/Fact.tsx'
import { FocusedHeading } from '#src/platform/web/parts/FocusedHeading.tsx'
import { PageLoading } from '#src/platform/web/parts/PageLoading.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { RegionFailure } from '#src/platform/web/queries/RegionFailure.tsx'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { alertProblems, alertTexts, wordingOf } from '../rules.ts'
import type { AlertView } from '../schemas.ts'
import '#src/platform/web/styles/facts.css'
import './alerts.css'

/** Search alert that the link opens. */
export default function OwnAlert() {
  const token = useBookingToken()
  if (token === undefined) return <PageLoading title={alertTexts.title} />
  if (token === '') return <NotOpened text={alertProblems.linkUnknown().message} />
  return <Opened token={token} />
}

const NotOpened = ({ text, onRetry }: { text: string; onRetry?: () => void }) => (
  <>
    <h1>{alertTexts.title}</h1>
    {onRetry ? <RegionFailure title="Die Seite konnte nicht geöffnet werden" text={text} onRetry={onRetry} /> : <p>{text}</p>}
  </>
)

function Opened({ token }: { token: string }) {
  const { queryResult, reload } = useQuery('get-search-alert', { token })
  const [isEnded, setIsEnded] = useState(false)
  const { data, failure } = queryResult
  if (isEnded) return <Ended />
  if (data) return <Alert token={token} alert={data} reload={reload} onEnded={() => setIsEnded(true)} />
  if (failure !== undefined) return <NotOpened text={failure} onRetry={() => void reload()} />
  return <PageLoading title={alertTexts.title} />
}

const Ended = () => (
  <>
    <FocusedHeading>{alertTexts.ended}</FocusedHeading>
    <p className="muted">{alertTexts.endedHelp}</p>
    <Link className="button neutral wide" to="/search">
      Anbieter suchen
    </Link>
  </>
)

type AlertProps = { token: string; alert: AlertView; reload: () => Promise<unknown>; onEnded: () => void }

function Alert({ token, alert, reload, onEnded }: AlertProps) {
  const { isBusy, failure, action } = useAction()
  const { is_confirmed: isConfirmed, is_served: isServed, radius_km: km } = alert
  const [title, help] = isServed
    ? [alertTexts.served, alertTexts.servedHelp]
    : isConfirmed
      ? [alertTexts.waits, alertTexts.waitsHelp]
      : [alertTexts.title, alertTexts.offer]
  const confirm = () =>
    void action(async () => {
      await call('confirm-search-alert', { token })
      await reload()
    })
  const end = () =>
    void action(async () => {
      await call('end-search-alert', { token })
      onEnded()
    })
  return (
    <>
      <FocusedHeading>{title}</FocusedHeading>
      <p className="muted">{help}</p>
      <dl className="facts">
        <Fact label="Gesucht">{wordingOf(alert)}</Fact>
        {alert.location ? <Fact label="Umkreis">{km === null ? 'Bundesweit' : `${km} km`}</Fact> : null}
      </dl>
      <Failure title="Das hat nicht geklappt" text={failure} />
      <div className="alert-acts">
        {isConfirmed ? null : (
          <BusyButton type="button" isBusy={isBusy} onClick={confirm}>
            {alertTexts.confirm}
          </BusyButton>
        )}
        <BusyButton type="button" className="button neutral wide" isBusy={isBusy} onClick={end}>
          {isServed ? alertTexts.delete : alertTexts.end}
        </BusyButton>
      </div>
    </>
  )
}
