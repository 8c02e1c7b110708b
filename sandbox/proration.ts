type Change = { oldAmount: number; newAmount: number; periodStart: number; periodEnd: number; now: number }

/** What a change of price in mid-period gives back and charges, in cents by the second, each rounded half up. */
export function prorate({ oldAmount, newAmount, periodStart, periodEnd, now }: Change): { credit: number; charge: number } {
  const left = Math.min(1, Math.max(0, (periodEnd - now) / (periodEnd - periodStart)))
  return { credit: Math.round(oldAmount * left), charge: Math.round(newAmount * left) }
}
