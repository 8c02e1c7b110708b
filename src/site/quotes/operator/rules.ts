import { z } from 'zod'
import type { FilterOf, ListOf } from '#src/platform/kit/listAddress.ts'
import type { Wire } from '#src/platform/kit/wire.ts'
import { type Category, categories } from '#src/supply/companies/rules.ts'
import { quoteRequestStatuses } from '../states.ts'

export const quoteRequestLabels: Record<(typeof quoteRequestStatuses)[number], string> = {
  unconfirmed: 'Nicht bestätigt',
  open: 'Offen',
  accepted: 'Vergeben',
  withdrawn: 'Zurückgezogen',
  lapsed: 'Ohne Auftrag',
}
export const quoteRequestSorts = ['newest', 'oldest'] as const
export type QuoteRequestSort = (typeof quoteRequestSorts)[number]
export const quoteRequestSortLabels: Record<QuoteRequestSort, string> = { newest: 'Neueste zuerst', oldest: 'Älteste zuerst' }
export const categoryLabels = Object.fromEntries(categories.map((one) => [one, one])) as Record<Category, string>

/** Sorting and filters of the operator's list, as encoded in the URL. */
export const quoteRequestList = {
  sorts: quoteRequestSorts,
  choices: { state: quoteRequestStatuses, category: categories },
  searchLength: 100,
} as const
export type QuoteRequestList = ListOf<typeof quoteRequestList>
export type QuoteRequestFilter = FilterOf<QuoteRequestList>

/** Request in the operator's list: its outcome, without the description. */
export const quoteRequestRowView = z.object({
  id: z.uuid(),
  title: z.string(),
  category: z.string(),
  postcode: z.string(),
  customerName: z.string(),
  status: z.enum(quoteRequestStatuses),
  createdAt: z.date(),
  /** Number of companies asked, and of quotes made. */
  asked: z.number(),
  offered: z.number(),
  /** Total of the accepted quote. */
  totalCents: z.number().nullable(),
  /** Booking that accepted it. */
  bookingId: z.uuid().nullable(),
})
export type QuoteRequestRowView = Wire<z.infer<typeof quoteRequestRowView>>
