import { openCheckout, type PreparedCheckout, prepareCheckout } from '#src/money/payments/actions.ts'
import { findCheckoutOfBooking } from '#src/money/payments/store.ts'
import { companyOf } from '#src/orders/appointments/markActions.ts'
import { formatDate, formatTime } from '#src/platform/kit/dates.ts'
import { PaymentsBusy } from '#src/platform/ports/payments.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import type { BoughtItem } from '#src/supply/services/pricing.ts'
import { insertItems } from './itemStore.ts'
import { bookingProblems, checkoutMinutes } from './rules.ts'
import { findPendingByRequest, insertBooking, type lockBooking } from './store.ts'

/**
 * Writes the order of a supplement, an instalment or a tip, and stores its id with `link`, or finds the order of the same request that waits
 * for its payment. Returns it with its company and its checkout. Throws bookingProblems.stillRunning.
 */
export async function orderPart(app: App, tx: Transaction, order: NewOrder, link: (orderId: string) => Promise<unknown>) {
  const company = await companyOf(tx, order.job.companyId)
  const open = await findOpenOrder(tx, order.requestHash)
  if (open) return { ...open, company }
  const written = await writeOrder(app, tx, order)
  await link(written.booking.id)
  return { ...written, company }
}

async function findOpenOrder(tx: Transaction, requestHash: string) {
  const booking = await findPendingByRequest(tx, requestHash)
  if (!booking) return undefined
  const prepared = await findCheckoutOfBooking(tx, booking.id)
  // A checkout that has just ended cancels its order in a moment; until then the customer has to repeat the call.
  if (!prepared || (prepared.status !== 'starting' && prepared.status !== 'open')) throw bookingProblems.stillRunning()
  return { booking, prepared }
}

type NewOrder = {
  job: NonNullable<Awaited<ReturnType<typeof lockBooking>>>
  requestHash: string
  serviceTitle: string
  description: string
  item: BoughtItem
  earlyStartVersion?: string | null
}

async function writeOrder(app: App, tx: Transaction, { job, item, ...order }: NewOrder) {
  const now = app.now()
  const amountCents = item.totalCents
  const expiresAt = new Date(now.getTime() + checkoutMinutes * 60_000)
  const booking = await insertBooking(tx, {
    ...order,
    parentId: job.id,
    companyId: job.companyId,
    insider: job.insider,
    customerName: job.customerName,
    customerEmail: job.customerEmail,
    customerPhone: job.customerPhone,
    customerKind: job.customerKind,
    location: job.location,
    bookingDate: job.bookingDate,
    bookingTime: job.bookingTime,
    amountCents,
    expiresAt,
    createdAt: now,
    updatedAt: now,
  })
  if (!booking) throw bookingProblems.stillRunning()
  await insertItems(tx, { bookingId: booking.id, items: [item] })
  const isBusiness = job.customerKind === 'business'
  const prepared = await prepareCheckout(app, tx, { bookingId: booking.id, amountCents, isHeld: false, expiresAt, isBusiness })
  return { booking, prepared }
}

/** Unpaid booking. */
export type Pending = { id: string; serviceTitle: string; bookingDate: string; bookingTime: string; customerEmail: string }
type Offering = { company: { id: string; companyName: string }; booking: Pending; cancelPath?: string | undefined }

/** Title, description and return paths for the payment page. */
export function offerOf(app: App, { company, booking, cancelPath = `/service/${company.id}?booking=cancelled` }: Offering) {
  const { publicUrl } = app.config
  return {
    title: booking.serviceTitle,
    description: `${company.companyName}, ${formatDate(booking.bookingDate)}, ${formatTime(booking.bookingTime)}`,
    customerEmail: booking.customerEmail,
    successUrl: `${publicUrl}/payment-success?session_id={CHECKOUT_SESSION_ID}&booking_id=${booking.id}`,
    cancelUrl: publicUrl + cancelPath,
  }
}

/** Opens the payment page of an order and returns its URL. Throws bookingProblems.stillRunning, paymentUnavailable. */
export async function openPaymentPage(app: App, { prepared, ...order }: Offering & { prepared?: PreparedCheckout | undefined }) {
  const url = await openCheckout(app, { bookingId: order.booking.id, prepared, offer: offerOf(app, order) }).catch((error: unknown) => {
    if (error instanceof PaymentsBusy) throw bookingProblems.stillRunning()
    throw error
  })
  if (!url) throw bookingProblems.paymentUnavailable()
  return { url }
}

/** Ends the unpaid order of a supplement, an instalment or a tip at the PSP by a job; money that arrives before that is refunded. */
export const endOrder = async (tx: Transaction, orderId: string | null) => {
  if (orderId) await enqueue(tx, { name: 'bookings.withdraw', payload: { bookingId: orderId }, key: `withdraw:${orderId}` })
}
