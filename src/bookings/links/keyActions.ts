import { addDays, berlinDay } from '#src/kit/dates.ts'
import { findCheckoutBySession } from '#src/payments/store.ts'
import type { App } from '#src/server/app.ts'
import { findServiceDay } from '../receipts/store.ts'
import { bookingProblems, openDays } from '../rules.ts'
import { openBookingLink } from './actions.ts'
import type { BookingKey } from './keyRules.ts'

/** The id of the booking that a key opens at this moment. Throws bookingLinkProblems or bookingProblems.notFound. */
export async function openWithKey(app: App, key: BookingKey) {
  if ('token' in key) return (await openBookingLink(app, key.token)).id
  const checkout = await findCheckoutBySession(app.db, key)
  const booking = checkout && openingStatuses.includes(checkout.status) ? await findServiceDay(app.db, key.bookingId) : undefined
  if (!booking || berlinDay(app.now()) > addDays(booking.bookingDate, openDays)) throw bookingProblems.notFound()
  return key.bookingId
}

/** A session opens its booking once it was paid, or its money promised. */
const openingStatuses = ['authorised', 'released', 'paid']
