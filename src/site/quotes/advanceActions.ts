import { attachmentLimits } from '#src/foundation/files/rules.ts'
import { retentionMonths } from '#src/orders/messages/rules.ts'
import { addDays, addMonths, berlinDay, berlinInstant } from '#src/platform/kit/dates.ts'
import type { App, Person } from '#src/platform/server/app.ts'
import { announce } from '#src/platform/server/live.ts'
import { enqueueEncryptedMail, enqueueMail } from '#src/platform/server/mail/mail.ts'
import { isBeingPaid } from './actions.ts'
import { deleteOldRequests, listLapsing, listRequestsForExport, listUnanswered } from './advanceStore.ts'
import { furtherRequestMail, lapsedCompanyMail, lapsedCustomerMail, nobodyMail } from './mails.ts'
import { markQuoteEnded } from './quoteStore.ts'
import { findNearest, inviteCompanies, issueQuotePage } from './requestActions.ts'
import { quoteLimits } from './rules.ts'
import { deleteExpiredQuoteLinks, findQuote, listQuotesOfRequest, lockRequest, markEnded, markNextRound, type RequestRow } from './store.ts'

/** Processes due requests, each in its own transaction. Reads its work from the tables, so a crash loses nothing. */
export async function advanceQuotes(app: App) {
  for (const { id, requestId } of await listLapsing(app.db, app.now())) await lapse(app, { id, requestId })
  for (const request of await listUnanswered(app.db)) await inviteFurther(app, request)
}

/** Expires a quote that was not made in time, or that is past its validity. */
const lapse = (app: App, { id, requestId }: { id: string; requestId: string }) =>
  app.db.transaction().execute(async (tx) => {
    const now = app.now()
    await lockRequest(tx, requestId)
    const quote = await findQuote(tx, id)
    if (!quote || (quote.status !== 'open' && quote.status !== 'offered')) return
    // The customer may have opened a checkout meanwhile.
    if (isBeingPaid(quote)) return
    if (!(await markQuoteEnded(tx, { id, from: quote.status, to: 'lapsed', by: 'system', now }))) return
    await announce(tx, { companyId: quote.companyId, kind: 'quote', id })
    await enqueueMail(tx, lapsedCompanyMail({ quote }))
    if (quote.status === 'offered')
      await enqueueEncryptedMail(app, tx, lapsedCustomerMail({ quote, url: await issueQuotePage(app, tx, requestId) }))
  })

/** Without an outstanding answer or valid quote: asks the next companies if the customer chose that and there are any, else ends the request. */
async function inviteFurther(app: App, request: RequestRow) {
  const asked = await listQuotesOfRequest(app.db, request.id)
  const mayAsk = request.asksFurther && request.rounds < quoteLimits.rounds && asked.every(({ offeredAt }) => offeredAt === null)
  const except = asked.map(({ companyId }) => companyId)
  const next = mayAsk ? await findNearest(app.db, { ...request, except }) : []
  await app.db.transaction().execute(async (tx) => {
    const now = app.now()
    const locked = await lockRequest(tx, request.id)
    const isUnchanged = locked?.status === 'open' && locked.rounds === request.rounds
    if (!isUnchanged) return
    const count = next.length > 0 ? await inviteCompanies(app, tx, { request, companyIds: next.map(({ id }) => id) }) : 0
    if (count > 0) {
      await markNextRound(tx, request.id)
      await enqueueEncryptedMail(app, tx, furtherRequestMail({ request, count, url: await issueQuotePage(app, tx, request.id) }))
      return
    }
    const isPaying = asked.some(isBeingPaid)
    if (isPaying || !(await markEnded(tx, { id: request.id, status: 'lapsed', now }))) return
    await enqueueEncryptedMail(app, tx, nobodyMail({ request, url: await issueQuotePage(app, tx, request.id) }))
  })
}

/** Deletes requests, files and links after their retention period. */
export async function purgeQuotes(app: App) {
  const today = berlinDay(app.now())
  const start = (day: string) => berlinInstant(day, '00:00')
  await deleteOldRequests(app.db, {
    unconfirmedUntil: start(addDays(today, -attachmentLimits.unpaidDays)),
    filesUntil: start(addDays(today, -attachmentLimits.requestDays)),
    unbookedUntil: start(addMonths(today, -retentionMonths.unbooked)),
    bookedUntil: start(addMonths(today, -retentionMonths.booked)),
  })
  await deleteExpiredQuoteLinks(app.db, app.now())
}

/** Returns a person's requests and the quotes for them, for the data export. */
export const exportQuotes = (app: App, { email }: Person) => listRequestsForExport(app.db, email)
