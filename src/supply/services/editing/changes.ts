import { centsOf } from '#src/platform/kit/money.ts'
import { mayHaveDeposit } from '../deposits.ts'
import { isUsuallySpread } from '../durations.ts'
import type { ServiceInput, ServiceTimes, ServiceView } from '../schemas.ts'
import { surchargeText } from '../texts.ts'

/** Service to be written, money in cents. */
export type NewService = Omit<ServiceView, 'id' | 'options'> & {
  isHidden: boolean
  times?: ServiceTimes | undefined
  options: { id?: string | undefined; optionGroup: string | null; title: string; surchargeCents: number }[]
}

/**
 * Converts the company's input to stored values. An hourly price has no unit of its own, and an empty unit becomes null. Without a unit no
 * duration depends on it; without a price that is known at booking there is no deposit.
 */
export function keptOf({
  price,
  priceTo,
  unit,
  minutesPerUnit: perUnit,
  isSpread,
  depositPercent,
  restParts,
  options,
  ...fields
}: ServiceInput): NewService {
  const counted = fields.priceKind === 'hourly' ? null : unit || null
  const minutesPerUnit = counted === null ? null : perUnit
  return {
    ...fields,
    priceCents: price === null ? null : centsOf(price),
    priceToCents: fields.priceKind !== 'from' || priceTo === null ? null : centsOf(priceTo),
    unit: counted,
    minutesPerUnit,
    ...(mayHaveDeposit(fields) ? { depositPercent, restParts } : { depositPercent: null, restParts: 1 }),
    isSpread: isSpread ?? isUsuallySpread({ minutes: fields.minutes, minutesPerUnit }),
    places: [...new Set(fields.places)],
    options: options.map(({ id, group, title, surcharge }) => ({ id, optionGroup: group, title, surchargeCents: centsOf(surcharge) })),
  }
}

/** Changed fields for the audit log; all fields of a new service. */
export function differenceOf(before: (ServiceView & { hiddenAt: Date | null }) | undefined, after: NewService) {
  const { isHidden, options, ...fields } = after
  const is: Record<string, unknown> = { ...fields, isHidden, options: options.map(optionText) }
  if (!before) return { was: {}, is }
  const { options: had, hiddenAt, ...known } = before
  const was: Record<string, unknown> = { ...known, isHidden: hiddenAt !== null, options: had.map(optionText) }
  const names = Object.keys(is).filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
  const pick = (from: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, from[name]]))
  return { was: pick(was), is: pick(is) }
}

/** Formats an option: 'Fenster: bis 20 Fenster, + 12,00 €'. */
const optionText = ({ optionGroup, title, surchargeCents }: Omit<NewService['options'][number], 'id'>) =>
  `${optionGroup === null ? '' : `${optionGroup}: `}${title}, ${surchargeText(surchargeCents)}`
