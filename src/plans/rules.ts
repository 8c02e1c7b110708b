import { type PayoutWeekday, weekdayNames } from '#src/kit/settingWords.ts'

/**
 * Basic and Premium: the one source of prices and commission (docs/spec.md#plans); all final amounts including VAT. Plan cards, FAQ,
 * dashboards, admin and terms render from here.
 */
export const plans = {
  basic: { name: 'Basic', priceCents: 2_500, commissionBasisPoints: 300, payout: 'weekly' },
  premium: { name: 'Premium', priceCents: 3_000, commissionBasisPoints: 150, payout: 'everyBankDay' },
} as const

export type PayoutRhythmName = (typeof plans)[PlanKey]['payout']
/** When a plan is paid out, in words (docs/spec.md#payout-schedule); a setting says on which day of the week. */
export const payoutDay = (payout: PayoutRhythmName, weekday: PayoutWeekday) =>
  payout === 'weekly' ? `jeden ${weekdayNames[weekday]}` : 'an jedem Bankarbeitstag'

export const planKeys = ['basic', 'premium'] as const
export type PlanKey = (typeof planKeys)[number]

/** Reads a plan's name as the PSP keeps it; undefined when it is none of ours. */
export const parsePlan = (text: string | null) => planKeys.find((one) => one === text)
