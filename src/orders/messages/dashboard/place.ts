import { type ListedThread, type Subject, type ThreadFilter, threadFilters } from '../rules.ts'

/** Filter, page and thread of the message page, as encoded in the URL. */
export type InboxPlace = { filter: ThreadFilter; page: number; subject: Subject | undefined }

const names: Record<ThreadFilter, string> = { all: '', unread: 'ungelesen', asked: 'anfragen', booked: 'vereinbart' }
export const inboxPath = '/dashboard/nachrichten'

/** Parses the URL's query. */
export function placeOf(query: URLSearchParams): InboxPlace {
  return {
    filter: threadFilters.find((one) => names[one] === (query.get('ansicht') ?? '')) ?? 'all',
    page: Math.min(10_000, Math.max(1, Math.floor(Number(query.get('seite')) || 1))),
    subject: subjectIn(query),
  }
}

function subjectIn(query: URLSearchParams): Subject | undefined {
  const [bookingId = '', quoteId = ''] = [query.get('buchung') ?? '', query.get('anfrage') ?? '']
  if (uuid.test(bookingId)) return { bookingId }
  return uuid.test(quoteId) ? { quoteId } : undefined
}
const uuid = /^[0-9a-f-]{36}$/i

/** Booking or request of a listed thread. */
export const subjectOfRow = ({ booking_id, quote_id }: Pick<ListedThread, 'booking_id' | 'quote_id'>): Subject =>
  booking_id === null ? { quoteId: quote_id ?? '' } : { bookingId: booking_id }
export const idOf = (subject: Subject) => ('bookingId' in subject ? subject.bookingId : subject.quoteId)

/** Returns the URL of a place. */
export function addressOf({ filter, page, subject }: InboxPlace) {
  const query = new URLSearchParams({
    ...(filter === 'all' ? {} : { ansicht: names[filter] }),
    ...(page === 1 ? {} : { seite: String(page) }),
    ...(subject === undefined ? {} : 'bookingId' in subject ? { buchung: subject.bookingId } : { anfrage: subject.quoteId }),
  })
  return query.size === 0 ? inboxPath : `${inboxPath}?${query}`
}
