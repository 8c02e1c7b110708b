import { useEffect, useRef, useState } from 'react'
import { formatSlot } from '#src/orders/ordering/times/texts.ts'
import { borrowDraft } from '#src/orders/ordering/ui/draftSharing.ts'
import { hasBookingDraft, readHeld } from '#src/orders/ordering/ui/savedDraft.ts'
import { Check } from '#src/platform/web/icons/Icons.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { HourlyPrice, Ticket } from '#src/platform/web/parts/Ticket.tsx'
import { TroubleLink } from '#src/platform/web/parts/TroubleLink.tsx'
import { slotTexts } from '#src/supply/calendars/texts.ts'
import { plainBookingAddress } from '#src/supply/companies/address.ts'
import type { ServiceView } from '#src/supply/services/schemas.ts'
import { servicePriceText } from '#src/supply/services/texts.ts'
import type { PublicProfile } from '../query/rules.ts'
import type { ProfileTimes } from './times.ts'

type BookingProps = {
  company: PublicProfile
  /** The service that the page's address names. */
  service: ServiceView | undefined
  /** The time that it names, 'YYYY-MM-DD HH:MM'. */
  start: string | undefined
  onBook: () => void
  isOpening: boolean
}

/** Price and booking button on the yellow rule. */
export function BookingTicket({ company, service, start, onBook, isOpening }: BookingProps) {
  return (
    <Ticket>
      <div className="padded stack" id="buchen">
        <HourlyPrice hourlyRateCents={company.hourlyRateCents} />
        {service ? (
          <p>
            Ihre Auswahl: <b>{service.title}</b>, {servicePriceText(service)}
          </p>
        ) : null}
        {start ? <p>Ihr Termin: {formatSlot(start)}</p> : null}
        <BookButton className="wide" {...{ onBook, isOpening }} />
        <PlainLink {...{ company, service, start }} />
        <ul className="ticks small muted">
          {['Ohne Kundenkonto buchen', 'Gesamtpreis vor dem Bezahlen sichtbar', 'Sicher bezahlen'].map((promise) => (
            <li key={promise}>
              <Check />
              {promise}
            </li>
          ))}
        </ul>
        <TroubleLink />
      </div>
    </Ticket>
  )
}

type BegunProps = { companyId: string; isDialogOpen: boolean; onResume: () => void }

/**
 * Shown if an unfinished booking is stored, after a return from the payment page or a reload, or in another open tab: it opens with the
 * typed data. First on the page, with the end of the held time.
 */
export function BegunBooking({ companyId, isDialogOpen, onResume }: BegunProps) {
  const [isBegun, setBegun] = useState(false)
  const [until, setUntil] = useState<Date>()
  const isRestored = useRef(true)
  useEffect(() => {
    let isCurrent = true
    const show = () => {
      const held = readHeld(companyId)
      setBegun(!isDialogOpen && hasBookingDraft(companyId))
      setUntil(held && new Date(held.until))
    }
    show()
    if (isDialogOpen) isRestored.current = false
    else void borrowDraft(companyId).then((isFound) => (isFound && isCurrent ? show() : undefined))
    return () => {
      isCurrent = false
    }
  }, [companyId, isDialogOpen])
  useEffect(() => {
    if (!isBegun || !isRestored.current || location.hash) return
    isRestored.current = false
    // After the router restored the position at which the dialog was opened.
    requestAnimationFrame(() => scrollTo(0, 0))
  }, [isBegun])
  if (!isBegun) return null
  const resume = (
    <button type="button" className="button primary" onClick={onResume}>
      Buchung fortsetzen
    </button>
  )
  return (
    <div className="begun-booking">
      <Note kind="info" title="Sie haben eine Buchung begonnen." actions={resume}>
        <span>Ihre Angaben sind noch da. Bezahlt ist noch nichts.</span>{' '}
        <span>{until ? (until > new Date() ? slotTexts.held(until) : slotTexts.holdEnded(until)) : ''}</span>
      </Note>
    </div>
  )
}

/** On phones the next free time, or else the price, and the button stay in reach at the lower edge. */
export function BookingBar({ company, service, start, onBook, isOpening, times }: BookingProps & { times: ProfileTimes | null }) {
  const [next] = times?.free.starts ?? []
  return (
    <div className="booking-bar">
      {next === undefined ? (
        <HourlyPrice hourlyRateCents={company.hourlyRateCents} />
      ) : (
        <p>
          <span className="tiny dim">Nächster freier Termin</span> <b>{formatSlot(next)}</b>
        </p>
      )}
      <BookButton {...{ onBook, isOpening }} />
      <PlainLink {...{ company, service, start }} />
    </div>
  )
}

const BookButton = ({ onBook, isOpening, className = '' }: Pick<BookingProps, 'onBook' | 'isOpening'> & { className?: string }) => (
  <button className={`button primary ${className} needs-script`} type="button" onClick={onBook} aria-disabled={isOpening || undefined}>
    Jetzt buchen
  </button>
)

const PlainLink = ({ company, service, start }: Pick<BookingProps, 'company' | 'service' | 'start'>) => (
  <div className="without-script">
    <a className="button primary wide" rel="nofollow" href={plainBookingAddress(company.id, { service, start })}>
      Jetzt buchen
    </a>
  </div>
)
