type Change = { oldAmount: number; newAmount: number; periodStart: number; periodEnd: number; now: number }

/** Credit and charge of a price change in mid-period, in cents, prorated by the second, each rounded half up. */
export function prorate({ oldAmount, newAmount, periodStart, periodEnd, now }: Change): { credit: number; charge: number } {
  const left = Math.min(1, Math.max(0, (periodEnd - now) / (periodEnd - periodStart)))
  return { credit: Math.round(oldAmount * left), charge: Math.round(newAmount * left) }
}
