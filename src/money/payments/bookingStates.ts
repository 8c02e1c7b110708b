/**
 * States of a booking and of its payment: names, transitions, German labels and colours. Separate from the schemas of a request, which
 * lists and screens do not need.
 */
export const bookingStatuses = ['pending', 'confirmed', 'cancelled'] as const
export type BookingStatus = (typeof bookingStatuses)[number]
export const paymentStatuses = ['pending', 'paid', 'completed', 'failed', 'refunded'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** States in which a booking is agreed: the company sees the customer and is owed the share, and the customer may review it. */
export const standingStatuses = ['confirmed'] as const satisfies readonly BookingStatus[]
export const isStanding = (status: BookingStatus) => standingStatuses.some((one) => one === status)

/** Permitted changes of status (docs/spec.md#booking-states). The database refuses all others (`state_edges`); a test compares both. */
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

/** Labels of a booking's states, for screens and files, and the colours of their chips. */
export const bookingStatusLabels = { pending: 'Ausstehend', confirmed: 'Bestätigt', cancelled: 'Storniert' } as const
export const bookingStatusTones = { pending: 'waiting', confirmed: 'good', cancelled: 'off' } as const

export const paymentStatusLabels = {
  pending: 'Ausstehend',
  paid: 'Bezahlt',
  completed: 'Ausgezahlt',
  failed: 'Fehlgeschlagen',
  refunded: 'Erstattet',
} as const
export const paymentStatusTones = { pending: 'waiting', paid: 'good', completed: 'done', failed: 'bad', refunded: 'off' } as const
export const partlyRefundedWord = 'Teilweise erstattet'
