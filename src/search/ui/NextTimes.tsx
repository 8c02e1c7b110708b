import type { MouseEvent } from 'react'
import type { FreeStarts } from '#src/calendars/hints/days.ts'
import { nearDays, startWords } from '../free/texts.ts'
import { bookingAddress } from '../query/address.ts'

type NextTimesProps = {
  company: { id: string; companyName: string }
  free: FreeStarts
  /** Its mark, or `noService`. */
  service: string
  today: string
  onBook: (service?: string, start?: string) => void
}

/** A card's next free times, each a link that opens the booking with service and time chosen. */
export function NextTimes({ company: { id, companyName }, free: { starts }, service, today, onBook }: NextTimesProps) {
  if (starts.length === 0) return <p className="next-times small dim">Kein freier Termin in den nächsten vier Wochen</p>
  const open = (start?: string) => (event: MouseEvent) => bookHere(event, () => onBook(service, start))
  return (
    <div className="next-times">
      <span className="unseen">Nächste freie Termine bei {companyName}</span>
      {starts.map((start) => {
        const { day, time } = startWords(start, nearDays(today))
        return (
          <a key={start} className="time-chip" href={bookingAddress(id, { service, start })} rel="nofollow" onClick={open(start)}>
            <b>{day}</b> {time}
          </a>
        )
      })}
      <a className="small" href={bookingAddress(id, { service })} rel="nofollow" onClick={open()}>
        Alle Termine<span className="unseen"> bei {companyName}</span>
      </a>
    </div>
  )
}

/** In place; a click that asks for a new tab, and every click without JavaScript, follows the address. */
function bookHere(event: MouseEvent, book: () => void) {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  book()
}
