import { z } from 'zod'

/** The longest secret of either kind. */
const secret = z.string().min(1).max(255)

export const sessionKey = z.object({ sessionId: secret, bookingId: z.uuid() })
/**
 * What opens a booking for its customer (docs/spec.md#booking-access): the secret of a mail, or its id and its session's id until 60 days
 * after the service.
 */
const linkKey = z.object({ token: secret })
/** For the account whose confirmed address the booking was made with, its id alone (docs/spec.md#own-bookings). */
const accountKey = z.object({ ownBookingId: z.uuid() })
export const bookingKey = z.union([linkKey, sessionKey, accountKey])
export type BookingKey = z.infer<typeof bookingKey>

/** Who is signed in where a key is used, as the rows of session and account say at this moment. */
type Holder = { email: string; isConfirmed: boolean }
/** A key and who holds it: an account's key opens nothing without its account. */
export type HeldKey = z.infer<typeof linkKey> | z.infer<typeof sessionKey> | (z.infer<typeof accountKey> & { holder: Holder | undefined })
export const heldBy = ({ session }: { session?: Holder }, key: BookingKey): HeldKey =>
  'ownBookingId' in key ? { ...key, holder: session } : key

/** The key with the sum that its customer was shown, in cents; whoever names none expects everything back. */
const expected = { expectedRefundCents: z.int().min(0).optional() }
export const ownCancelRequest = z.union([linkKey.extend(expected), sessionKey.extend(expected), accountKey.extend(expected)])

/** How often one client address may read a booking, look up whether it is paid, and try to cancel one. */
export const keyRates = {
  read: { max: 120, windowSeconds: 60 },
  verify: { max: 120, windowSeconds: 60 },
  cancel: { max: 30, windowSeconds: 3_600 },
} as const

/** The key as headers of a download: URLs are kept in logs and histories, headers are not. */
export function keyHeaders(key: BookingKey): Record<string, string> {
  if ('token' in key) return { 'x-booking-token': key.token }
  if ('ownBookingId' in key) return { 'x-own-booking': key.ownBookingId }
  return { 'x-booking-session': key.sessionId, 'x-booking-id': key.bookingId }
}

/** The key of such headers; without them a key that opens nothing. */
export function keyOfHeaders(headers: Headers): BookingKey {
  const read = bookingKey.safeParse({
    token: headers.get('x-booking-token') ?? undefined,
    sessionId: headers.get('x-booking-session') ?? undefined,
    bookingId: headers.get('x-booking-id') ?? undefined,
    ownBookingId: headers.get('x-own-booking') ?? undefined,
  })
  return read.success ? read.data : { token: '' }
}
