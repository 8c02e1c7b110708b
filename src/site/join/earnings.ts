import { type PlanKey, planKeys, plans } from '#src/money/plans/rules.ts'
import { shareOf } from '#src/platform/kit/money.ts'

/** Ranges of the calculator: bookings per month, and whole euros per booking. Other input is clamped. */
export const calculatorLimits = {
  bookings: { min: 1, max: 60, step: 1, usual: 12 },
  euros: { min: 20, max: 1_000, step: 10, usual: 150 },
} as const
export type CalculatorField = keyof typeof calculatorLimits
export type Month = Record<CalculatorField, number>

/** Names of the query parameters; they make the calculator work without scripts. */
export const calculatorParameters: Record<CalculatorField, string> = { bookings: 'buchungen', euros: 'betrag' }

/** Parses the month to calculate; missing values get the usual ones. */
export function parseMonth(query: URLSearchParams): Month {
  const read = (field: CalculatorField) => {
    const { min, max, step, usual } = calculatorLimits[field]
    const given = Number.parseInt(query.get(calculatorParameters[field]) ?? '', 10)
    if (Number.isNaN(given)) return usual
    return Math.min(max, Math.max(min, Math.round(given / step) * step))
  }
  return { bookings: read('bookings'), euros: read('euros') }
}

export type Earnings = { feeCents: number; payoutCents: number; priceCents: number; leftCents: number }

/** Turnover of a month and earnings with each plan, in cents. The fee is rounded per booking, as it is charged. */
export function earningsOf({ bookings, euros }: Month): { turnoverCents: number } & Record<PlanKey, Earnings> {
  const turnoverCents = bookings * euros * 100
  const of = (key: PlanKey): Earnings => {
    const { commissionBasisPoints, priceCents } = plans[key]
    const feeCents = bookings * shareOf(euros * 100, commissionBasisPoints)
    return { feeCents, payoutCents: turnoverCents - feeCents, priceCents, leftCents: turnoverCents - feeCents - priceCents }
  }
  return { turnoverCents, basic: of(planKeys[0]), premium: of(planKeys[1]) }
}

/** Monthly turnover in cents from which Premium leaves at least as much as Basic. */
export const premiumPaysFrom = () => {
  const [basic, premium] = [plans.basic, plans.premium]
  return Math.ceil(((premium.priceCents - basic.priceCents) * 10_000) / (basic.commissionBasisPoints - premium.commissionBasisPoints))
}
