import { z } from 'zod'
import type { FilterOf, ListOf } from '#src/kit/listAddress.ts'
import type { Wire } from '#src/kit/wire.ts'
import { type AppointmentStatus, appointmentStatuses, appointmentStatusWords } from '../appointments/states.ts'

/** How long before its deadline a request counts as urgent to the operator. */
export const soonMs = 6 * 3_600_000
/** How long taking the money, or ending what was not paid in another way, may last: both wait for the PSP. */
export const oursMs = 10 * 60_000

/** What the operator may ask for; `overdue` is what we failed to end or to take in time. */
export const requestStates = ['open', 'soon', 'overdue', 'lapsed', 'declined'] as const
export const requestStateWords: Record<(typeof requestStates)[number], string> = {
  open: 'Offen',
  soon: 'Läuft bald ab',
  overdue: 'Überfällig',
  lapsed: 'Verfallen',
  declined: 'Abgelehnt',
}
export const requestSorts = ['newest', 'oldest', 'urgent'] as const
export type RequestSort = (typeof requestSorts)[number]
export const requestSortWords: Record<RequestSort, string> = {
  newest: 'Neueste zuerst',
  oldest: 'Älteste zuerst',
  urgent: 'Kürzeste Frist zuerst',
}

/** The operator's list as it stands in its address. */
export const requestList = { sorts: requestSorts, choices: { state: requestStates }, searchLength: 100 } as const
export type RequestList = ListOf<typeof requestList>
export type RequestFilter = FilterOf<RequestList>

/** A request as a row of the operator's list; its id is that of its booking. */
export const shownAsked = z.object({
  id: z.uuid(),
  serviceTitle: z.string(),
  customerName: z.string(),
  companyName: z.string(),
  amountCents: z.number(),
  requestedAt: z.date(),
  /** Until when somebody has to act; null where it is our turn, or nobody's. */
  until: z.date().nullable(),
  status: z.enum(appointmentStatuses),
  isOverdue: z.boolean(),
})
export type ShownAsked = Wire<z.infer<typeof shownAsked>>

/** What the operator reads of a request: its state, and whose turn it is. A held one was accepted, but the bank refused the payment. */
export const standOf = (status: AppointmentStatus) => ({ word: appointmentStatusWords[status], ...turns[status] })
const turns: Partial<Record<AppointmentStatus, { word?: string; turn: string }>> = {
  requested: { turn: 'wartet auf den Anbieter' },
  countered: { turn: 'wartet auf den Kunden' },
  accepting: { turn: 'wird abgebucht' },
  held: { word: 'Zahlung abgelehnt', turn: 'wartet auf den Kunden' },
}
