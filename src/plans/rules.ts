/**
 * Basic and Premium: the one source of prices and commission (decisions 1, "plans"); all final amounts including VAT. Plan cards, FAQ,
 * dashboards, admin and terms render from here.
 */
export const plans = {
  basic: { name: 'Basic', priceCents: 2_500, commissionBasisPoints: 300, payout: 'weekly' },
  premium: { name: 'Premium', priceCents: 3_000, commissionBasisPoints: 150, payout: 'everyBankDay' },
} as const

/** When a plan is paid out, in words (decisions 1, "payout schedule"). */
export const payoutTexts = { weekly: 'Auszahlung jeden Montag', everyBankDay: 'Auszahlung an jedem Bankarbeitstag' } as const

export const planKeys = ['basic', 'premium'] as const
export type PlanKey = (typeof planKeys)[number]

/** Reads a plan's name as the payment provider keeps it; undefined when it is none of ours. */
export const parsePlan = (text: string | null) => planKeys.find((one) => one === text)
