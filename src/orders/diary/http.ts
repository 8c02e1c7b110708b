import { endpoint } from '#src/platform/server/calls/endpoint.ts'
import { readDiary } from './actions.ts'
import { diary, diaryQuestion } from './rules.ts'

export const diaryHttp = [
  endpoint({
    name: 'admin-list-calendar',
    isReading: true,
    allows: 'A2',
    summary: 'The same of any company, for the operator',
    body: diaryQuestion,
    answer: diary,
    run: (app, { body }) => readDiary(app, body),
  }),
  endpoint({
    name: 'list-calendar',
    isReading: true,
    allows: 'P2',
    summary:
      'What stands in the calendar of the own company in some days, at most six weeks: appointments, blocked times, hours, free times',
    body: diaryQuestion,
    answer: diary,
    run: (app, { body, caller }) => readDiary(app, { ...body, companyId: caller.companyId }),
  }),
] as const
