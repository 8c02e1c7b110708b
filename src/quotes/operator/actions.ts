import type { App } from '#src/server/app.ts'
import { type ListAsked, readListPage } from '#src/server/pages.ts'
import type { QuoteRequestList } from './rules.ts'
import { countQuoteRequests, listQuoteRequests } from './store.ts'

/** A page of the requests for offers, and how many match. */
export const readQuoteRequests = (app: App, asked: ListAsked<QuoteRequestList>) =>
  readListPage(app.db, asked, { list: listQuoteRequests, count: countQuoteRequests })
