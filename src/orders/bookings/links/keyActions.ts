import { findCheckoutBySession } from '#src/money/payments/store.ts'
import { findKnownOfAddress, findServiceDay } from '#src/orders/receipts/store.ts'
import { addDays, berlinDay } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import { bookingProblems, openDays } from '../rules.ts'
import { openBookingLink } from './actions.ts'
import type { HeldKey } from './keyRules.ts'

/** Returns the id of the booking that a key opens now. Throws bookingLinkProblems or bookingProblems.notFound. */
export async function openWithKey(app: App, key: HeldKey) {
  if ('token' in key) return (await openBookingLink(app, key.token)).id
  if ('ownBookingId' in key) return openOfAccount(app, key)
  const checkout = await findCheckoutBySession(app.db, key)
  const booking = checkout && isOpening(checkout) ? await findServiceDay(app.db, key.bookingId) : undefined
  if (!booking || berlinDay(app.now()) > addDays(booking.bookingDate, openDays)) throw bookingProblems.notFound()
  return key.bookingId
}

/** Opens a booking for the account whose confirmed address it was made with. Throws bookingProblems.notFound. */
async function openOfAccount(app: App, { ownBookingId: id, holder }: Extract<HeldKey, { ownBookingId: string }>) {
  const booking = holder?.isConfirmed ? await findKnownOfAddress(app.db, { id, email: holder.email }) : undefined
  if (!booking) throw bookingProblems.notFound()
  return booking.id
}

/** True if a session opens its booking: it was completed, so that the money is there, authorized, or was under way. */
const isOpening = ({ status, processingAt }: { status: string; processingAt: Date | null }) =>
  openingStatuses.includes(status) || processingAt !== null
const openingStatuses = ['authorised', 'released', 'paid']
