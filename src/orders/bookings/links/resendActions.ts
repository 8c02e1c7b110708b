import { listAttachmentsOfBooking } from '#src/foundation/files/store.ts'
import { isStanding } from '#src/money/payments/bookingStates.ts'
import { findAppointment } from '#src/orders/appointments/store.ts'
import { findPlan } from '#src/orders/instalments/store.ts'
import type { App } from '#src/platform/server/app.ts'
import { recordAudit } from '#src/platform/server/audit.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { enqueueEncryptedMail, enqueueMail } from '#src/platform/server/mail/mail.ts'
import { findCompanyForBooking } from '#src/supply/companies/store.ts'
import { listItems } from '../itemStore.ts'
import { confirmedCompanyMail, confirmedCustomerMail } from '../mails.ts'
import { bookingProblems } from '../rules.ts'
import { lockBooking } from '../store.ts'
import { issueBookingLinks } from './actions.ts'

type Resend = { bookingId: string; to: 'customer' | 'company'; actor: string; requestId: string }

/** Mails the confirmation of a booking again, with its current time and a new link. Throws bookingProblems.notFound. */
export const resendConfirmation = (app: App, { bookingId, to, actor, requestId }: Resend) =>
  app.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, bookingId)
    const company = booking && (await findCompanyForBooking(tx, booking.companyId))
    if (!booking || !company || !isStanding(booking.bookingStatus)) throw bookingProblems.notFound()
    const facts = await confirmationFacts(app, tx, { booking, company, appointment: await findAppointment(tx, bookingId) })
    const again = { occasion: `booking:${bookingId}:confirmed:${to}:${requestId}` }
    if (to === 'customer') {
      const links = await issueBookingLinks(app, tx, booking)
      await enqueueEncryptedMail(app, tx, { ...confirmedCustomerMail({ ...facts, links, wasRequested: false }), ...again })
    } else {
      await enqueueMail(tx, { ...confirmedCompanyMail(facts), ...again })
    }
    const entry = { at: app.now(), actor, action: 'bookings.resend', objectType: 'booking', objectId: bookingId, requestId }
    await recordAudit(tx, { ...entry, after: { to } })
  })

type Confirmed = {
  booking: NonNullable<Awaited<ReturnType<typeof lockBooking>>>
  company: NonNullable<Awaited<ReturnType<typeof findCompanyForBooking>>>
  appointment: Awaited<ReturnType<typeof findAppointment>>
}

/** Facts of the mails that confirm a booking to both sides. */
export async function confirmationFacts(app: App, tx: Transaction, { booking, company, appointment }: Confirmed) {
  const [plan, files] = [await findPlan(tx, booking.id), await listAttachmentsOfBooking(tx, booking.id)]
  return {
    booking,
    company,
    items: await listItems(tx, booking.id),
    planCents: plan?.totalCents,
    endsAt: appointment?.endsAt,
    parts: appointment?.parts,
    fileNames: files.map(({ name }) => name),
    at: app.now(),
    publicUrl: app.config.publicUrl,
  }
}
