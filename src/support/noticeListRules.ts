import { z } from 'zod'
import type { ListOf } from '#src/kit/listAddress.ts'
import { isForm } from '#src/kit/problems.ts'
import { noticeReasons } from './noticeRules.ts'

export const noticeTargets = ['company', 'review', 'page'] as const
export type NoticeTarget = (typeof noticeTargets)[number]
export const noticeTargetWords: Record<NoticeTarget, string> = { company: 'Profil', review: 'Bewertung', page: 'Andere Seite' }

/** What may be decided: it stays; it was changed, or is gone already; it is removed by the decision itself. */
export const noticeDecisions = ['kept', 'edited', 'removed'] as const
export type NoticeDecision = (typeof noticeDecisions)[number]
export const noticeDecisionWords: Record<NoticeDecision, string> = {
  kept: 'Inhalt bleibt',
  edited: 'Inhalt geändert',
  removed: 'Inhalt entfernt',
}
/** What the decision does where it can do something: only a review and a profile can be taken away. */
export const decisionsFor: Record<NoticeTarget, Partial<Record<NoticeDecision, string>>> = {
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

/** What a restriction rests on (Art. 17 Abs. 3 d und e DSA). */
export const noticeGrounds = ['law', 'terms'] as const
export type NoticeGround = (typeof noticeGrounds)[number]
export const noticeGroundWords: Record<NoticeGround, string> = {
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

export const noticeDecision = z
  .object({
    noticeId: z.uuid(),
    decision: z.enum(noticeDecisions),
    ground: z.enum(noticeGrounds).nullable().default(null),
    reason: z.string({ error: decisionTexts.reason }).trim().min(1, decisionTexts.reason).max(decisionReasonLength, decisionTexts.reason),
  })
  .refine(({ decision, ground }) => decision === 'kept' || ground !== null, {
    path: ['ground'],
    message: decisionTexts.ground,
    when: isForm,
  })
  .transform(({ decision, ground, ...decided }) => ({ ...decided, decision, ground: decision === 'kept' ? null : ground }))
export type DecidedNotice = z.output<typeof noticeDecision>

export const noticeStates = ['open', 'decided', 'suspect'] as const
export const noticeStateWords: Record<(typeof noticeStates)[number], string> = {
  open: 'Offen',
  decided: 'Entschieden',
  suspect: 'Verdacht auf Spam',
}
export const noticeSorts = ['newest', 'oldest'] as const
export type NoticeSort = (typeof noticeSorts)[number]
export const noticeSortWords: Record<NoticeSort, string> = { newest: 'Neueste zuerst', oldest: 'Älteste zuerst' }

/** The operator's list as it stands in its address. */
export const noticeList = {
  sorts: noticeSorts,
  choices: { state: noticeStates, target: noticeTargets, reason: noticeReasons },
  searchLength: 100,
} as const
export type NoticeList = ListOf<typeof noticeList>

export const noticeFilter = z.object({
  search: z.string().trim().max(noticeList.searchLength).optional(),
  state: z.enum(noticeStates).optional(),
  target: z.enum(noticeTargets).optional(),
  reason: z.enum(noticeReasons).optional(),
})
export type NoticeFilter = z.infer<typeof noticeFilter>
export const noticeSort = z.enum(noticeSorts).default('newest')

const moment = z.iso.datetime()

/** A notice as a row of the operator's list. */
export const shownNotice = z.object({
  id: z.uuid(),
  target: z.enum(noticeTargets),
  company_id: z.uuid().nullable(),
  company_name: z.string().nullable(),
  page: z.string().nullable(),
  reason: z.enum(noticeReasons),
  name: z.string().nullable(),
  email: z.string().nullable(),
  is_suspect: z.boolean(),
  created_at: moment,
  decision: z.enum(noticeDecisions).nullable(),
  decided_at: moment.nullable(),
})
export type ShownNotice = z.infer<typeof shownNotice>

/** The same with everything that is needed to decide; `review` is the reported one while it exists. */
export const noticeDetail = shownNotice.extend({
  explanation: z.string(),
  ground: z.enum(noticeGrounds).nullable(),
  decision_reason: z.string().nullable(),
  is_suspended: z.boolean(),
  review: z.object({ customer_name: z.string(), rating: z.number().int(), comment: z.string() }).nullable(),
})
export type NoticeDetail = z.infer<typeof noticeDetail>
