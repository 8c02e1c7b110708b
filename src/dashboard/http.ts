import { z } from 'zod'
import { type CallsOf, endpoint } from '#src/server/endpoint.ts'
import { codeAttempt } from './rules.ts'
import { passDashboardCode, sendDashboardCode } from './stepUpActions.ts'

const done = z.object({ success: z.literal(true) })
const success = { success: true } as const

export const dashboardHttp = [
  endpoint({
    name: 'send-2fa-code',
    kind: 'function',
    allows: 'U',
    summary: "Mails a code for the dashboard to the session's own address; an address in the body is ignored",
    body: z.object({ email: z.string().optional() }),
    answer: done,
    run: async (app, { caller }) => {
      await sendDashboardCode(app, caller.session)
      return success
    },
  }),
  endpoint({
    name: 'verify-2fa-code',
    kind: 'function',
    allows: 'U',
    summary: 'Opens the dashboard for this session for 8 hours with the mailed code',
    body: codeAttempt,
    answer: done,
    run: async (app, { body, caller }) => {
      await passDashboardCode(app, { session: caller.session, code: body.code })
      return success
    },
  }),
] as const
export type DashboardCalls = CallsOf<typeof dashboardHttp>
