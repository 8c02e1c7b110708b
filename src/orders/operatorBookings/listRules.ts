import { bookingStatuses, paymentStatuses } from '#src/money/payments/bookingStates.ts'
import { insiderFlags } from '#src/orders/bookings/insiders/rules.ts'
import { sortLabels } from '#src/orders/companyBookings/listRules.ts'
import type { FilterOf, ListOf } from '#src/platform/kit/listAddress.ts'

/** Sort orders of the bookings: by booking time, appointment, amount, customer. */
export const bookingSorts = ['newest', 'oldest', 'dateDesc', 'dateAsc', 'amountDesc', 'amountAsc', 'nameAsc', 'nameDesc'] as const
export type BookingSort = (typeof bookingSorts)[number]

/** Bookings whose payment is or was disputed. */
const disputeStates = ['open', 'closed'] as const
export const disputeStateLabels: Record<(typeof disputeStates)[number], string> = {
  open: 'Angefochten, offen',
  closed: 'Angefochten, entschieden',
}

/** Sorting and filters of the list, as encoded in the URL. */
export const bookingList = {
  sorts: bookingSorts,
  choices: { status: bookingStatuses, payment: paymentStatuses, dispute: disputeStates, insider: insiderFlags },
  days: ['from', 'to'],
  searchLength: 100,
} as const
export type BookingList = ListOf<typeof bookingList>
/** Filter of bookings. Days are those of the appointment, both inclusive. */
export type BookingFilter = FilterOf<BookingList>

export const bookingSortLabels: Record<BookingSort, string> = {
  ...sortLabels,
  nameAsc: 'Kunden von A bis Z',
  nameDesc: 'Kunden von Z bis A',
}
