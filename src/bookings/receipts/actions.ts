import { sendFile } from '#src/files/downloadActions.ts'
import { fileProblems } from '#src/files/rules.ts'
import { listAttachmentsOfBooking } from '#src/files/store.ts'
import { berlinDay } from '#src/kit/dates.ts'
import type { App } from '#src/server/app.ts'
import { pdfAnswer } from '#src/server/pdf/sheet.ts'
import { readSettings } from '#src/server/settings.ts'
import { cancelProblems } from '../cancelRules.ts'
import { customerCancelProblems, freeCancellationEnd } from '../customerCancelRules.ts'
import { openWithKey } from '../links/keyActions.ts'
import type { BookingKey } from '../links/keyRules.ts'
import { bookingProblems } from '../rules.ts'
import { isStanding } from '../states.ts'
import { drawReceipt } from './pdf.ts'
import { receiptFile } from './rules.ts'
import { findOwnAttachment, findReceipt } from './store.ts'

type Found = NonNullable<Awaited<ReturnType<typeof findReceipt>>>

/** A booking as its customer sees it. Throws bookingLinkProblems or bookingProblems.notFound. */
export async function readReceipt(app: App, key: BookingKey) {
  const booking = await findOpened(app, key)
  const attachments = booking.paidAt === null ? [] : await listAttachmentsOfBooking(app.db, booking.id)
  // Only whoever really has the company's service gets the company's contact.
  const isOn = takesPlace(booking)
  return {
    ...booking,
    bookingTime: booking.bookingTime.slice(0, 5),
    ...wordsOf(booking),
    refundPendingCents: booking.pendingCents,
    takesPlace: isOn,
    isDue: berlinDay(app.now()) >= booking.bookingDate,
    freeUntil: freeCancellationEnd(booking),
    cancelRefusal: refusalOf(app, booking)?.message ?? null,
    attachments,
    company: isOn ? booking : { companyName: booking.companyName, email: '', contactPerson: '', phone: '' },
  }
}

async function findOpened(app: App, key: BookingKey) {
  const booking = await findReceipt(app.db, await openWithKey(app, key))
  if (!booking) throw bookingProblems.notFound()
  return booking
}

/** Whether the appointment is agreed and stands: one whose whole amount goes back does not. */
const takesPlace = ({ bookingStatus, amountCents, refundedCents, pendingCents }: Found) =>
  isStanding(bookingStatus) && refundedCents + pendingCents < amountCents

/** Why its customer cannot cancel a booking at this moment; the act itself decides again. */
function refusalOf(app: App, booking: Found) {
  if (!takesPlace(booking)) return cancelProblems.alreadyCancelled()
  if (booking.isDisputed) return cancelProblems.disputed()
  return app.now() > freeCancellationEnd(booking) ? customerCancelProblems.tooLate() : undefined
}

/** What was typed freely. The address of a booking that nobody paid may be a stranger's, who must not read somebody else's words. */
const wordsOf = ({ paidAt, location, description, customerName, customerPhone }: Found) => ({
  location: paidAt ? location : '',
  description: paidAt ? description : '',
  customerName: paidAt ? customerName : '',
  customerPhone: paidAt ? customerPhone : '',
})

/** A customer's own file. Throws as readReceipt, and fileProblems.unknown. */
export async function openOwnAttachment(app: App, { key, attachmentId }: { key: BookingKey; attachmentId: string }) {
  const found = await findOwnAttachment(app.db, { bookingId: await openWithKey(app, key), attachmentId })
  if (!found) throw fileProblems.unknown()
  return sendFile(app, found)
}

/** The receipt of what was paid, as a PDF. Throws as readReceipt, and bookingProblems.notFound for what nobody paid. */
export async function writeReceipt(app: App, key: BookingKey) {
  const booking = await findOpened(app, key)
  const { paidAt } = booking
  if (!paidAt) throw bookingProblems.notFound()
  const { operator } = await readSettings(app.db)
  const content = await drawReceipt({ brandName: app.config.BRAND_NAME, operator, booking: { ...booking, paidAt }, madeAt: app.now() })
  return pdfAnswer(content, receiptFile(booking.id))
}
