import { z } from 'zod'
import type { objectionDecisions } from '#src/orders/appointments/actRules.ts'
import { appointmentStatuses } from '#src/orders/appointments/states.ts'
import type { FilterOf, ListOf } from '#src/platform/kit/listAddress.ts'
import { problemsOf } from '#src/platform/kit/problems.ts'
import type { Wire } from '#src/platform/kit/wire.ts'

export const objectionProblems = problemsOf('objections', {
  unknown: [404, 'Diesen Widerspruch gibt es nicht.'],
})

export const objectionStates = ['open', 'decided'] as const
export const objectionStateLabels: Record<(typeof objectionStates)[number], string> = { open: 'Offen', decided: 'Entschieden' }
export const objectionSorts = ['newest', 'oldest'] as const
export type ObjectionSort = (typeof objectionSorts)[number]
export const objectionSortLabels: Record<ObjectionSort, string> = { newest: 'Neueste zuerst', oldest: 'Älteste zuerst' }

/** Sorting and filters of the operator's list, as encoded in the URL. */
export const objectionList = { sorts: objectionSorts, choices: { state: objectionStates }, searchLength: 100 } as const
export type ObjectionList = ListOf<typeof objectionList>
export type ObjectionFilter = FilterOf<ObjectionList>

/** Objection in the operator's list; its id is the booking's. */
export const objectionView = z.object({
  id: z.uuid(),
  serviceTitle: z.string(),
  customerName: z.string(),
  companyName: z.string(),
  startsAt: z.date(),
  objectedAt: z.date(),
  status: z.enum(appointmentStatuses),
})
export type ObjectionView = Wire<z.infer<typeof objectionView>>

/** Objection with the statements of both sides and the amounts at stake. */
export const objectionDetail = objectionView.extend({
  endsAt: z.date(),
  reason: z.string(),
  /** Time at which the company reported the customer as absent. */
  missedAt: z.date().nullable(),
  customerEmail: z.string(),
  customerPhone: z.string(),
  companyId: z.uuid(),
  companyEmail: z.string(),
  amountCents: z.number(),
  refundedCents: z.number(),
  /** Refund if the customer was absent; null if the company decides it. */
  missedRefundCents: z.number().nullable(),
  decidedAt: z.date().nullable(),
  decisionReason: z.string().nullable(),
})
export type ObjectionDetail = Wire<z.infer<typeof objectionDetail>>

export type ObjectionDecision = (typeof objectionDecisions)[number]
export const objectionDecisionLabels: Record<ObjectionDecision, string> = {
  performed: 'Die Leistung wurde erbracht',
  missed: 'Der Kunde war nicht da',
  cancelled: 'Der Kunde hat recht und bekommt alles zurück',
}
export const objectionTexts = { done: 'Entscheidung gespeichert', notDone: 'Entscheidung nicht gespeichert' } as const
