import { lockAppointment } from '#src/orders/appointments/actions.ts'
import { appointmentProblems } from '#src/orders/appointments/actRules.ts'
import { companyOf } from '#src/orders/appointments/markActions.ts'
import { issueBookingLinks } from '#src/orders/bookings/links/actions.ts'
import { bookingProblems } from '#src/orders/bookings/rules.ts'
import { lockBooking } from '#src/orders/bookings/store.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { enqueueSecretMail } from '#src/platform/server/mail/mail.ts'
import { type Asked, acceptRequest, endRequest } from './actions.ts'
import { counterRequest } from './counterActions.ts'
import { declinedMail } from './mails.ts'
import { isWaitingFor, type RequestAnswer } from './rules.ts'
import { listOpenRequests } from './store.ts'

type Own = { companyId: string; bookingId: string }

/** Locks a request that waits for this company's answer. Throws bookingProblems.notFound, appointmentProblems.over. */
async function lockRequest(app: App, tx: Transaction, { companyId, bookingId }: Own): Promise<Asked> {
  const appointment = await lockAppointment(tx, bookingId)
  const booking = appointment?.companyId === companyId ? await lockBooking(tx, bookingId) : undefined
  if (!appointment || !booking) throw bookingProblems.notFound()
  if (!isWaitingFor('requested', appointment, app.now())) throw appointmentProblems.over()
  return { appointment, booking }
}

/** Applies the company's answer; only the first of several counts. Throws as lockRequest, and slotRefusal of a counter-proposal. */
export const answerRequest = (app: App, answer: RequestAnswer & Own, callerHash: string) =>
  app.db.transaction().execute(async (tx) => {
    const asked = await lockRequest(app, tx, answer)
    if (answer.answer === 'accept') return acceptRequest(app, tx, { ...asked, actor: 'company' })
    if (answer.answer === 'counter') return counterRequest(app, tx, { ...asked, times: answer.times, callerHash })
    await endRequest(app, tx, { ...asked, to: 'declined', by: 'company', reason: answer.reason })
    const links = await issueBookingLinks(app, tx, asked.booking)
    const company = await companyOf(tx, answer.companyId)
    await enqueueSecretMail(app, tx, declinedMail({ ...asked, company, reason: answer.reason, links }))
  })

/** Returns the requests that wait for the company's answer. */
export async function readOpenRequests(app: App, { companyId }: { companyId: string }) {
  const rows = await listOpenRequests(app.db, { companyId, now: app.now(), limit: shownRequests })
  return { rows: rows.map((row) => ({ ...row, bookingTime: row.bookingTime.slice(0, 5) })) }
}
const shownRequests = 50
