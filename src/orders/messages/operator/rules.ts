import { z } from 'zod'
import type { FilterOf, ListOf } from '#src/platform/kit/listAddress.ts'
import { problemsOf } from '#src/platform/kit/problems.ts'
import { shortId } from '#src/platform/kit/text.ts'
import type { Wire } from '#src/platform/kit/wire.ts'
import { messageLimits, messageTexts, messageView, type Side, sides } from '../rules.ts'

export const threadReportProblems = problemsOf('messages', {
  reportUnknown: [404, 'Diese Meldung gibt es nicht.'],
  reportClosed: [409, 'Diese Meldung ist abgeschlossen. Das Gespräch ist nicht mehr einsehbar.'],
})

export const threadReportStates = ['open', 'closed'] as const
export const threadReportStateLabels: Record<(typeof threadReportStates)[number], string> = { open: 'Offen', closed: 'Abgeschlossen' }
export const threadReportSorts = ['newest', 'oldest'] as const
export type ThreadReportSort = (typeof threadReportSorts)[number]
export const threadReportSortLabels: Record<ThreadReportSort, string> = { newest: 'Neueste zuerst', oldest: 'Älteste zuerst' }
export const sideLabels: Record<Side, string> = { customer: 'Kundin oder Kunde', company: 'Anbieter' }

/** Sorting and filters of the operator's list, as encoded in the URL. */
export const threadReportList = { sorts: threadReportSorts, choices: { state: threadReportStates }, searchLength: 100 } as const
export type ThreadReportList = ListOf<typeof threadReportList>
export type ThreadReportFilter = FilterOf<ThreadReportList>

/** Report in the operator's list: the reporting side, without messages. */
export const threadReportView = z.object({
  id: z.uuid(),
  bookingId: z.uuid().nullable(),
  quoteId: z.uuid().nullable(),
  side: z.enum(sides),
  reason: z.string(),
  customerName: z.string(),
  companyName: z.string(),
  serviceTitle: z.string(),
  reportedAt: z.date(),
  closedAt: z.date().nullable(),
  outcome: z.string().nullable(),
})
export type ThreadReportView = Wire<z.infer<typeof threadReportView>>

/** Messages of the thread; readable while the report is open. */
export const reportedThread = threadReportView.extend({ messages: z.array(messageView), hasOlder: z.boolean() })
export type ReportedThread = Wire<z.infer<typeof reportedThread>>

/** 'Buchung 1a2b3c4d', or the request. */
export const reportedName = ({ booking_id, quote_id }: Pick<ThreadReportView, 'booking_id' | 'quote_id'>) =>
  booking_id === null ? `Anfrage ${shortId(quote_id ?? '')}` : `Buchung ${shortId(booking_id)}`

export const reportClosing = z.object({
  reportId: z.uuid(),
  outcome: z.string().trim().min(1, messageTexts.reason).max(messageLimits.reason, messageTexts.reason),
})
