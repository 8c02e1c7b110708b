import { withdrawCheckout } from '#src/money/payments/actions.ts'
import { findCheckoutOfBooking } from '#src/money/payments/store.ts'
import { hideContacts } from '#src/orders/bookings/masking/rules.ts'
import { bookingProblems } from '#src/orders/bookings/rules.ts'
import { centsOfEuros } from '#src/platform/kit/money.ts'
import { invalidInput } from '#src/platform/kit/problems.ts'
import { PaymentsUnavailable } from '#src/platform/ports/payments.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { announce } from '#src/platform/server/live.ts'
import { enqueueEncryptedMail, enqueueMail } from '#src/platform/server/mail/mail.ts'
import { seekSlot } from '#src/supply/calendars/actions.ts'
import { longWorkMinutes } from '#src/supply/services/durations.ts'
import { isBeingPaid } from './actions.ts'
import { type declinedMail, quoteMail, withdrawnQuoteMail, withdrawnRequestMail } from './mails.ts'
import { momentOf, type OfferForm } from './offerRules.ts'
import { insertSlots, markOffered, markOthersEnded, markQuoteEnded } from './quoteStore.ts'
import { issueQuotePage, openWithToken } from './requestActions.ts'
import { quoteProblems, quoteTexts } from './rules.ts'
import { findCompanies, findQuote, lockRequest, markEnded, type RequestRow } from './store.ts'

type CompanyQuote = { companyId: string; quoteId: string }

/**
 * Stores a company's binding quote; its times must be free now and are not held. Returns the kinds of contact data masked in its text.
 * Throws quoteProblems.unknown, notUnanswered, and invalidInput with the field.
 */
export async function submitQuote(
  app: App,
  { companyId, quoteId, slots, validDays, amount, minutes, depositPercent, restParts, ...words }: OfferForm,
) {
  const title = hideContacts(words.title)
  const text = hideContacts(words.text)
  const totalCents = centsOfEuros(amount)
  if (totalCents === undefined) throw new Error('the schema accepted an amount with fractions of a cent')
  await app.db.transaction().execute(async (tx) => {
    const now = app.now()
    const quote = await lockCompanyQuote(tx, { companyId, quoteId })
    if (quote.status !== 'open' || quote.requestStatus !== 'open') throw quoteProblems.notUnanswered()
    const faults = await Promise.all(slots.map((one) => faultOf(app, tx, { ...one, companyId, minutes, serviceId: quote.serviceId })))
    const fault = faults.find((one) => one !== undefined)
    if (fault) throw invalidInput({ slots: [fault] })
    const validUntil = new Date(now.getTime() + validDays * 86_400_000)
    const offer = { offerTitle: title.body, offerText: text.body, totalCents, minutes, depositPercent, restParts, validUntil }
    if (!(await markOffered(tx, { id: quoteId, ...offer, now }))) throw quoteProblems.notUnanswered()
    await insertSlots(tx, quoteId, slots.map(momentOf))
    const url = await issueQuotePage(app, tx, quote.requestId)
    await enqueueEncryptedMail(app, tx, quoteMail({ quote, offer, url }))
    await announce(tx, { companyId, kind: 'quote', id: quoteId })
  })
  return { hidden: [...new Set([...title.hidden, ...text.hidden])] }
}

type Named = OfferForm['slots'][number] & { companyId: string; minutes: number; serviceId: string | null }
async function faultOf(app: App, tx: Transaction, { serviceId, ...named }: Named) {
  if (momentOf(named) <= app.now()) return quoteTexts.slots
  const isSpread = named.minutes > longWorkMinutes
  const found = await seekSlot(app, tx, { ...named, isSpread, serviceId: serviceId ?? undefined, byCompany: true, callerHash: '' })
  return found && 'why' in found ? quoteTexts.slotNotOffered : undefined
}

/** Finds a company's quote and locks its request. Throws quoteProblems.unknown. */
async function lockCompanyQuote(tx: Transaction, { companyId, quoteId }: CompanyQuote) {
  const known = await findQuote(tx, quoteId)
  if (known?.companyId !== companyId) throw quoteProblems.unknown()
  await lockRequest(tx, known.requestId)
  const quote = await findQuote(tx, quoteId)
  if (!quote) throw quoteProblems.unknown()
  return quote
}

/** Declines a request on behalf of a company. Throws quoteProblems.unknown, notUnanswered. */
export const declineQuote = (app: App, own: CompanyQuote) =>
  app.db.transaction().execute(async (tx) => {
    await lockCompanyQuote(tx, own)
    const ended = { id: own.quoteId, from: 'open', to: 'declined', by: 'company', now: app.now() } as const
    if (!(await markQuoteEnded(tx, ended))) throw quoteProblems.notUnanswered()
    await announce(tx, { companyId: own.companyId, kind: 'quote', id: own.quoteId })
  })

/** Withdraws a company's quote before it is accepted. Throws quoteProblems.unknown, notOffered, beingPaid. */
export const withdrawQuote = (app: App, own: CompanyQuote) =>
  app.db.transaction().execute(async (tx) => {
    const quote = await lockCompanyQuote(tx, own)
    if (isBeingPaid(quote)) throw quoteProblems.beingPaid()
    const ended = { id: own.quoteId, from: 'offered', to: 'withdrawn', by: 'company', now: app.now() } as const
    if (!(await markQuoteEnded(tx, ended))) throw quoteProblems.notOffered()
    await enqueueEncryptedMail(app, tx, withdrawnQuoteMail({ quote, url: await issueQuotePage(app, tx, quote.requestId) }))
    await announce(tx, { companyId: own.companyId, kind: 'quote', id: own.quoteId })
  })

/** Withdraws a request on behalf of the customer and notifies the asked companies. Throws quoteProblems.linkUnknown, notOpen. */
export async function withdrawQuoteRequest(app: App, token: string) {
  const request = await openWithToken(app, token)
  await withdrawPending(app, request.bookingId)
  await app.db.transaction().execute(async (tx) => {
    const now = app.now()
    await lockRequest(tx, request.id)
    if (!(await markEnded(tx, { id: request.id, status: 'withdrawn', now }))) throw quoteProblems.notOpen()
    await endOpenQuotes(tx, { request, to: 'withdrawn', now, mail: withdrawnRequestMail })
  })
}

type Ending = { request: RequestRow; to: 'declined' | 'withdrawn'; exceptId?: string; now: Date; mail: typeof declinedMail }

/** Ends all open quotes of a request, except one, and notifies their companies. */
export async function endOpenQuotes(tx: Transaction, { request, mail, ...ending }: Ending) {
  const ended = await markOthersEnded(tx, { requestId: request.id, ...ending })
  const companies = await findCompanies(
    tx,
    ended.map(({ companyId }) => companyId),
  )
  for (const { id, companyId } of ended) {
    const company = companies.find((one) => one.id === companyId)
    if (company) await enqueueMail(tx, mail({ quoteId: id, request, company }))
    await announce(tx, { companyId, kind: 'quote', id })
  }
}

/** Cancels the request's order that awaits payment. Throws bookingProblems.paymentUnavailable. */
async function withdrawPending(app: App, bookingId: string | null) {
  if (bookingId === null) return
  const checkout = await findCheckoutOfBooking(app.db, bookingId)
  if (checkout?.status !== 'starting' && checkout?.status !== 'open') return
  await withdrawCheckout(app, bookingId).catch((error: unknown) => {
    if (error instanceof PaymentsUnavailable) throw bookingProblems.paymentUnavailable()
    throw error
  })
}
