import { type Cents, shareOf } from '#src/kit/money.ts'

/**
 * Basic and Premium: the one source of prices and commission (decisions 1, "plans"); all final amounts including VAT. Plan cards, FAQ,
 * dashboards, admin and terms render from here.
 */
export const plans = {
  basic: { name: 'Basic', priceCents: 2_500, commissionBasisPoints: 300, payout: 'weekly' },
  premium: { name: 'Premium', priceCents: 3_000, commissionBasisPoints: 150, payout: 'everyBankDay' },
} as const
export type PlanId = keyof typeof plans

/** When a plan is paid out, in words (decisions 1, "payout schedule"). */
export const payoutTexts = { weekly: 'Auszahlung jeden Montag', everyBankDay: 'Auszahlung an jedem Bankarbeitstag' } as const

/** The platform's fee on an amount, in cents, by the plan's commission at this moment. */
export const feeOf = (amountCents: Cents, basisPoints: number): Cents => shareOf(amountCents, basisPoints)
