import type { App } from '#src/platform/server/app.ts'
import { type ListAsked, readPage } from '#src/platform/server/pages.ts'
import type { RequestList } from './operatorRules.ts'
import { countAsked, listAsked } from './operatorStore.ts'

/** Returns a page of the requests of all companies, and the number of matches. */
export function readRequests(app: App, filter: ListAsked<RequestList>) {
  const asked = { filter, now: app.now() }
  return readPage(filter, {
    list: (part) => listAsked(app.db, { ...asked, sort: filter.sort, ...part }),
    count: () => countAsked(app.db, asked),
  })
}
