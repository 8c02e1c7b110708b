import { z } from 'zod'
import type { Wire } from '#src/kit/wire.ts'

/**
 * The states of an appointment at a company with a calendar; the booking's own states stay what they are. `held`: ordered, not paid ·
 * `requested`: authorised, the company has to answer · `countered`: the company proposed other times · `accepting`: accepted, the money is
 * being taken · `agreed`: it takes place · `performed`, `missed`: it is over · `contested`: the customer objected · `declined`, `lapsed`,
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

export const appointmentStatusWords = {
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

/** In which of them a company has been asked, and nothing is agreed yet. */
export const askedStatuses = ['requested', 'countered', 'accepting'] as const satisfies AppointmentStatus[]
export type AskedStatus = (typeof askedStatuses)[number]

/** The states of a proposal to move an appointment, of which each has one open at most; an open one goes to any of the others. */
export const proposalStatuses = ['open', 'accepted', 'declined', 'lapsed', 'withdrawn'] as const
export type ProposalStatus = (typeof proposalStatuses)[number]

export const sides = ['customer', 'company'] as const
export type Side = (typeof sides)[number]

/** A proposal that waits, as both sides see it, its start as a Berlin clock shows it. */
export const shownProposal = z.object({
  id: z.string(),
  proposedBy: z.enum(sides),
  date: z.string(),
  time: z.string(),
  until: z.date(),
})
export type ShownProposal = Wire<z.infer<typeof shownProposal>>

/** Of a booking that is one date of a series: of which, and which one of how many. */
export const placeInSeries = z.object({ seriesId: z.uuid(), position: z.number(), dates: z.number() })
export type PlaceInSeries = z.infer<typeof placeInSeries>
