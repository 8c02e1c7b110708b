/** The values of some settings. Here, because the server that stores them, the slices and the screens all use them. */

/** When payouts run by themselves (docs/spec.md#payout-schedule): Basic on this day of the week, everybody at this time. */
export const payoutWeekdays = [1, 2, 3, 4, 5] as const
export type PayoutWeekday = (typeof payoutWeekdays)[number]
export const weekdayNames: Record<PayoutWeekday, string> = { 1: 'Montag', 2: 'Dienstag', 3: 'Mittwoch', 4: 'Donnerstag', 5: 'Freitag' }
export const payoutClocks = ['05:00', '06:00', '07:00', '08:00', '09:00', '10:00', '12:00', '14:00'] as const
export type PayoutSchedule = { weekday: PayoutWeekday; clock: (typeof payoutClocks)[number] }
export const defaultPayoutSchedule: PayoutSchedule = { weekday: 1, clock: '06:00' }

/** What a company keeps of a late cancellation (docs/spec.md#cancellation-tiers); calendars know their words. */
export const policies = ['kulant', 'ueblich', 'fest'] as const
export type Policy = (typeof policies)[number]

/**
 * What the operator says about appointments: policy and speed of new calendars, notice and horizon of new services, and how long a company
 * has to answer a request. These are the defaults.
 */
export type AppointmentSettings = { policy: Policy; travelKmh: number; noticeHours: number; horizonDays: number; answerHours: number }
export const usualAppointments: AppointmentSettings = { policy: 'kulant', travelKmh: 45, noticeHours: 24, horizonDays: 60, answerHours: 24 }
export const answerHoursLimits = { min: 4, max: 72 } as const

/** Defaults against misuse of payments (docs/spec.md#payment-safety). */
export const usualSafety = { minimumCents: 1_000, newBookings: 5, newDays: 30, newHoldDays: 0, refundsPerPayer: 3 }
/** Written at the first start in production, where the shares of new companies wait longer. */
export const productionSafety = { ...usualSafety, newHoldDays: 14 }

/** The labels that the order button may have (docs/spec.md#order-button); bookings know their words. */
export const orderLabels = ['book', 'oblige'] as const
export type OrderLabel = (typeof orderLabels)[number]

/** Whether the operator takes part in the settlement of disputes before a consumers' board (§ 36 VSBG); the imprint has the words. */
export const disputeAttitudes = ['unwilling', 'willing'] as const
export type DisputeAttitude = (typeof disputeAttitudes)[number]
