import { z } from 'zod'
import { readSecurityOf } from '#src/foundation/accounts/security/actions.ts'
import { securityEvent } from '#src/foundation/accounts/security/rules.ts'
import type { App } from '#src/platform/server/app.ts'
import { cookieLine } from '#src/platform/server/calls/cookies.ts'
import { command, endpoint, type Reply } from '#src/platform/server/calls/endpoint.ts'
import { pageFields, pageResponse } from '#src/platform/server/pages.ts'
import { adminCookie, findAdmin, passCode, passPassword, sendAdminCode, signOutAdmin } from './actions.ts'
import { adminSessionResponse, codeAttempt, passwordAttempt } from './rules.ts'

export const adminHttp = [
  command({
    name: 'verify-admin-code',
    allows: 'V',
    summary: "Checks the operator's password, the first sign-in step of the administration.",
    body: passwordAttempt,
    run: async (app, { body, caller, reply }) => setCookie(app, reply, await passPassword(app, body.code, caller)),
  }),
  command({
    name: 'send-admin-2fa-code',
    allows: 'A1',
    summary: "Mails a code for the second sign-in step to the operator's configured address.",
    body: z.object({ email: z.string().optional() }),
    run: (app, { caller }) => sendAdminCode(app, caller),
  }),
  endpoint({
    name: 'verify-admin-2fa-code',
    allows: 'A1',
    summary: 'Checks the mailed code, the second sign-in step of the administration.',
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
    isReadOnly: true,
    allows: 'V',
    summary: 'Returns which sign-in steps of the administration this browser has completed.',
    body: z.object({}),
    answer: adminSessionResponse,
    run: async (app, { headers }) => {
      const session = await findAdmin(app, headers.get('cookie') ?? '')
      return session ?? { state: 'none' as const }
    },
  }),
  endpoint({
    name: 'admin-list-security-events',
    isReadOnly: true,
    allows: 'A2',
    summary: "Returns a page of security events of a company's account; without a company, those of the operator and of unknown addresses.",
    body: z.object({ companyId: z.uuid().optional(), ...pageFields }),
    answer: pageResponse(securityEvent),
    run: (app, { body }) => readSecurityOf(app, body),
  }),
  command({
    name: 'admin-sign-out',
    allows: 'V',
    summary: "Ends this browser's session in the administration.",
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
