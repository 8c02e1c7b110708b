import { dayShort } from '#src/orders/ordering/times/texts.ts'
import { addDays } from '#src/platform/kit/dates.ts'
import type { OwnBooking } from './rules.ts'

const days = 28
/** Flags nearer to each other than this many days are shown without text. */
const room = 5

const dayOf = (date: string) => Date.parse(date) / 86_400_000
const shortDay = (date: string) => `${date.slice(8)}.${date.slice(5, 7)}.`

/** Timeline of the next four weeks with a flag for each booking of the list below. */
export function MonthBand({ bookings, today }: { bookings: readonly OwnBooking[]; today: string }) {
  const near = bookings
    .map((booking) => ({ booking, at: dayOf(booking.booking_date) - dayOf(today) }))
    .filter(({ at }) => at >= 0 && at < days)
  if (near.length === 0) return null
  return (
    <div className="month-band" aria-hidden="true">
      {near.map(({ booking, at }, index) => (
        <Flag key={booking.id} booking={booking} at={at} gap={(near[index + 1]?.at ?? days) - at} />
      ))}
      <div className="band">
        {[0, 7, 14, 21].map((day) => (
          <span key={day} style={{ left: `calc(${(100 * day) / days}% + 5px)` }}>
            {day === 0 ? <b>Heute</b> : shortDay(addDays(today, day))}
          </span>
        ))}
      </div>
    </div>
  )
}

function Flag({ booking, at, gap }: { booking: OwnBooking; at: number; gap: number }) {
  const date = booking.booking_date
  return (
    <span className={booking.booking_status === 'pending' ? 'flag open' : 'flag'} style={{ left: `${(100 * (at + 0.5)) / days}%` }}>
      {gap < room ? null : (
        <span>
          <b>
            {dayShort(date).weekday} {shortDay(date)}
          </b>
        </span>
      )}
    </span>
  )
}
