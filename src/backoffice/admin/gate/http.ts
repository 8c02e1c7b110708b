import { z } from 'zod'
import { readSecurityOf } from '#src/foundation/accounts/security/actions.ts'
import { securityEvent } from '#src/foundation/accounts/security/rules.ts'
import type { App } from '#src/platform/server/app.ts'
import { cookieLine } from '#src/platform/server/calls/cookies.ts'
import { act, endpoint, type Reply } from '#src/platform/server/calls/endpoint.ts'
import { pageAnswer, pageFields } from '#src/platform/server/pages.ts'
import { adminCookie, findAdmin, passCode, passPassword, sendAdminCode, signOutAdmin } from './actions.ts'
import { adminSessionAnswer, codeAttempt, passwordAttempt } from './rules.ts'

export const adminHttp = [
  act({
    name: 'verify-admin-code',
    allows: 'V',
    summary: "The first gate of the administration: the operator's password",
    body: passwordAttempt,
    run: async (app, { body, caller, reply }) => setCookie(app, reply, await passPassword(app, body.code, caller)),
  }),
  act({
    name: 'send-admin-2fa-code',
    allows: 'A1',
    summary: 'Mails a code for the second gate to the configured address',
    body: z.object({ email: z.string().optional() }),
    run: (app, { caller }) => sendAdminCode(app, caller),
  }),
  endpoint({
    name: 'verify-admin-2fa-code',
    allows: 'A1',
    summary: 'The second gate of the administration: the mailed code',
    body: codeAttempt,
    refusal: { verified: false },
    answer: z.object({ verified: z.literal(true) }),
    run: async (app, { body, caller, reply }) => {
      await setCookie(app, reply, await passCode(app, { caller, code: body.code }))
      return { verified: true as const }
    },
  }),
  endpoint({
    name: 'admin-session',
    isReading: true,
    allows: 'V',
    summary: 'How far this browser has come through the gates of the administration',
    body: z.object({}),
    answer: adminSessionAnswer,
    run: async (app, { headers }) => {
      const session = await findAdmin(app, headers.get('cookie') ?? '')
      return session ?? { state: 'none' as const }
    },
  }),
  endpoint({
    name: 'admin-list-security-events',
    isReading: true,
    allows: 'A2',
    summary: "A page of security events: of a company's account, or without a company the operator's own and of unknown addresses",
    body: z.object({ companyId: z.uuid().optional(), ...pageFields }),
    answer: pageAnswer(securityEvent),
    run: (app, { body }) => readSecurityOf(app, body),
  }),
  act({
    name: 'admin-sign-out',
    allows: 'V',
    summary: "Ends this browser's session in the administration",
    body: z.object({}),
    run: async (app, { caller, headers, reply }) => {
      await signOutAdmin(app, { cookieHeader: headers.get('cookie') ?? '', requestId: caller.requestId })
      reply.push(['set-cookie', cookieLine(app, { name: adminCookie, value: '', maxAgeSeconds: 0 })])
    },
  }),
] as const

async function setCookie(app: App, reply: Reply, { token, expiresAt }: { token: string; expiresAt: Date }) {
  const maxAgeSeconds = Math.floor((expiresAt.getTime() - app.now().getTime()) / 1000)
  reply.push(['set-cookie', cookieLine(app, { name: adminCookie, value: token, maxAgeSeconds })])
}
