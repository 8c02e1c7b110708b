import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { useBookingToken } from '#src/orders/bookings/links/BookingToken.tsx'
import { RenewLink } from '#src/orders/bookings/links/RenewLink.tsx'
import { formatSlot } from '#src/orders/ordering/times/texts.ts'
import { formatDate, formatLongDate, formatMoment, formatTime } from '#src/platform/kit/dates.ts'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Fact } from '#src/platform/web/parts/Fact.tsx'
import { FocusedHeading } from '#src/platform/web/parts/FocusedHeading.tsx'
import { PageLoading } from '#src/platform/web/parts/PageLoading.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { RegionFailure } from '#src/platform/web/queries/RegionFailure.tsx'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { dayPartLabels } from '#src/supply/calendars/dayParts.ts'
import { bookingAddress } from '#src/supply/companies/address.ts'
import { type EntryView, waitingProblems, waitingTexts } from './rules.ts'
import '#src/platform/web/styles/facts.css'
import './waiting.css'

/** Entry that the link opens. */
export default function OwnWaiting() {
  const token = useBookingToken()
  if (token === undefined) return <PageLoading title="Warteliste" />
  if (token === '') return <NotOpened text={waitingProblems.linkUnknown().message} />
  return <Opened token={token} />
}

const NotOpened = ({ text, onRetry }: { text: string; onRetry?: () => void }) => (
  <>
    <h1>Warteliste</h1>
    {onRetry ? <RegionFailure title="Die Warteliste konnte nicht geöffnet werden" text={text} onRetry={onRetry} /> : <p>{text}</p>}
  </>
)

function Opened({ token }: { token: string }) {
  const { queryResult, reload } = useQuery('get-waiting-entry', { token })
  const { data, failure } = queryResult
  if (data?.entry) return <Entry token={token} entry={data.entry} reload={reload} />
  if (failure !== undefined) return <NotOpened text={failure} onRetry={() => void reload()} />
  return <PageLoading title="Warteliste" />
}

type EntryProps = { token: string; entry: EntryView; reload: () => Promise<unknown> }

function Entry({ token, entry, reload }: EntryProps) {
  const navigate = useNavigate()
  const { isBusy, failure, action } = useAction({ onRefused: reload })
  const { offer, status, next } = entry
  const title = titleOf(entry)
  const confirm = () =>
    void action(async () => {
      await call('confirm-waiting-entry', { token })
      await reload()
    })
  const take = () =>
    void action(async () => {
      const { date, time } = await call('take-waiting-offer', { token })
      await navigate(bookingAddress(entry.company_id, { service: entry.service_id, start: `${date} ${time}` }))
    })
  return (
    <>
      <FocusedHeading>{title}</FocusedHeading>
      {offer ? (
        <p className="offered-time">
          <span>{formatLongDate(offer.date)}</span>
          <span>{formatTime(offer.time)}</span>
        </p>
      ) : null}
      <p className="muted">{textOf(entry)}</p>
      <dl className="facts">
        <Fact label="Anbieter">{entry.company_name}</Fact>
        {entry.service_title ? <Fact label="Leistung">{entry.service_title}</Fact> : null}
        {offer ? (
          <Fact label="Reserviert bis">{formatMoment(new Date(offer.until))}</Fact>
        ) : (
          <Fact label="Bis">{formatDate(entry.last_day)}</Fact>
        )}
        {entry.part ? <Fact label="Tageszeit">{dayPartLabels[entry.part]}</Fact> : null}
      </dl>
      <Failure title="Das hat nicht geklappt" text={failure} />
      <NextTimes entry={entry} />
      <div className="stack snug">
        {status === 'awaiting' ? (
          <BusyButton type="button" isBusy={isBusy} onClick={confirm}>
            Benachrichtigung bestätigen
          </BusyButton>
        ) : null}
        {offer ? (
          <BusyButton type="button" isBusy={isBusy} onClick={take}>
            {waitingTexts.take}
          </BusyButton>
        ) : null}
        {isLive(entry) ? <Leave token={token} reload={reload} /> : null}
        {isLive(entry) ? <RenewLink of="renew-waiting-link" token={token} /> : null}
        {isLive(entry) || next.length > 0 ? null : (
          <Link className="button neutral wide" to={`/service/${entry.company_id}`}>
            Zum Anbieter
          </Link>
        )}
      </div>
    </>
  )
}

const isLive = ({ status }: EntryView) => status === 'awaiting' || status === 'waiting' || status === 'offered'

function titleOf({ status, offer }: EntryView) {
  if (offer) return 'Ein Termin ist frei'
  if (status === 'awaiting') return 'Nachricht, wenn etwas frei wird'
  if (status === 'waiting' || status === 'offered') return waitingTexts.waits
  return status === 'taken' ? 'Sie haben den Termin genommen' : 'Sie werden nicht mehr benachrichtigt'
}

function textOf({ status, offer, last_day: lastDay, part, is_missed: isMissed }: EntryView): ReactNode {
  if (offer) return 'Er ist für Sie reserviert. Nehmen Sie ihn nicht, bekommt ihn, wer als Nächstes wartet.'
  if (status === 'awaiting') return `Bestätigen Sie, dass wir Ihnen schreiben dürfen. ${waitingTexts.told(lastDay, part)}`
  if (status === 'waiting' || status === 'offered')
    return isMissed ? `Die Reservierung ist abgelaufen. ${waitingTexts.told(lastDay, part)}` : waitingTexts.told(lastDay, part)
  if (status === 'taken') return 'Gebucht ist er erst, wenn Sie die Buchung abgeschlossen haben.'
  return 'Ihr Eintrag auf der Warteliste ist beendet.'
}

/** Next free times for every visitor. */
function NextTimes({ entry }: { entry: EntryView }) {
  if (entry.next.length === 0) return null
  return (
    <section className="stack tight" aria-labelledby="next-times">
      <h2 id="next-times">Die nächsten freien Termine</h2>
      <ul className="row wrapping">
        {entry.next.map((start) => (
          <li key={start}>
            <Link className="button secondary small" to={bookingAddress(entry.company_id, { service: entry.service_id, start })}>
              {formatSlot(start)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Leave({ token, reload }: Omit<EntryProps, 'entry'>) {
  const { isBusy, failure, action } = useAction()
  return (
    <>
      <Failure title="Das hat nicht geklappt" text={failure} />
      <BusyButton
        type="button"
        className="button neutral wide"
        isBusy={isBusy}
        onClick={() =>
          void action(async () => {
            await call('leave-waiting-list', { token })
            await reload()
          })
        }
      >
        {waitingTexts.leave}
      </BusyButton>
    </>
  )
}
