import type { MouseEvent } from 'react'
import type { FreeStarts } from '#src/supply/calendars/availability/days.ts'
import { bookingAddress } from '#src/supply/companies/address.ts'
import { formatStart, nearDays } from '../free/texts.ts'

type NextTimesProps = {
  company: { id: string; companyName: string }
  free: FreeStarts
  /** Chosen by 'Alle Termine': its suffix, or `noService`. A time chooses the service that `free` names. */
  service: string
  today: string
  onBook: (service?: string, start?: string) => void
}

/** A card's next free times, each a link that opens the booking with service and time chosen. */
export function NextTimes({ company: { id, companyName }, free: { mark, starts }, service, today, onBook }: NextTimesProps) {
  if (starts.length === 0) return <p className="next-times small dim">Kein freier Termin in den nächsten vier Wochen</p>
  const open = (chosen: string, start?: string) => (event: MouseEvent) => bookHere(event, () => onBook(chosen, start))
  return (
    <div className="next-times">
      <span className="unseen">Nächste freie Termine bei {companyName}</span>
      {starts.map((start) => {
        const { day, time } = formatStart(start, nearDays(today))
        return (
          <a
            key={start}
            className="time-chip"
            href={bookingAddress(id, { service: mark, start })}
            rel="nofollow"
            onClick={open(mark, start)}
          >
            <b>{day}</b> {time}
          </a>
        )
      })}
      <a className="small" href={bookingAddress(id, { service })} rel="nofollow" onClick={open(service)}>
        Alle Termine<span className="unseen"> bei {companyName}</span>
      </a>
    </div>
  )
}

/** In place; a click that asks for a new tab, and every click without JavaScript, follows the address. */
export function bookHere(event: MouseEvent, book: () => void) {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  book()
}
