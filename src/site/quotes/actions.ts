import { sendFile, sendPreview } from '#src/foundation/files/downloadActions.ts'
import { fileProblems } from '#src/foundation/files/rules.ts'
import { berlinDay, formatClock } from '#src/platform/kit/dates.ts'
import { shortName } from '#src/platform/kit/text.ts'
import type { App, Session } from '#src/platform/server/app.ts'
import type { Database } from '#src/platform/server/db.ts'
import { confirmedAddress } from '#src/site/customers/bookings/actions.ts'
import type { QuoteFilter } from './companyListRules.ts'
import { customerQuoteRequests } from './listRules.ts'
import { issueToken, openWithToken } from './requestActions.ts'
import { quoteLimits, quoteProblems } from './rules.ts'
import {
  countQuotesOfCompany,
  findCompanies,
  findCustomerFile,
  findFileForCompany,
  findRequestOfAddress,
  listQuoteFiles,
  listQuotesOfCompany,
  listQuotesOfRequest,
  listRequestsOfAddress,
  listSlots,
  type QuoteRow,
} from './store.ts'

/** Returns a request with its quotes to its customer. Throws quoteProblems.linkUnknown. */
export async function readRequestAsCustomer(app: App, token: string) {
  const request = await openWithToken(app, token)
  const rows = await listQuotesOfRequest(app.db, request.id)
  const offers = await offersOf(app.db, rows)
  const companies = await findCompanies(app.db, rows.length > 0 ? rows.map(({ companyId }) => companyId) : request.companyIds)
  const files = await listQuoteFiles(app.db, [request.id])
  return {
    ...request,
    files,
    quotes: companies
      .map(({ id: companyId, companyName, logoUrl, rating, reviews }) => {
        const row = rows.find((one) => one.companyId === companyId)
        return {
          ...{ companyId, companyName, logoUrl, rating, reviews },
          id: row?.id ?? null,
          status: row?.status ?? null,
          endedBy: row?.endedBy ?? null,
          answerBy: row?.answerBy ?? null,
          offer: (row && offers.get(row.id)) ?? null,
          isBeingPaid: row !== undefined && isBeingPaid(row),
        }
      })
      .sort((one, other) => (one.offer?.totalCents ?? Number.POSITIVE_INFINITY) - (other.offer?.totalCents ?? Number.POSITIVE_INFINITY)),
    bookingId: request.status === 'accepted' ? request.bookingId : null,
  }
}

/** Lists the requests made with the account's confirmed address, as a guest or signed in. Throws customerProblems.notConfirmed. */
export const readCustomerRequests = async (app: App, session: Session) => ({
  rows: await listRequestsOfAddress(app.db, { customerEmail: confirmedAddress(session), limit: customerQuoteRequests }),
})

/** Issues a token that opens one of them, like a mailed link. Throws customerProblems.notConfirmed, quoteProblems.unknown. */
export async function openRequestAsCustomer(app: App, session: Session, id: string) {
  const customerEmail = confirmedAddress(session)
  return app.db.transaction().execute(async (tx) => {
    if (!(await findRequestOfAddress(tx, { id, customerEmail }))) throw quoteProblems.unknown()
    return { token: await issueToken(app, tx, id) }
  })
}

/** True if an order for exactly this quote awaits payment. */
export const isBeingPaid = ({ id, bookedQuoteId, bookingStatus }: QuoteRow) => bookedQuoteId === id && bookingStatus === 'pending'

/** Terms of the quotes by quote id, with their proposed times. */
async function offersOf(db: Database, rows: readonly QuoteRow[]) {
  const slots = Map.groupBy(
    await listSlots(
      db,
      rows.map(({ id }) => id),
    ),
    ({ quoteId }) => quoteId,
  )
  return new Map(
    rows.map((row) => [
      row.id,
      offerOf(
        row,
        (slots.get(row.id) ?? []).map(({ startsAt }) => startsAt),
      ),
    ]),
  )
}

function offerOf({ offerTitle, offerText, totalCents, minutes, depositPercent, restParts, validUntil }: QuoteRow, starts: readonly Date[]) {
  if (offerTitle === null || offerText === null || totalCents === null || minutes === null || validUntil === null) return null
  const slots = starts.map((at) => ({ date: berlinDay(at), time: formatClock(at).slice(0, 5) }))
  return { title: offerTitle, text: offerText, totalCents, minutes, depositPercent, restParts, validUntil, slots }
}

const statusesOf: Record<QuoteFilter, readonly ('open' | 'offered')[] | undefined> = {
  open: ['open'],
  offered: ['offered'],
  all: undefined,
}

/** Returns one page of the requests to a company, and the number for each filter. */
export async function readCompanyQuotes(app: App, { companyId, filter, page }: { companyId: string; filter: QuoteFilter; page: number }) {
  const pageSize = quoteLimits.rowsOnPage
  const [rows, counts] = await Promise.all([
    listQuotesOfCompany(app.db, { companyId, statuses: statusesOf[filter], limit: pageSize, offset: (page - 1) * pageSize }),
    countQuotesOfCompany(app.db, companyId),
  ])
  const offers = await offersOf(app.db, rows)
  const files = Map.groupBy(
    await listQuoteFiles(
      app.db,
      rows.map(({ requestId }) => requestId),
    ),
    ({ requestId }) => requestId,
  )
  return {
    rows: rows.map((row) => ({
      ...row,
      customerName: row.status === 'accepted' ? row.customerName : shortName(row.customerName),
      files: files.get(row.requestId) ?? [],
      offer: offers.get(row.id) ?? null,
      bookingId: row.status === 'accepted' ? row.bookingId : null,
    })),
    page,
    pageSize,
    counts,
  }
}

/** Opens a file of a request for its customer. Throws quoteProblems.linkUnknown, fileProblems.unknown. */
export async function openQuoteFileAsCustomer(app: App, { token, attachmentId }: { token: string; attachmentId: string }) {
  const { id: requestId } = await openWithToken(app, token)
  const found = await findCustomerFile(app.db, { requestId, attachmentId })
  if (!found) throw fileProblems.unknown()
  return sendFile(app, found)
}

/** Opens a file of a request for a company that was asked. Throws fileProblems.unknown. */
export async function openQuoteFile(app: App, asked: { companyId: string; attachmentId: string }) {
  const found = await findFileForCompany(app.db, asked)
  if (!found) throw fileProblems.unknown()
  return sendFile(app, found)
}

/** Opens the preview of a picture among the files. Throws fileProblems.unknown. */
export async function openQuotePicture(app: App, asked: { companyId: string; attachmentId: string }) {
  const found = await findFileForCompany(app.db, asked)
  if (!found) throw fileProblems.unknown()
  return sendPreview(app, found)
}
