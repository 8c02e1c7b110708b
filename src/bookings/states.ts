/**
 * The states of a booking and of its payment: their names, ways, words and colours. A file of its own, because lists and screens need them
 * without the schemas of a request.
 */
export const bookingStatuses = ['pending', 'confirmed', 'cancelled'] as const
export type BookingStatus = (typeof bookingStatuses)[number]
export const paymentStatuses = ['pending', 'paid', 'completed', 'failed', 'refunded'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** In which of them a booking stands: agreed, so that its company knows the customer and is owed the share, and its customer may review it. */
export const standingStatuses = ['confirmed'] as const satisfies readonly BookingStatus[]
export const isStanding = (status: BookingStatus) => standingStatuses.some((one) => one === status)

/** Every permitted change of status (docs/spec.md#booking-states); the database refuses all others (`state_edges`, held together by a test). */
export const bookingGraph = {
  booking: {
    pending: ['confirmed', 'cancelled'],
    confirmed: ['cancelled'],
    cancelled: ['confirmed'],
  },
  payment: {
    pending: ['paid', 'failed'],
    failed: ['paid'],
    paid: ['completed', 'refunded'],
    completed: ['paid', 'refunded'],
    refunded: [],
  },
} as const satisfies { booking: Record<BookingStatus, readonly BookingStatus[]>; payment: Record<PaymentStatus, readonly PaymentStatus[]> }

/** The words of a booking's states, for screens and files, and the tones of their chips. */
export const bookingStatusWords = { pending: 'Ausstehend', confirmed: 'Bestätigt', cancelled: 'Storniert' } as const
export const bookingStatusTones = { pending: 'waiting', confirmed: 'good', cancelled: 'off' } as const

export const paymentStatusWords = {
  pending: 'Ausstehend',
  paid: 'Bezahlt',
  completed: 'Ausgezahlt',
  failed: 'Fehlgeschlagen',
  refunded: 'Erstattet',
} as const
export const paymentStatusTones = { pending: 'waiting', paid: 'good', completed: 'done', failed: 'bad', refunded: 'off' } as const
export const partlyRefundedWord = 'Teilweise erstattet'
