import { bookingRequestAt } from '#src/orders/bookings/order/rules.ts'
import { bookingLimits } from '#src/orders/bookings/rules.ts'
import { giveThreadToBooking } from '#src/orders/messages/store.ts'
import { bookQuote } from '#src/orders/ordering/actions.ts'
import { type Cents, eurosOf } from '#src/platform/kit/money.ts'
import { invalidInput } from '#src/platform/kit/problems.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Caller } from '#src/platform/server/calls/endpoint.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { announce } from '#src/platform/server/live.ts'
import { type DepositTerms, splitPrice } from '#src/supply/services/deposits.ts'
import { isBeingPaid } from './actions.ts'
import { declinedMail } from './mails.ts'
import { type Acceptance, momentOf } from './offerRules.ts'
import { endOpenQuotes } from './quoteActions.ts'
import { claimRequest, insertQuoteBooking, markQuoteAccepted, markRequestAccepted } from './quoteStore.ts'
import { openWithToken } from './requestActions.ts'
import { quoteProblems } from './rules.ts'
import { findQuote, findQuoteOfBooking, listQuotesOfRequest, listSlots, lockRequest, type QuoteRow, type RequestRow } from './store.ts'

/**
 * Accepts a quote: creates a booking at its total, to be paid at once (docs/spec.md#quotes). While the checkout is open the quote is
 * reserved; a checkout that ends unpaid releases it. The same acceptance again returns the same payment page. Throws quoteProblems, and as
 * bookQuote.
 */
export async function acceptQuote(app: App, { acceptance, caller }: { acceptance: Acceptance; caller: Caller }) {
  const request = await openWithToken(app, acceptance.token)
  if (request.status === 'unconfirmed') throw quoteProblems.notConfirmed()
  if (request.status !== 'open') throw quoteProblems.notOpen()
  const quote = await findQuote(app.db, acceptance.quoteId)
  if (quote?.requestId !== request.id) throw quoteProblems.unknown()
  if (!isAcceptable(app, quote)) throw quoteProblems.notOffered()
  const named = await listSlots(app.db, [quote.id])
  const terms: DepositTerms = { priceKind: 'fixed', depositPercent: quote.depositPercent, restParts: quote.restParts }
  const totalCents = quote.totalCents ?? 0
  const dueCents = splitPrice(terms, totalCents, quote.restParts)?.depositCents ?? totalCents
  const order = orderOf(app, { request, quote, acceptance, dueCents })
  return bookQuote(app, {
    ...{ request: order, caller },
    offer: {
      id: quote.id,
      serviceTitle: quote.offerTitle ?? quote.title,
      serviceId: null,
      totalCents,
      minutes: quote.minutes ?? 0,
      terms,
      cancelPath: '/angebote',
      isNamed: named.some(({ startsAt }) => startsAt.getTime() === momentOf(order).getTime()),
      replaces: quote.bookingStatus === 'pending' ? (request.bookingId ?? undefined) : undefined,
      claim: (tx, bookingId) => claim(app, tx, { quoteId: quote.id, bookingId, before: request.bookingId }),
    },
  })
}

/** True if the quote can be accepted. One with an open checkout may be paid even after it expired. */
const isAcceptable = (app: App, quote: QuoteRow) =>
  quote.status === 'offered' && quote.validUntil !== null && (quote.validUntil > app.now() || isBeingPaid(quote))

type Ordering = { request: RequestRow; quote: QuoteRow; acceptance: Acceptance; dueCents: Cents }
/** Builds the booking request that accepts the quote, at the amount due at booking, validated like any other. Throws invalidInput. */
function orderOf(app: App, { request, quote, dueCents, acceptance: { token: _token, quoteId: _quoteId, ...typed } }: Ordering) {
  const read = bookingRequestAt(app.now()).safeParse({
    ...typed,
    companyId: quote.companyId,
    customerName: request.customerName,
    customerEmail: request.customerEmail,
    amount: eurosOf(dueCents),
    description: request.description.slice(0, bookingLimits.description),
  })
  if (read.success) return read.data
  throw invalidInput(Object.fromEntries(read.error.issues.map(({ path, message }) => [String(path[0]), [message]])))
}

type Claim = { quoteId: string; bookingId: string; before: string | null }

/** Reserves the request for a booking that is about to be paid. Throws quoteProblems.otherBeingPaid, notOffered. */
async function claim(app: App, tx: Transaction, { quoteId, bookingId, before }: Claim) {
  const known = await findQuote(tx, quoteId)
  if (!known) throw quoteProblems.unknown()
  if (!(await claimRequest(tx, { id: known.requestId, bookingId, before }))) throw quoteProblems.otherBeingPaid()
  // Read again under the lock of the request: the quote may have been withdrawn or expired since.
  const quote = await findQuote(tx, quoteId)
  if (quote?.status !== 'offered' || quote.validUntil === null || quote.validUntil <= app.now()) throw quoteProblems.notOffered()
  await insertQuoteBooking(tx, { bookingId, quoteId })
}

/**
 * Hook of a paid booking: accepts its quote and notifies the other asked companies, once. Returns false if another order has the request
 * already, so that the payment is refunded; true for a booking without a quote.
 */
export async function claimQuote(_app: App, tx: Transaction, { bookingId, now }: { bookingId: string; now: Date }) {
  const quote = await findQuoteOfBooking(tx, bookingId)
  if (!quote) return true
  const request = await lockRequest(tx, quote.requestId)
  const [known] = (await listQuotesOfRequest(tx, quote.requestId)).filter(({ id }) => id === quote.id)
  if (!request || (known?.status !== 'offered' && known?.status !== 'lapsed')) return false
  if (!(await markRequestAccepted(tx, { id: request.id, bookingId, now }))) return false
  await markQuoteAccepted(tx, { id: quote.id, now })
  await giveThreadToBooking(tx, { quoteId: quote.id, bookingId })
  await announce(tx, { companyId: known.companyId, kind: 'quote', id: quote.id })
  await endOpenQuotes(tx, { request, to: 'declined', exceptId: quote.id, now, mail: declinedMail })
  return true
}
