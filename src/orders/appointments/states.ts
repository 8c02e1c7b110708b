import { z } from 'zod'
import type { Wire } from '#src/platform/kit/wire.ts'

/**
 * States of an appointment at a company with a calendar; the booking has its own states. `held`: ordered, not paid · `requested`: payment
 * authorized, the company has to answer · `countered`: the company proposed other times · `accepting`: accepted, the payment is being
 * captured · `agreed`: it takes place · `performed`, `missed`: it is over · `contested`: the customer objected · `declined`, `lapsed`,
 * `withdrawn`: nothing was agreed · `cancelled`.
 */
export const appointmentStatuses = [
  'held',
  'requested',
  'countered',
  'accepting',
  'agreed',
  'performed',
  'missed',
  'contested',
  'declined',
  'lapsed',
  'withdrawn',
  'cancelled',
] as const
export type AppointmentStatus = (typeof appointmentStatuses)[number]

export const appointmentStatusLabels = {
  held: 'Reserviert',
  requested: 'Angefragt',
  countered: 'Gegenvorschlag',
  accepting: 'Angenommen',
  agreed: 'Vereinbart',
  performed: 'Durchgeführt',
  missed: 'Kunde nicht angetroffen',
  contested: 'Widerspruch in Prüfung',
  declined: 'Abgelehnt',
  lapsed: 'Verfallen',
  withdrawn: 'Zurückgezogen',
  cancelled: 'Abgesagt',
} as const satisfies Record<AppointmentStatus, string>

/** States of an appointment that does not take place, and frees its time. */
export const endedStatuses: readonly AppointmentStatus[] = ['declined', 'lapsed', 'withdrawn', 'cancelled']

/** States in which the company has been asked and nothing is agreed yet. */
export const requestStatuses = ['requested', 'countered', 'accepting'] as const satisfies AppointmentStatus[]
export type RequestStatus = (typeof requestStatuses)[number]

/** States of a proposal to move an appointment. An appointment has at most one open proposal; from open, every other state can follow. */
export const proposalStatuses = ['open', 'accepted', 'declined', 'lapsed', 'withdrawn'] as const
export type ProposalStatus = (typeof proposalStatuses)[number]

export const sides = ['customer', 'company'] as const
export type Side = (typeof sides)[number]

/** Open proposal as both sides see it; its start in Berlin time. */
export const proposalView = z.object({
  id: z.string(),
  proposedBy: z.enum(sides),
  date: z.string(),
  time: z.string(),
  until: z.date(),
})
export type ProposalView = Wire<z.infer<typeof proposalView>>

/** Position of a booking in its series: id of the series, position, number of dates. */
export const placeInSeries = z.object({ seriesId: z.uuid(), position: z.number(), dates: z.number() })
export type PlaceInSeries = z.infer<typeof placeInSeries>
