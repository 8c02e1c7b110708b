import { type PayoutWeekday, weekdayNames } from '#src/platform/kit/settingOptions.ts'

/**
 * Plans: single source of prices and commission (docs/spec.md#plans); all prices include VAT. Plan cards, FAQ, dashboards, admin and terms
 * render from here.
 */
export const plans = {
  basic: { name: 'Basic', priceCents: 2_500, commissionBasisPoints: 300, payout: 'weekly' },
  premium: { name: 'Premium', priceCents: 3_000, commissionBasisPoints: 150, payout: 'everyBankDay' },
} as const

export type PayoutRhythmName = (typeof plans)[PlanKey]['payout']
/** Payout rhythm of a plan in words (docs/spec.md#payout-schedule); a setting defines the weekday. */
export const payoutDay = (payout: PayoutRhythmName, weekday: PayoutWeekday) =>
  payout === 'weekly' ? `jeden ${weekdayNames[weekday]}` : 'an jedem Bankarbeitstag'

export const planKeys = ['basic', 'premium'] as const
export type PlanKey = (typeof planKeys)[number]

/** Parses a plan's name as stored at the PSP; undefined if it is unknown. */
export const parsePlan = (text: string | null) => planKeys.find((one) => one === text)
