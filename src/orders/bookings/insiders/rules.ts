/** Signs that a company booked itself, with their labels for the operator (docs/spec.md#own-company). */
export const insiderSigns = ['visitor', 'card'] as const
export type InsiderSign = (typeof insiderSigns)[number]
export const insiderWords: Record<InsiderSign, string> = {
  visitor: 'Browser des Anbieters',
  card: 'Karte des Anbieters',
}
