import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { BookingKey } from '#src/orders/bookings/links/keyRules.ts'
import { TimesWaiting } from '#src/orders/ordering/times/Waiting.tsx'
import type { BookingReceipt } from '#src/orders/receipts/schemas.ts'
import { formatLongDate, formatTime } from '#src/platform/kit/dates.ts'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import type { DayPart } from '#src/supply/calendars/dayParts.ts'
import { PartChoice } from './PartChoice.tsx'
import { waitingTexts } from './rules.ts'
import './waiting.css'

const MoveTime = lazy(() => import('#src/orders/appointments/times/MoveTime.tsx'))

type EarlierProps = { receipt: BookingReceipt; bookingKey: BookingKey; onChange: (receipt: BookingReceipt) => void }

/** Puts a booking on the waiting list for an earlier time; once one is held, it is one click to move there. */
export default function EarlierTime({ receipt, bookingKey, onChange }: EarlierProps) {
  const { queryResult, reload } = useQuery('get-waiting-entry', { booking: bookingKey })
  const [part, setPart] = useState<DayPart | null>(null)
  const [taken, setTaken] = useState<{ date: string; time: string }>()
  const { isBusy, failure, action } = useAction({ onRefused: reload })
  if (!queryResult.data) return null
  const { entry } = queryResult.data
  const offer = entry?.offer
  const isWaiting = entry?.status === 'waiting' || entry?.status === 'offered'
  const change = () =>
    void action(async () => {
      if (isWaiting) await call('leave-waiting-list', { booking: bookingKey })
      else await call('wait-for-earlier', { key: bookingKey, ...(part === null ? {} : { part }) })
      await reload()
    })
  if (taken)
    return (
      <Frame title="Früherer Termin">
        <Suspense fallback={<TimesWaiting />}>
          <MoveTime {...{ receipt, bookingKey, onChange }} wanted={taken} onClose={() => setTaken(undefined)} />
        </Suspense>
      </Frame>
    )
  return (
    <Frame title={offer ? 'Ein früherer Termin ist frei' : waitingTexts.earlier} isUrgent={Boolean(offer)}>
      {offer ? (
        <>
          <p className="offered-time">
            <span>{formatLongDate(offer.date)}</span>
            <span>{formatTime(offer.time)}</span>
          </p>
          <p className="muted">{waitingTexts.held(new Date(offer.until))} Ihr gebuchter Termin bleibt, bis Sie ihn verschieben.</p>
        </>
      ) : isWaiting ? (
        <Note kind="ok" role="status" title={waitingTexts.waits}>
          {waitingTexts.alreadyNotified(entry.part)}
        </Note>
      ) : (
        <>
          <p className="muted">
            Sagt jemand ab, schreiben wir Ihnen. Ihr Termin bleibt, bis Sie den früheren nehmen. Der Preis ist derselbe.
          </p>
          <PartChoice part={part} onChange={setPart} />
        </>
      )}
      <Failure title="Das hat nicht geklappt" text={failure} />
      <div className="row wrapping">
        {offer ? (
          <BusyButton
            type="button"
            className="button primary"
            isBusy={isBusy}
            onClick={() => void action(async () => setTaken(await call('take-waiting-offer', { booking: bookingKey })))}
          >
            {waitingTexts.take}
          </BusyButton>
        ) : null}
        <BusyButton type="button" className="button neutral" isBusy={isBusy} onClick={change}>
          {isWaiting ? waitingTexts.leave : waitingTexts.earlierAsk}
        </BusyButton>
      </div>
    </Frame>
  )
}

/** A time that is held for a while takes the focus, so that a customer coming from its mail finds it at once. */
function Frame({ title, isUrgent = false, children }: { title: string; isUrgent?: boolean; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isUrgent) heading.current?.focus()
  }, [isUrgent])
  return (
    <section className="card padded stack" aria-labelledby="rc-earlier">
      <h2 id="rc-earlier" ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  )
}
