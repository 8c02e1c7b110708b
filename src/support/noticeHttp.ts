import { z } from 'zod'
import { type CallsOf, endpoint } from '#src/server/endpoint.ts'
import { pageAnswer, pageFields } from '#src/server/pages.ts'
import { readNotice, readNotices, takeNotice } from './noticeActions.ts'
import { noticePage } from './noticeAddressRules.ts'
import { decideNotice } from './noticeDecisionActions.ts'
import { noticeDecision, noticeDetail, noticeFilter, noticeSort, shownNotice } from './noticeListRules.ts'
import { contentNotice, noticeRates } from './noticeRules.ts'

export const noticeHttp = [
  endpoint({
    name: 'report-content',
    kind: 'function',
    allows: 'V',
    summary: 'A notice of content that should not be there (Art. 16 of the Digital Services Act)',
    isCreating: true,
    leadsTo: `${noticePage}?gesendet=1`,
    body: contentNotice,
    answer: z.object({ success: z.literal(true), message: z.string() }),
    limits: ({ body, caller }) => [
      { name: 'notice:ip', key: caller.ip, ...noticeRates.perIp },
      ...(body.email ? [{ name: 'notice:address', key: body.email, ...noticeRates.perAddress }] : []),
    ],
    run: (app, { body }) => takeNotice(app, body),
  }),
  endpoint({
    name: 'admin-list-notices',
    kind: 'function',
    allows: 'A2',
    summary: 'A page of the notices, and how many match',
    body: noticeFilter.extend({ ...pageFields, sort: noticeSort }),
    answer: pageAnswer(shownNotice),
    run: (app, { body }) => readNotices(app, body),
  }),
  endpoint({
    name: 'admin-read-notice',
    kind: 'function',
    allows: 'A2',
    summary: 'One notice with what was reported, and how it was decided',
    body: z.object({ noticeId: z.uuid() }),
    answer: noticeDetail,
    run: (app, { body }) => readNotice(app, body.noticeId),
  }),
  endpoint({
    name: 'admin-decide-notice',
    kind: 'function',
    allows: 'A2',
    summary: 'Decides a notice once, with reasons by mail; removes the review or suspends the provider where it says so',
    body: noticeDecision,
    answer: z.object({ success: z.literal(true) }),
    run: (app, { body, caller }) => decideNotice(app, { ...body, caller }).then(() => ({ success: true as const })),
  }),
] as const
export type NoticeCalls = CallsOf<typeof noticeHttp>
