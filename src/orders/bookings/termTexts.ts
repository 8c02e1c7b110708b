import { formatClock, formatLongDate, formatTime } from '#src/platform/kit/dates.ts'
import { partLines, termText } from '#src/supply/calendars/termTexts.ts'
import type { Span } from '#src/supply/calendars/workingHours.ts'

/** Working times of work in several parts; missing for work in one piece. */
export type Parts = readonly Span[] | null | undefined

type Term = { booking: { bookingDate: string; bookingTime: string }; endsAt?: Date | undefined; parts?: Parts }

/** Day and times of a booking, with a line for each day of work on several days. Without an end only the start. */
export function bookingTermText({ booking: { bookingDate, bookingTime }, endsAt, parts }: Term) {
  if (parts && parts.length > 1) return termText(parts)
  return `${formatLongDate(bookingDate)}, ${endsAt ? `${bookingTime.slice(0, 5)} bis ${formatClock(endsAt)}` : formatTime(bookingTime)}`
}

/** Times of an appointment on one day: '08:00 bis 12:00 und 13:00 bis 17:00 Uhr'. */
export const dayTimesText = ({ startsAt, endsAt, parts }: { startsAt: Date; endsAt: Date; parts?: Parts }) =>
  parts ? partLines(parts).join() : `${formatClock(startsAt)} bis ${formatClock(endsAt)}`
