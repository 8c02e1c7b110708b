/** Values of settings that are used by the server that stores them, the slices and the screens. */

/** Schedule of automatic payouts (docs/spec.md#payout-schedule): weekday of Basic, and time of all plans. */
export const payoutWeekdays = [1, 2, 3, 4, 5] as const
export type PayoutWeekday = (typeof payoutWeekdays)[number]
export const weekdayNames: Record<PayoutWeekday, string> = { 1: 'Montag', 2: 'Dienstag', 3: 'Mittwoch', 4: 'Donnerstag', 5: 'Freitag' }
export const payoutClocks = ['05:00', '06:00', '07:00', '08:00', '09:00', '10:00', '12:00', '14:00'] as const
export type PayoutSchedule = { weekday: PayoutWeekday; clock: (typeof payoutClocks)[number] }
export const defaultPayoutSchedule: PayoutSchedule = { weekday: 1, clock: '06:00' }

/**
 * Cancellation policies: share of the price that a company keeps of a late cancellation (docs/spec.md#cancellation-tiers). Their texts are
 * in calendars.
 */
export const policies = ['kulant', 'ueblich', 'fest'] as const
export type Policy = (typeof policies)[number]

/**
 * The operator's settings for appointments: policy and travel speed of new calendars, notice and horizon of new services, and hours in
 * which a company must answer a request; with their defaults.
 */
export type AppointmentSettings = { policy: Policy; travelKmh: number; noticeHours: number; horizonDays: number; answerHours: number }
export const usualAppointments: AppointmentSettings = { policy: 'kulant', travelKmh: 45, noticeHours: 24, horizonDays: 60, answerHours: 24 }
export const answerHoursLimits = { min: 4, max: 72 } as const

/** Defaults against misuse of payments (docs/spec.md#payment-safety). */
export const usualSafety = { minimumCents: 1_000, newBookings: 5, newDays: 30, newHoldDays: 0, refundsPerPayer: 3 }
/** Stored at the first start in production, where the shares of new companies wait longer. */
export const productionSafety = { ...usualSafety, newHoldDays: 14 }

/** Labels of the order button (docs/spec.md#order-button). Their texts are in bookings. */
export const orderLabels = ['book', 'oblige'] as const
export type OrderLabel = (typeof orderLabels)[number]

/**
 * Declaration if the operator takes part in dispute settlement before a consumer arbitration board (§ 36 VSBG). Its texts are in the
 * imprint.
 */
export const disputeAttitudes = ['unwilling', 'willing'] as const
export type DisputeAttitude = (typeof disputeAttitudes)[number]

/**
 * Methods of payment, in the order in which texts name them. Their names and properties are in payments (docs/spec.md#payment-methods).
 */
export const paymentMethods = ['paypal', 'klarna', 'billie', 'card', 'link', 'sepaDebit', 'wero'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** Kinds of payments: of bookings at once, of requests, whose money is only authorized, and of subscriptions. */
export const paymentKinds = ['direct', 'held', 'subscription'] as const
export type PaymentKind = (typeof paymentKinds)[number]
export type MethodsByKind = Readonly<Record<PaymentKind, readonly PaymentMethod[]>>
export const usualMethods = {
  direct: ['paypal', 'klarna', 'card'],
  held: ['paypal', 'klarna', 'card'],
  subscription: ['card'],
} satisfies Record<PaymentKind, PaymentMethod[]>

/** The PSP's decision about a method for this marketplace; a method without one was never requested. */
export const methodApprovals = ['active', 'pending', 'inactive'] as const
export type MethodApproval = (typeof methodApprovals)[number]
export type MethodApprovals = Readonly<Partial<Record<PaymentMethod, MethodApproval>>>
/** Approvals until the PSP was first read. */
export const firstApprovals = { card: 'active' } satisfies MethodApprovals

/** The operator's choice of methods, and the PSP's approvals. */
export type MethodSettings = { paymentMethods: MethodsByKind; methodApprovals: MethodApprovals }
export const usualMethodSettings: MethodSettings = { paymentMethods: usualMethods, methodApprovals: firstApprovals }
