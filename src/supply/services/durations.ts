import type { PriceKind } from './rules.ts'

/** Work of more minutes than this usually continues on another day; shorter work is never interrupted by a night. */
export const longWorkMinutes = 240

type Timed = { priceKind?: PriceKind | string; minutes: number | null; minutesPerUnit: number | null }

/**
 * Minutes of a service for a quantity: hours for a price by the hour, else units, by default one. Null if its company leaves the duration
 * open.
 */
export function minutesFor({ priceKind, minutes, minutesPerUnit }: Timed, quantity?: number) {
  if (priceKind === 'hourly') return quantity === undefined ? minutes : Math.round(quantity * 60)
  if (minutesPerUnit === null) return minutes
  // A product of decimal fractions may exceed a whole number by its rounding error.
  return (minutes ?? 0) + Math.ceil(Number((minutesPerUnit * (quantity ?? 1)).toFixed(4)))
}

/** True if work of this duration is spread over several days unless its company chooses otherwise. */
export const isUsuallySpread = ({ minutes, minutesPerUnit }: Omit<Timed, 'priceKind'>) =>
  minutesPerUnit !== null || (minutes ?? 0) > longWorkMinutes
