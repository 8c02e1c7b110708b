/** States of a request for offers and of each company's answer; their edges are rows of state_edges (docs/domain.md). */
export const quoteRequestStatuses = ['unconfirmed', 'open', 'accepted', 'withdrawn', 'lapsed'] as const

export const quoteStatuses = ['open', 'offered', 'accepted', 'declined', 'withdrawn', 'lapsed'] as const
export type QuoteStatus = (typeof quoteStatuses)[number]

export const endings = ['customer', 'company', 'system'] as const
export type EndedBy = (typeof endings)[number]

/** Labels of the states for the company. */
export const quoteLabels: Record<QuoteStatus, string> = {
  open: 'Wartet auf Ihr Angebot',
  offered: 'Angebot abgegeben',
  accepted: 'Angenommen',
  declined: 'Abgelehnt',
  withdrawn: 'Zurückgezogen',
  lapsed: 'Abgelaufen',
}
