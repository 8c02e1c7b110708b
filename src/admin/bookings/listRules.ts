import { insiderSigns } from '#src/bookings/insiders/rules.ts'
import { bookingStatuses, paymentStatuses } from '#src/bookings/states.ts'
import type { FilterOf, ListOf } from '#src/kit/listAddress.ts'

/** How the list of bookings may be sorted: by the moment it was booked, the appointment, the amount, the customer. */
export const bookingSorts = ['newest', 'oldest', 'dateDesc', 'dateAsc', 'amountDesc', 'amountAsc', 'nameAsc', 'nameDesc'] as const
export type BookingSort = (typeof bookingSorts)[number]

export const searchLength = 100

/** Bookings whose payment is or was disputed at the bank. */
const disputeStates = ['open', 'closed'] as const
export const disputeStateWords: Record<(typeof disputeStates)[number], string> = {
  open: 'Angefochten, offen',
  closed: 'Angefochten, entschieden',
}

/** What stands in the list's address. */
export const bookingList = {
  sorts: bookingSorts,
  choices: { status: bookingStatuses, payment: paymentStatuses, dispute: disputeStates, insider: insiderSigns },
  days: ['from', 'to'],
  searchLength,
} as const
export type BookingList = ListOf<typeof bookingList>
/** Which bookings are meant. Days of the appointment, both included. */
export type BookingFilter = FilterOf<BookingList>

export const bookingSortWords: Record<BookingSort, string> = {
  newest: 'Neueste Buchung zuerst',
  oldest: 'Älteste Buchung zuerst',
  dateDesc: 'Spätester Termin zuerst',
  dateAsc: 'Frühester Termin zuerst',
  amountDesc: 'Höchster Betrag zuerst',
  amountAsc: 'Niedrigster Betrag zuerst',
  nameAsc: 'Kunden von A bis Z',
  nameDesc: 'Kunden von Z bis A',
}
