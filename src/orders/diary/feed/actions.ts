import { createHash } from 'node:crypto'
import { type Entry, writeFeed } from '#src/orders/bookings/calendar.ts'
import type { App } from '#src/platform/server/app.ts'
import { openLink } from '#src/supply/calendars/links/actions.ts'
import { listFeed } from './store.ts'

/** Days for which past and cancelled appointments stay in the feed. */
const pastDays = 30

/**
 * Returns a company's appointments as an iCalendar file for a secret URL, with an ETag that changes with them; undefined for an unknown or
 * revoked URL. A link that shows only busy times contains no names.
 */
export async function readFeed(app: App, path: string) {
  const link = await openLink(app, path)
  if (!link) return undefined
  const rows = await listFeed(app.db, { companyId: link.companyId, now: app.now(), pastDays })
  const entries = rows.map(
    ({ id, serviceTitle, customerName, customerPhone, location, startsAt, endsAt, parts, sequence, status, updatedAt }): Entry => ({
      id,
      startsAt,
      endsAt,
      parts,
      sequence,
      writtenAt: updatedAt,
      isCancelled: status === 'cancelled',
      ...(link.shows === 'busy'
        ? { title: 'Belegt', location: '', lines: undefined }
        : { title: `${serviceTitle} – ${customerName}`, location, lines: [customerName, customerPhone] }),
    }),
  )
  const text = writeFeed(entries, { host: new URL(app.config.publicUrl).hostname, name: link.companyName })
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` }
}
