import { bookingStatuses, paymentStatuses } from '#src/money/payments/bookingStates.ts'
import { emptyListOf, type FilterOf, type ListOf, type ListSpec } from '#src/platform/kit/listAddress.ts'
import { type BookingSort, bookingSorts, searchLength } from './rules.ts'

/** Sorting and filters of the booking list, as encoded in the URL. */
export const bookingList = {
  sorts: bookingSorts,
  choices: { status: bookingStatuses, payment: paymentStatuses },
  days: ['from', 'to'],
  searchLength,
} as const satisfies ListSpec
export type BookingList = ListOf<typeof bookingList>
/**
 * Filter of a company's bookings. The search matches the customer's name and the id, and the customer's address where the company may see
 * it; days are those of the appointment, both inclusive.
 */
export type BookingFilter = FilterOf<BookingList>

export const emptyList = emptyListOf(bookingList)

/** Labels of the sort orders. */
export const sortLabels: Record<BookingSort, string> = {
  newest: 'Neueste Buchung zuerst',
  oldest: 'Älteste Buchung zuerst',
  dateDesc: 'Spätester Termin zuerst',
  dateAsc: 'Frühester Termin zuerst',
  amountDesc: 'Höchster Betrag zuerst',
  amountAsc: 'Niedrigster Betrag zuerst',
}
