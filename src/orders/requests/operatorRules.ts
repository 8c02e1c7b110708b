import { z } from 'zod'
import { type AppointmentStatus, appointmentStatuses, appointmentStatusLabels } from '#src/orders/appointments/states.ts'
import type { FilterOf, ListOf } from '#src/platform/kit/listAddress.ts'
import type { Wire } from '#src/platform/kit/wire.ts'

/** Time before its deadline from which a request counts as urgent to the operator. */
export const soonMs = 6 * 3_600_000
/** Time within which a capture, or ending an order that was not paid in another way, must succeed: both wait for the PSP. */
export const oursMs = 10 * 60_000

/** Filters of the operator's list; `overdue`: the system failed to end the request or to capture its payment in time. */
export const requestStates = ['open', 'soon', 'overdue', 'lapsed', 'declined'] as const
export const requestStateLabels: Record<(typeof requestStates)[number], string> = {
  open: 'Offen',
  soon: 'Läuft bald ab',
  overdue: 'Überfällig',
  lapsed: 'Verfallen',
  declined: 'Abgelehnt',
}
export const requestSorts = ['newest', 'oldest', 'urgent'] as const
export type RequestSort = (typeof requestSorts)[number]
export const requestSortLabels: Record<RequestSort, string> = {
  newest: 'Neueste zuerst',
  oldest: 'Älteste zuerst',
  urgent: 'Kürzeste Frist zuerst',
}

/** Specification of the operator's list, as its URL contains it. */
export const requestList = { sorts: requestSorts, choices: { state: requestStates }, searchLength: 100 } as const
export type RequestList = ListOf<typeof requestList>
export type RequestFilter = FilterOf<RequestList>

/** Row of the operator's list; its id is the booking's. */
export const requestRow = z.object({
  id: z.uuid(),
  serviceTitle: z.string(),
  customerName: z.string(),
  companyName: z.string(),
  amountCents: z.number(),
  requestedAt: z.date(),
  /** Deadline of the side that has to act; null if the platform has to act, or no side. */
  until: z.date().nullable(),
  status: z.enum(appointmentStatuses),
  isOverdue: z.boolean(),
})
export type RequestRow = Wire<z.infer<typeof requestRow>>

/** State of a request for the operator, and the side that has to act. A held one was accepted, but the bank refused the payment. */
export const standOf = (status: AppointmentStatus) => ({ word: appointmentStatusLabels[status], ...turns[status] })
const turns: Partial<Record<AppointmentStatus, { word?: string; turn: string }>> = {
  requested: { turn: 'wartet auf den Anbieter' },
  countered: { turn: 'wartet auf den Kunden' },
  accepting: { turn: 'wird abgebucht' },
  held: { word: 'Zahlung abgelehnt', turn: 'wartet auf den Kunden' },
}
