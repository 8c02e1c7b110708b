import type { App } from '#src/platform/server/app.ts'
import { type ListRequest, readPage } from '#src/platform/server/pages.ts'
import type { RequestList } from './operatorRules.ts'
import { countRequested, listRequests } from './operatorStore.ts'

/** Returns a page of the requests of all companies, and the number of matches. */
export function readRequests(app: App, filter: ListRequest<RequestList>) {
  const asked = { filter, now: app.now() }
  return readPage(filter, {
    list: (part) => listRequests(app.db, { ...asked, sort: filter.sort, ...part }),
    count: () => countRequested(app.db, asked),
  })
}
