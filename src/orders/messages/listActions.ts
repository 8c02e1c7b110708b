import { shortName } from '#src/platform/kit/text.ts'
import type { App } from '#src/platform/server/app.ts'
import { messageLimits, type ThreadFilter } from './rules.ts'
import { countThreads, countUnreadThreads, listThreads } from './store.ts'

/** Returns one page of a company's threads, newest first, and the number of threads for each filter. */
export async function readThreads(app: App, { companyId, filter, page }: { companyId: string; filter: ThreadFilter; page: number }) {
  const pageSize = messageLimits.threadsOnPage
  const [rows, { all, unread, booked }] = await Promise.all([
    listThreads(app.db, { companyId, filter, limit: pageSize, offset: (page - 1) * pageSize }),
    countThreads(app.db, companyId),
  ])
  const named = rows.map((row) => (row.bookingId === null ? { ...row, customerName: shortName(row.customerName) } : row))
  return { rows: named, page, pageSize, counts: { all, unread, booked, asked: all - booked } }
}

/** Number of threads with messages that the company has not read. */
export const countUnread = async (app: App, companyId: string) => (await countUnreadThreads(app.db, companyId)).unread
