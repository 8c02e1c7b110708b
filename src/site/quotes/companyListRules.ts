import { z } from 'zod'
import type { Wire } from '#src/platform/kit/wire.ts'
import { asked, offer } from './rules.ts'
import { endings, quoteStatuses } from './states.ts'

export const quoteFilters = ['open', 'offered', 'all'] as const
export type QuoteFilter = (typeof quoteFilters)[number]
export const quoteFilterLabels: Record<QuoteFilter, string> = { open: 'Zu beantworten', offered: 'Angebote', all: 'Alle' }

export const quoteListQuestion = z.object({
  companyId: z.uuid(),
  filter: z.enum(quoteFilters).default('all'),
  page: z.number().int().min(1).max(10_000).default(1),
})

/** Request as a company sees it: without the address, with the customer's short name. */
const companyQuote = z.object({
  id: z.uuid(),
  status: z.enum(quoteStatuses),
  endedBy: z.enum(endings).nullable(),
  ...asked,
  serviceId: z.uuid().nullable(),
  customerName: z.string(),
  askedAt: z.date(),
  answerBy: z.date(),
  offer: offer.nullable(),
  bookingId: z.uuid().nullable(),
})
export type CompanyQuote = Wire<z.infer<typeof companyQuote>>
export const quoteList = z.object({
  rows: z.array(companyQuote),
  page: z.number(),
  pageSize: z.number(),
  counts: z.object({ open: z.number(), offered: z.number(), all: z.number() }),
})
export type QuoteList = Wire<z.infer<typeof quoteList>>
