import { bookingStatusLabels } from '#src/money/payments/bookingStates.ts'
import { type AppointmentStatus, appointmentStatusLabels, requestStatuses } from '#src/orders/appointments/states.ts'
import { formatSlot } from '#src/orders/ordering/times/texts.ts'
import { dateLabels, seriesPlaceText } from '#src/orders/series/texts.ts'
import { berlinDay, formatDate, formatMoment, formatTime } from '#src/platform/kit/dates.ts'
import { euros } from '#src/platform/kit/money.ts'
import { plural } from '#src/platform/kit/text.ts'
import { clockTime } from '#src/supply/calendars/clockTime.ts'
import { endText } from '#src/supply/calendars/termTexts.ts'
import type { OwnBooking } from './rules.ts'

type Chip = { tone: 'good' | 'waiting' | 'done' | 'off'; word: string }

/** State of a booking as a chip for its customer. */
export function chipOf(booking: OwnBooking, { isPast, now }: { isPast: boolean; now: Date }): Chip {
  const { booking_status: status, appointment_status: appointment } = booking
  if (status === 'cancelled') return { tone: 'off', word: endedWord(appointment) }
  if (booking.proposed_at) return { tone: 'waiting', word: 'Neuer Vorschlag' }
  if (status === 'pending' && booking.series) return { tone: 'waiting', word: seriesWord(booking.series, now) }
  if (status === 'pending') return { tone: 'waiting', word: waitingWord(appointment) }
  if (appointment === 'missed') return { tone: 'off', word: 'Nicht angetroffen' }
  if (appointment === 'contested') return { tone: 'waiting', word: appointmentStatusLabels.contested }
  return isPast || appointment === 'performed'
    ? { tone: 'done', word: 'Abgeschlossen' }
    : { tone: 'good', word: bookingStatusLabels.confirmed }
}

const endedRequests: readonly AppointmentStatus[] = ['declined', 'lapsed', 'withdrawn']
const endedWord = (appointment: AppointmentStatus | null) =>
  appointment && endedRequests.includes(appointment) ? appointmentStatusLabels[appointment] : bookingStatusLabels.cancelled

function waitingWord(appointment: AppointmentStatus | null) {
  if (appointment === 'held') return 'Zahlung offen'
  return appointment && requestStatuses.some((one) => one === appointment)
    ? appointmentStatusLabels[appointment]
    : bookingStatusLabels.pending
}

type Series = NonNullable<OwnBooking['series']>
const isDue = ({ is_accepted: isAccepted, due_at: dueAt }: Series, now: Date) => isAccepted && Date.parse(dueAt) <= now.getTime()
const seriesWord = (series: Series, now: Date) => dateLabels[series.is_accepted ? (isDue(series, now) ? 'due' : 'planned') : 'open'].word

function seriesLine(series: Series, now: Date) {
  const which = seriesPlaceText(series)
  if (!series.is_accepted) return `${which}. Der Anbieter hat noch nicht geantwortet.`
  return isDue(series, now)
    ? `${which}. Zu bezahlen bis ${formatMoment(new Date(series.until))}.`
    : `${which}. Zahlung ab ${formatDate(berlinDay(new Date(series.due_at)))}.`
}

/** Sentence under a booking: pending action, or refund. */
export function lineOf(booking: OwnBooking, now: Date): string | undefined {
  const { appointment_status: appointment, booking_status: status, deadline_at: deadline, proposed_at: proposed } = booking
  const until = deadline === null ? undefined : formatMoment(new Date(deadline))
  if (status === 'pending' && booking.series) return seriesLine(booking.series, now)
  if (status === 'pending' && until) {
    if (appointment === 'requested') return `Antwort bis ${until}. Bis dahin wird nichts abgebucht.`
    if (appointment === 'countered') return `Der Anbieter schlägt andere Zeiten vor. Bitte wählen Sie bis ${until}.`
    if (appointment === 'held') return `Ihre Bank hat die Abbuchung abgelehnt. Der Termin ist bis ${until} für Sie reserviert.`
  }
  if (proposed) return `Der Anbieter schlägt ${startOf(proposed)} vor. Ihr alter Termin bleibt, bis Sie zustimmen.`
  return booking.refunded > 0 ? `${euros(booking.refunded)} erstattet` : undefined
}

const startOf = (moment: string) => formatSlot(`${berlinDay(new Date(moment))} ${clockTime(Date.parse(moment))}`)

/** '1 neue Nachricht von Meike Petersen' */
export const unreadWord = ({ unread, contact_person: person, company_name: company }: OwnBooking) =>
  unread === 0 ? undefined : `${plural(unread, 'neue Nachricht', 'neue Nachrichten')} von ${person || company}`

/** '14:00–16:00 Uhr', '14:00 Uhr bis Mi, 9.12., 12:00 Uhr' for work on several days, or '14:00 Uhr' without a known end. */
export function timesOf({ booking_date: date, booking_time: time, ends_at: end, is_spread: isSpread }: OwnBooking) {
  if (end === null) return formatTime(time)
  const last = `${berlinDay(new Date(end))} ${clockTime(Date.parse(end))}`
  return isSpread ? `${formatTime(time)} bis ${endText(date, last)}` : `${time}–${last.slice(11)} Uhr`
}

/** Notices about actions that await the customer, each with its booking. */
export const noticesOf = (bookings: readonly OwnBooking[], now: Date) =>
  bookings.flatMap((booking) => {
    const texts = [waitsFor(booking, now), unreadWord(booking)].filter((text) => text !== undefined)
    return texts.map((text) => ({ key: `${booking.id} ${text}`, booking, text }))
  })

function waitsFor(
  { booking_status: status, appointment_status: appointment, proposed_at: proposed, company_name: company, series }: OwnBooking,
  now: Date,
) {
  if (status === 'pending' && series) return isDue(series, now) ? `Bitte bezahlen Sie Ihren nächsten Termin bei ${company}` : undefined
  if (status === 'pending' && appointment === 'countered') return `${company} schlägt andere Zeiten vor`
  if (status === 'pending' && appointment === 'held') return `Bitte bezahlen Sie noch einmal: ${company}`
  return proposed ? `${company} schlägt einen anderen Termin vor` : undefined
}
