import { formatSlot } from '#src/orders/ordering/times/texts.ts'
import { berlinDay, formatDate, formatMoment } from '#src/platform/kit/dates.ts'
import { isSeriesDate } from './rules.ts'
import type { BookingReceipt } from './schemas.ts'

export type TrackStep = { label: string; text: string; state: 'done' | 'now' | 'next' }

/** Steps of a booking from the order to the review, for its page; none if the appointment does not take place. `today`: day in Berlin. */
export function trackOf(receipt: BookingReceipt, today: string): TrackStep[] {
  if (isSeriesDate(receipt)) return []
  if (receipt.request) return requestTrack(receipt, receipt.request)
  if (receipt.is_processing) return processingTrack(receipt)
  if (!receipt.takes_place) return []
  const isOver = receipt.booking_date < today
  return [
    { label: 'Gebucht und bezahlt', text: receipt.paid_at ? formatDate(berlinDay(new Date(receipt.paid_at))) : '', state: 'done' },
    { label: 'Termin', text: startOf(receipt), state: isOver ? 'done' : 'now' },
    { label: 'Bewertung', text: isOver ? 'Wie war es?' : 'nach dem Termin', state: isOver ? 'now' : 'next' },
  ]
}

/** Steps of an order whose money is under way. */
const processingTrack = (receipt: BookingReceipt): TrackStep[] => [
  { label: 'Bestellt', text: '', state: 'done' },
  { label: 'Zahlung', text: 'unterwegs', state: 'now' },
  { label: 'Termin', text: startOf(receipt), state: 'next' },
]

const startOf = ({ booking_date, booking_time }: BookingReceipt) => formatSlot(`${booking_date} ${booking_time.slice(0, 5)}`)

/** Steps of an open request: who has to act now, and until when. */
function requestTrack(receipt: BookingReceipt, { step, until }: NonNullable<BookingReceipt['request']>): TrackStep[] {
  const end = until === null ? '' : `bis ${formatMoment(new Date(until))}`
  const waits = { requested: 'Zusage des Anbieters', countered: 'Ihre Antwort', accepting: 'Abbuchung', payAgain: 'Ihre Zahlung' } as const
  const isAccepted = step === 'accepting' || step === 'payAgain'
  return [
    { label: isAccepted ? 'Angenommen' : 'Angefragt', text: '', state: 'done' },
    { label: waits[step], text: step === 'accepting' ? 'läuft gerade' : end, state: 'now' },
    { label: 'Termin', text: startOf(receipt), state: 'next' },
  ]
}
