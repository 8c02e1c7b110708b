import { type BookingSort, bookingFilter, bookingSorts, bookingStatuses, paymentStatuses } from './bookingRules.ts'

/** What the list of all bookings shows, as its address says it. Nothing chosen is an empty text. */
export type BookingList = {
  page: number
  sort: BookingSort
  status: (typeof bookingStatuses)[number] | ''
  payment: (typeof paymentStatuses)[number] | ''
  search: string
  from: string
  to: string
}

export const emptyList: BookingList = { page: 1, sort: 'newest', status: '', payment: '', search: '', from: '', to: '' }

/** How the list may be sorted, in words. */
export const sortLabels: Record<BookingSort, string> = {
  newest: 'Neueste Buchung zuerst',
  oldest: 'Älteste Buchung zuerst',
  dateDesc: 'Spätester Termin zuerst',
  dateAsc: 'Frühester Termin zuerst',
  amountDesc: 'Höchster Betrag zuerst',
  amountAsc: 'Niedrigster Betrag zuerst',
}

/** Reads an address that anybody may have written: what makes no sense is as if it were not there. */
export function parseBookingList(parameters: URLSearchParams): BookingList {
  const text = (name: keyof BookingList) => parameters.get(name) ?? ''
  const known = <Word extends string>(name: keyof BookingList, words: readonly Word[]) => words.find((word) => word === text(name))
  const valid = (name: 'search' | 'from' | 'to') => (bookingFilter.shape[name].safeParse(text(name)).success ? text(name) : '')
  const page = Number(text('page'))
  return {
    page: Number.isInteger(page) && page > 0 && page <= 100_000 ? page : emptyList.page,
    sort: known('sort', bookingSorts) ?? emptyList.sort,
    status: known('status', bookingStatuses) ?? '',
    payment: known('payment', paymentStatuses) ?? '',
    search: valid('search'),
    from: valid('from'),
    to: valid('to'),
  }
}

/** The address's parameters for a list, without what stands for itself. The counterpart of `parseBookingList`. */
export function bookingListParameters(list: BookingList): Record<string, string> {
  const given = Object.entries({
    ...list,
    page: list.page === 1 ? '' : String(list.page),
    sort: list.sort === emptyList.sort ? '' : list.sort,
  })
  return Object.fromEntries(given.filter(([, value]) => value !== ''))
}

/** The filters alone, as the calls take them. */
export function filterOf({ status, payment, search, from, to }: BookingList) {
  return {
    ...(status ? { status } : {}),
    ...(payment ? { payment } : {}),
    ...(search ? { search } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  }
}

export const hasFilter = (list: BookingList) => Object.keys(filterOf(list)).length > 0
