import { z } from 'zod'

/** The longest secret of either kind. */
const secret = z.string().min(1).max(255)

export const sessionKey = z.object({ sessionId: secret, bookingId: z.uuid() })
/**
 * What opens a booking for its customer (docs/spec.md#booking-access): the secret of a mail, or its id and its session's id until 60 days
 * after the service.
 */
const linkKey = z.object({ token: secret })
export const bookingKey = z.union([linkKey, sessionKey])
export type BookingKey = z.infer<typeof bookingKey>

/** The key with the sum that its customer was shown, in cents; whoever names none expects everything back. */
const expected = { expectedRefundCents: z.int().min(0).optional() }
export const ownCancelRequest = z.union([linkKey.extend(expected), sessionKey.extend(expected)])

/** How often one client address may read a booking, look up whether it is paid, and try to cancel one. */
export const keyRates = {
  read: { max: 120, windowSeconds: 60 },
  verify: { max: 120, windowSeconds: 60 },
  cancel: { max: 30, windowSeconds: 3_600 },
} as const

/** The key as headers of a download: URLs are kept in logs and histories, headers are not. */
export const keyHeaders = (key: BookingKey): Record<string, string> =>
  'token' in key ? { 'x-booking-token': key.token } : { 'x-booking-session': key.sessionId, 'x-booking-id': key.bookingId }

/** The key of such headers; without them a key that opens nothing. */
export function keyOfHeaders(headers: Headers): BookingKey {
  const read = bookingKey.safeParse({
    token: headers.get('x-booking-token') ?? undefined,
    sessionId: headers.get('x-booking-session') ?? undefined,
    bookingId: headers.get('x-booking-id') ?? undefined,
  })
  return read.success ? read.data : { token: '' }
}
