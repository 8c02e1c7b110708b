import { type ThreadFilter, threadFilters } from '../rules.ts'

/** Where in the messages a company is, as the address says. */
export type InboxPlace = { filter: ThreadFilter; page: number; bookingId: string | undefined }

const names: Record<ThreadFilter, string> = { all: '', unread: 'ungelesen', asked: 'anfragen', booked: 'vereinbart' }
export const inboxPath = '/dashboard/nachrichten'

/** The place of an address. */
export function placeOf(query: URLSearchParams): InboxPlace {
  const bookingId = query.get('buchung') ?? ''
  return {
    filter: threadFilters.find((one) => names[one] === (query.get('ansicht') ?? '')) ?? 'all',
    page: Math.min(10_000, Math.max(1, Math.floor(Number(query.get('seite')) || 1))),
    bookingId: /^[0-9a-f-]{36}$/i.test(bookingId) ? bookingId : undefined,
  }
}

/** The address of a place. */
export function addressOf({ filter, page, bookingId }: InboxPlace) {
  const query = new URLSearchParams({
    ...(filter === 'all' ? {} : { ansicht: names[filter] }),
    ...(page === 1 ? {} : { seite: String(page) }),
    ...(bookingId ? { buchung: bookingId } : {}),
  })
  return query.size === 0 ? inboxPath : `${inboxPath}?${query}`
}
