import { z } from 'zod'
import type { FilterOf, ListOf } from '#src/platform/kit/listAddress.ts'
import { isForm } from '#src/platform/kit/problems.ts'
import type { Wire } from '#src/platform/kit/wire.ts'
import { reportReasons } from './reportRules.ts'

export const reportTargets = ['company', 'review', 'page'] as const
export type ReportTarget = (typeof reportTargets)[number]
export const reportTargetLabels: Record<ReportTarget, string> = { company: 'Profil', review: 'Bewertung', page: 'Andere Seite' }

/** Decisions: the content stays; it was changed or is gone already; the decision removes it. */
export const reportDecisions = ['kept', 'edited', 'removed'] as const
export type ReportDecision = (typeof reportDecisions)[number]
export const reportDecisionLabels: Record<ReportDecision, string> = {
  kept: 'Inhalt bleibt',
  edited: 'Inhalt geändert',
  removed: 'Inhalt entfernt',
}
/** Possible decisions with their effect: only reviews and profiles can be removed. */
export const decisionsFor: Record<ReportTarget, Partial<Record<ReportDecision, string>>> = {
  review: {
    kept: 'Kein Verstoß: Die Bewertung bleibt',
    removed: 'Die Bewertung wird gelöscht',
    edited: 'Der Inhalt ist schon geändert oder entfernt',
  },
  company: {
    kept: 'Kein Verstoß: Das Profil bleibt, wie es ist',
    edited: 'Der Inhalt wurde aus dem Profil entfernt oder geändert',
    removed: 'Der Anbieter wird gesperrt',
  },
  page: { kept: 'Kein Verstoß: Der Inhalt bleibt', edited: 'Der Inhalt wurde geändert oder entfernt' },
}

/** Legal ground of a restriction (Art. 17 Abs. 3 d und e DSA). */
export const reportGrounds = ['law', 'terms'] as const
export type ReportGround = (typeof reportGrounds)[number]
export const reportGroundLabels: Record<ReportGround, string> = {
  law: 'Der Inhalt ist rechtswidrig',
  terms: 'Der Inhalt verstößt gegen unsere AGB',
}

export const decisionTexts = {
  reason: 'Bitte begründen Sie die Entscheidung (höchstens 2.000 Zeichen)',
  ground: 'Bitte wählen Sie, worauf die Entscheidung beruht',
  done: 'Entscheidung gespeichert',
  notDone: 'Entscheidung nicht gespeichert',
} as const
export const decisionReasonLength = 2_000

export const reportDecision = z
  .object({
    reportId: z.uuid(),
    decision: z.enum(reportDecisions),
    ground: z.enum(reportGrounds).nullable().default(null),
    reason: z.string({ error: decisionTexts.reason }).trim().min(1, decisionTexts.reason).max(decisionReasonLength, decisionTexts.reason),
  })
  .refine(({ decision, ground }) => decision === 'kept' || ground !== null, {
    path: ['ground'],
    message: decisionTexts.ground,
    when: isForm,
  })
  .transform(({ decision, ground, ...decided }) => ({ ...decided, decision, ground: decision === 'kept' ? null : ground }))
export type DecidedReport = z.output<typeof reportDecision>

export const reportStates = ['open', 'decided', 'suspect'] as const
export const reportStateLabels: Record<(typeof reportStates)[number], string> = {
  open: 'Offen',
  decided: 'Entschieden',
  suspect: 'Verdacht auf Spam',
}
export const reportSorts = ['newest', 'oldest'] as const
export type ReportSort = (typeof reportSorts)[number]
export const reportSortLabels: Record<ReportSort, string> = { newest: 'Neueste zuerst', oldest: 'Älteste zuerst' }

/** Sorting and filters of the operator's list, as encoded in the URL. */
export const reportList = {
  sorts: reportSorts,
  choices: { state: reportStates, target: reportTargets, reason: reportReasons },
  searchLength: 100,
} as const
export type ReportList = ListOf<typeof reportList>

export type ReportFilter = FilterOf<ReportList>

/** Report in the operator's list. */
export const reportView = z.object({
  id: z.uuid(),
  target: z.enum(reportTargets),
  companyId: z.uuid().nullable(),
  companyName: z.string().nullable(),
  page: z.string().nullable(),
  reason: z.enum(reportReasons),
  name: z.string().nullable(),
  email: z.string().nullable(),
  isSuspect: z.boolean(),
  createdAt: z.date(),
  decision: z.enum(reportDecisions).nullable(),
  decidedAt: z.date().nullable(),
})
export type ReportView = Wire<z.infer<typeof reportView>>

/** Report with all data needed for the decision; `review` is the reported one while it exists. */
export const reportDetail = reportView.extend({
  explanation: z.string(),
  ground: z.enum(reportGrounds).nullable(),
  decisionReason: z.string().nullable(),
  isSuspended: z.boolean(),
  review: z.object({ customerName: z.string(), rating: z.number().int(), comment: z.string() }).nullable(),
})
export type ReportDetail = Wire<z.infer<typeof reportDetail>>
