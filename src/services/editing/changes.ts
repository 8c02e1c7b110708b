import { centsOf } from '#src/kit/money.ts'
import type { ServiceInput, ServiceTimes, ShownService } from '../schemas.ts'
import { surchargeText } from '../words.ts'

/** A service as it is written, money in cents. */
export type NewService = Omit<ShownService, 'id' | 'options'> & {
  isHidden: boolean
  times?: ServiceTimes | undefined
  options: { id?: string | undefined; optionGroup: string | null; title: string; surchargeCents: number }[]
}

/** What the company wrote, as it is kept. Hours are the unit of an hourly price, and an empty unit is none. */
export const keptOf = ({ price, unit, options, ...fields }: ServiceInput): NewService => ({
  ...fields,
  priceCents: price === null ? null : centsOf(price),
  unit: fields.priceKind === 'hourly' ? null : unit || null,
  places: [...new Set(fields.places)],
  options: options.map(({ id, group, title, surcharge }) => ({ id, optionGroup: group, title, surchargeCents: centsOf(surcharge) })),
})

/** Only the fields that differ, for the log; every field of a new service. */
export function differenceOf(before: (ShownService & { hiddenAt: Date | null }) | undefined, after: NewService) {
  const { isHidden, options, ...fields } = after
  const is: Record<string, unknown> = { ...fields, isHidden, options: options.map(optionText) }
  if (!before) return { was: {}, is }
  const { options: had, hiddenAt, ...known } = before
  const was: Record<string, unknown> = { ...known, isHidden: hiddenAt !== null, options: had.map(optionText) }
  const names = Object.keys(is).filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
  const pick = (from: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, from[name]]))
  return { was: pick(was), is: pick(is) }
}

/** 'Fenster: bis 20 Fenster, + 12,00 €' */
const optionText = ({ optionGroup, title, surchargeCents }: Omit<NewService['options'][number], 'id'>) =>
  `${optionGroup === null ? '' : `${optionGroup}: `}${title}, ${surchargeText(surchargeCents)}`
