import { endpoint } from '#src/platform/server/calls/endpoint.ts'
import { readDiary } from './actions.ts'
import { diary, diaryQuestion } from './rules.ts'

export const diaryHttp = [
  endpoint({
    name: 'admin-list-calendar',
    isReadOnly: true,
    allows: 'A2',
    summary: 'Returns the calendar of any company to the operator, like list-calendar.',
    body: diaryQuestion,
    answer: diary,
    run: (app, { body }) => readDiary(app, body),
  }),
  endpoint({
    name: 'list-calendar',
    isReadOnly: true,
    allows: 'P2',
    summary: "Returns the company's appointments, blocks, opening hours and free times of at most six weeks.",
    body: diaryQuestion,
    answer: diary,
    run: (app, { body, caller }) => readDiary(app, { ...body, companyId: caller.companyId }),
  }),
] as const
