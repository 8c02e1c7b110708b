/** The words of a booking's states, for screens and files. */
export const bookingStatusWords = { pending: 'Ausstehend', confirmed: 'Bestätigt', cancelled: 'Storniert' } as const
export const paymentStatusWords = {
  pending: 'Ausstehend',
  paid: 'Bezahlt',
  completed: 'Ausgezahlt',
  failed: 'Fehlgeschlagen',
  refunded: 'Erstattet',
} as const
export const partlyRefundedWord = 'Teilweise erstattet'
