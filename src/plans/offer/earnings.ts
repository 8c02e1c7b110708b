import { shareOf } from '#src/kit/money.ts'
import { type PlanKey, planKeys, plans } from '../rules.ts'

/** What the calculator takes: bookings a month, and whole euros each. Anything else counts as the nearest of it. */
export const calculatorLimits = {
  bookings: { min: 1, max: 60, step: 1, usual: 12 },
  euros: { min: 20, max: 1_000, step: 10, usual: 150 },
} as const
export type CalculatorField = keyof typeof calculatorLimits
export type Month = Record<CalculatorField, number>

/** The names in the address, so that the calculator works without scripts. */
export const calculatorParameters: Record<CalculatorField, string> = { bookings: 'buchungen', euros: 'betrag' }

/** What an address asks to be calculated; the usual month where it names none. */
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

/** A month's turnover, and what each plan leaves of it, in cents: the fee is rounded per booking, as it is charged. */
export function earningsOf({ bookings, euros }: Month): { turnoverCents: number } & Record<PlanKey, Earnings> {
  const turnoverCents = bookings * euros * 100
  const of = (key: PlanKey): Earnings => {
    const { commissionBasisPoints, priceCents } = plans[key]
    const feeCents = bookings * shareOf(euros * 100, commissionBasisPoints)
    return { feeCents, payoutCents: turnoverCents - feeCents, priceCents, leftCents: turnoverCents - feeCents - priceCents }
  }
  return { turnoverCents, basic: of(planKeys[0]), premium: of(planKeys[1]) }
}

/** The turnover of a month, in cents, from which the dearer plan leaves at least as much as the cheaper one. */
export const premiumPaysFrom = () => {
  const [basic, premium] = [plans.basic, plans.premium]
  return Math.ceil(((premium.priceCents - basic.priceCents) * 10_000) / (basic.commissionBasisPoints - premium.commissionBasisPoints))
}
