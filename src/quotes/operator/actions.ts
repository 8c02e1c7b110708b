import { type Category, workOf } from '#src/companies/rules.ts'
import { beginningOf } from '#src/kit/text.ts'
import type { App } from '#src/server/app.ts'
import { type ListAsked, readListPage } from '#src/server/pages.ts'
import { quoteLimits } from '../rules.ts'
import type { QuoteRequestList } from './rules.ts'
import { countQuoteRequests, listQuoteRequests } from './store.ts'

/** A page of the requests for offers, and how many match. */
export async function readQuoteRequests(app: App, asked: ListAsked<QuoteRequestList>) {
  const { rows, ...page } = await readListPage(app.db, asked, { list: listQuoteRequests, count: countQuoteRequests })
  return { ...page, rows: rows.map(withoutDescription) }
}

/** A title made of the description gives way to the category's: the operator doesn't read what was described (docs/spec.md#quotes). */
function withoutDescription<Row extends { title: string; description: string; category: Category }>({ description, ...row }: Row) {
  const isDescribed = row.title === beginningOf(description, quoteLimits.beginning)
  return { ...row, title: isDescribed ? workOf[row.category] : row.title }
}
