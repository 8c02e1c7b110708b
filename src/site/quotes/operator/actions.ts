import { beginningOf } from '#src/platform/kit/text.ts'
import type { App } from '#src/platform/server/app.ts'
import { type ListRequest, readListPage } from '#src/platform/server/pages.ts'
import { type Category, workOf } from '#src/supply/companies/rules.ts'
import { quoteLimits } from '../rules.ts'
import type { QuoteRequestList } from './rules.ts'
import { countQuoteRequests, listQuoteRequests } from './store.ts'

/** Returns one page of the requests, and the number that match. */
export async function readQuoteRequests(app: App, asked: ListRequest<QuoteRequestList>) {
  const { rows, ...page } = await readListPage(app.db, asked, { list: listQuoteRequests, count: countQuoteRequests })
  return { ...page, rows: rows.map(withoutDescription) }
}

/** Replaces a title taken from the description by the category's: the operator must not read the description (docs/spec.md#quotes). */
function withoutDescription<Row extends { title: string; description: string; category: Category }>({ description, ...row }: Row) {
  const isDescribed = row.title === beginningOf(description, quoteLimits.beginning)
  return { ...row, title: isDescribed ? workOf[row.category] : row.title }
}
