/** Signs that a company booked itself, with their labels for the operator (docs/spec.md#own-company). */
export const insiderFlags = ['visitor', 'card'] as const
export type InsiderFlag = (typeof insiderFlags)[number]
export const insiderLabels: Record<InsiderFlag, string> = {
  visitor: 'Browser des Anbieters',
  card: 'Karte des Anbieters',
}
