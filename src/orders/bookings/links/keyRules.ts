import { z } from 'zod'

/** Token of a link or id of a session, up to 255 characters. */
const secret = z.string().min(1).max(255)

export const sessionKey = z.object({ sessionId: secret, bookingId: z.uuid() })
/**
 * Keys that open a booking for its customer (docs/spec.md#booking-access): the token of a mail, or booking id and session id until 60 days
 * after the service.
 */
const linkKey = z.object({ token: secret })
/** For the account whose confirmed address the booking was made with, the booking's id alone (docs/spec.md#own-bookings). */
const accountKey = z.object({ ownBookingId: z.uuid() })
export const bookingKey = z.union([linkKey, sessionKey, accountKey])
export type BookingKey = z.infer<typeof bookingKey>

/** Signed-in account of the request, from the current rows of session and account. */
type Holder = { email: string; isConfirmed: boolean }
/** Key with its holder: an account's key opens nothing without the signed-in account. */
export type HeldKey = z.infer<typeof linkKey> | z.infer<typeof sessionKey> | (z.infer<typeof accountKey> & { holder: Holder | undefined })
export const heldBy = ({ session }: { session?: Holder }, key: BookingKey): HeldKey =>
  'ownBookingId' in key ? { ...key, holder: session } : key

/** Cancellation with the refund in cents that the customer was shown; without it a full refund is expected. */
const expected = { expectedRefundCents: z.int().min(0).optional() }
export const customerCancelRequest = z.union([linkKey.extend(expected), sessionKey.extend(expected), accountKey.extend(expected)])

/** Rate limits per client address: reading bookings, checking payments, and cancelling. */
export const keyRates = {
  read: { max: 120, windowSeconds: 60 },
  verify: { max: 120, windowSeconds: 60 },
  cancel: { max: 30, windowSeconds: 3_600 },
} as const

/** Key as headers of a download: URLs end up in logs and histories, headers do not. */
export function keyHeaders(key: BookingKey): Record<string, string> {
  if ('token' in key) return { 'x-booking-token': key.token }
  if ('ownBookingId' in key) return { 'x-own-booking': key.ownBookingId }
  return { 'x-booking-session': key.sessionId, 'x-booking-id': key.bookingId }
}

/** Parses such headers; without them it returns a key that opens nothing. */
export function keyOfHeaders(headers: Headers): BookingKey {
  const read = bookingKey.safeParse({
    token: headers.get('x-booking-token') ?? undefined,
    sessionId: headers.get('x-booking-session') ?? undefined,
    bookingId: headers.get('x-booking-id') ?? undefined,
    ownBookingId: headers.get('x-own-booking') ?? undefined,
  })
  return read.success ? read.data : { token: '' }
}
