import { findCheckoutOfBooking } from '#src/money/payments/store.ts'
import { appointmentProblems } from '#src/orders/appointments/actRules.ts'
import { companyOf, lockOfCompany } from '#src/orders/appointments/markActions.ts'
import { issueBookingLinks } from '#src/orders/bookings/links/actions.ts'
import { hideContacts } from '#src/orders/bookings/masking/rules.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { enqueueEncryptedMail } from '#src/platform/server/mail/mail.ts'
import { type Asked, acceptRequest, endRequest } from './actions.ts'
import { counterRequest } from './counterActions.ts'
import { declinedMail } from './mails.ts'
import { applyPrice, proposePrice } from './priceActions.ts'
import { isWaitingFor, type NamedPrice, type RequestAnswer } from './rules.ts'
import { listOpenRequests } from './store.ts'

type CompanyBooking = { companyId: string; bookingId: string }

/** Locks a request that waits for this company's answer. Throws bookingProblems.notFound, appointmentProblems.over. */
async function lockRequest(app: App, tx: Transaction, own: CompanyBooking): Promise<Asked> {
  const asked = await lockOfCompany(tx, own)
  if (!isWaitingFor('requested', asked.appointment, app.now())) throw appointmentProblems.over()
  return asked
}

/** Applies the company's answer; only the first of several counts. Throws as lockRequest and applyPrice, and slotRefusal. */
export const answerRequest = (app: App, answer: RequestAnswer & CompanyBooking, callerHash: string) =>
  app.db.transaction().execute(async (tx) => {
    const asked = await lockRequest(app, tx, answer)
    if (answer.answer === 'accept') return acceptAt(app, tx, { ...asked, ...answer })
    if (answer.answer === 'counter') {
      await applyPrice(tx, { ...answer, booking: asked.booking, now: app.now() })
      return counterRequest(app, tx, { ...asked, times: answer.times, callerHash })
    }
    const reason = hideContacts(answer.reason).body
    await endRequest(app, tx, { ...asked, to: 'declined', by: 'company', reason })
    const links = await issueBookingLinks(app, tx, asked.booking)
    const company = await companyOf(tx, answer.companyId)
    await enqueueEncryptedMail(app, tx, declinedMail({ ...asked, company, reason, links }))
  })

/** Accepts a request, at the price that the company names for an estimate; above the ceiling the customer decides. */
async function acceptAt(app: App, tx: Transaction, { appointment, booking, ...named }: Asked & NamedPrice) {
  const priceCents = await applyPrice(tx, { ...named, booking, now: app.now() })
  if (priceCents === undefined) return acceptRequest(app, tx, { appointment, booking, actor: 'company' })
  const checkout = await findCheckoutOfBooking(tx, booking.id)
  await proposePrice(app, tx, { appointment, booking, priceCents, heldUntil: checkout?.heldUntil ?? app.now() })
}

/** Returns the requests that wait for the company's answer. */
export async function readOpenRequests(app: App, { companyId }: { companyId: string }) {
  const rows = await listOpenRequests(app.db, { companyId, now: app.now(), limit: maxRequests })
  return { rows: rows.map((row) => ({ ...row, bookingTime: row.bookingTime.slice(0, 5) })) }
}
const maxRequests = 50
