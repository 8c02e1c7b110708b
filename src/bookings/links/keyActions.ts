import { addDays, berlinDay } from '#src/kit/dates.ts'
import { findCheckoutBySession } from '#src/payments/store.ts'
import type { App } from '#src/server/app.ts'
import { findKnownOfAddress, findServiceDay } from '../receipts/store.ts'
import { bookingProblems, openDays } from '../rules.ts'
import { openBookingLink } from './actions.ts'
import type { HeldKey } from './keyRules.ts'

/** The id of the booking that a key opens at this moment. Throws bookingLinkProblems or bookingProblems.notFound. */
export async function openWithKey(app: App, key: HeldKey) {
  if ('token' in key) return (await openBookingLink(app, key.token)).id
  if ('ownBookingId' in key) return openOfAccount(app, key)
  const checkout = await findCheckoutBySession(app.db, key)
  const booking = checkout && openingStatuses.includes(checkout.status) ? await findServiceDay(app.db, key.bookingId) : undefined
  if (!booking || berlinDay(app.now()) > addDays(booking.bookingDate, openDays)) throw bookingProblems.notFound()
  return key.bookingId
}

/** An account opens what was booked with its address, once that is confirmed. */
async function openOfAccount(app: App, { ownBookingId: id, holder }: Extract<HeldKey, { ownBookingId: string }>) {
  const booking = holder?.isConfirmed ? await findKnownOfAddress(app.db, { id, email: holder.email }) : undefined
  if (!booking) throw bookingProblems.notFound()
  return booking.id
}

/** A session opens its booking once it was paid, or its money promised. */
const openingStatuses = ['authorised', 'released', 'paid']
