import { fileProblems } from '#src/foundation/files/rules.ts'
import { resource } from '#src/platform/server/calls/endpoint.ts'
import { linkPath, linkRate } from '#src/supply/calendars/links/rules.ts'
import { readFeed } from './actions.ts'

export const feedHttp = [
  resource({
    name: 'calendar-feed',
    path: `${linkPath}*`,
    allows: 'V',
    summary: "Returns a company's appointments as iCalendar, by the token in the address.",
    limits: ({ caller }) => [{ name: 'calendarFeed', key: caller.ip, ...linkRate }],
    run: async (app, { path, headers }) => {
      const feed = await readFeed(app, path)
      if (!feed) throw fileProblems.unknown()
      const kept = { etag: feed.etag, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }
      if (headers.get('if-none-match') === feed.etag) return new Response(null, { status: 304, headers: kept })
      return new Response(feed.text, { headers: { ...kept, 'content-type': 'text/calendar; charset=utf-8' } })
    },
  }),
] as const
