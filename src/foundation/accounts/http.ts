import { z } from 'zod'
import type { App } from '#src/platform/server/app.ts'
import type { Limit } from '#src/platform/server/calls/endpoint.ts'
import { type Caller, command, endpoint } from '#src/platform/server/calls/endpoint.ts'
import { consumeLimits } from '#src/platform/server/calls/limits.ts'
import { asNamed } from '#src/platform/server/calls/wire.ts'
import { pageFields, pageResponse } from '#src/platform/server/pages.ts'
import { readProfile, signIn, signUp, welcomeOnce } from './actions.ts'
import { requestLink } from './links/actions.ts'
import { openLink } from './links/verifyActions.ts'
import { changePassword, deleteAccount, exportPerson } from './personActions.ts'
import { findGrant } from './recoveryActions.ts'
import {
  accountProblems,
  accountRates,
  emailField,
  kindOfLink,
  knownPasswordField,
  linkPages,
  linkTypes,
  mailedAddressLimits,
  mailLimitTexts,
  newPasswordField,
  returnField,
} from './rules.ts'
import { readSecurityEvents } from './security/actions.ts'
import { securityEvent } from './security/rules.ts'
import { endSessionOfUser, readUserSessions, signOut } from './sessionActions.ts'

const secret = z.string().min(1).max(2_048)
const verified = z.object({
  status: z.enum(['confirmed', 'alreadyProcessed', 'passwordNeeded', 'otherAccount']),
  signedIn: z.boolean(),
  recovery: z.boolean(),
  email: z.string().optional(),
  continueToken: z.string().optional(),
  returnTo: z.string().optional(),
})

/** Limits per mailed address. Only sent mails count, and a session of that address is exempt. */
const mailedAddress = ({ email }: { email: string }) => ({ limits: mailedAddressLimits(email), provenBy: email })

/** Limits of the mails that one caller can trigger. */
const mailLimits = ({ caller }: { caller: Caller }): Limit[] => [
  { name: 'mail:ip', key: caller.ip, ...accountRates.mailPerIp, says: mailLimitTexts.perIp },
]
const tokenLimits = ({ caller }: { caller: Caller }): Limit[] => [{ name: 'token:ip', key: caller.ip, ...accountRates.tokenPerIp }]

/** Mailed links may lead to two pages of this site only (docs/spec.md#who-may-call). */
function refuseForeign(app: App, { redirectUrl, type }: { redirectUrl: string; type: keyof typeof linkPages }) {
  if (redirectUrl !== `${app.config.publicUrl}${linkPages[type]}`) throw accountProblems.redirectForeign()
}

export const accountsHttp = [
  command({
    name: 'sign-up',
    kind: 'auth',
    allows: 'V',
    summary: 'Creates an account and mails its confirmation link.',
    body: z.object({ email: emailField, password: newPasswordField, returnTo: returnField.optional() }),
    limits: mailLimits,
    victimLimits: mailedAddress,
    run: (app, { body, caller, countCreated }) => signUp(app, { ...body, callerHash: caller.hash(), countCreated }),
  }),
  endpoint({
    name: 'sign-in',
    kind: 'auth',
    allows: 'V',
    summary: 'Signs in with address and password; locks the address for 15 minutes after 5 failures.',
    body: z.object({ email: emailField, password: knownPasswordField }),
    answer: z.object({ user: z.object({ id: z.string(), email: z.string() }) }),
    limits: ({ caller }) => [{ name: 'sign-in:ip', key: caller.ip, ...accountRates.signInPerIp }],
    run: async (app, { body, ...browser }) => ({ user: await signIn(app, { ...body, browser }) }),
  }),
  command({
    name: 'sign-out',
    kind: 'auth',
    // Open to visitors: signing out without a session is no error.
    allows: 'V',
    summary: "Ends this browser's session.",
    leadsTo: '/',
    body: z.object({}),
    run: (app, browser) => signOut(app, browser),
  }),
  endpoint({
    name: 'session',
    isReadOnly: true,
    kind: 'auth',
    allows: 'V',
    summary: 'Returns the signed-in person, and whether an opened reset link lets this browser set a new password.',
    body: z.object({}),
    answer: z.object({
      session: z.object({ email: z.string(), userId: z.string() }).nullable(),
      recovery: z.boolean(),
      recoveryEmail: z.string().optional(),
    }),
    run: async (app, browser) => {
      const { session } = browser.caller
      const grant = await findGrant(app, browser)
      const opened = grant ? { recovery: true, recoveryEmail: grant.email } : { recovery: false }
      return { session: session ? { email: session.email, userId: session.userId } : null, ...opened }
    },
  }),
  command({
    name: 'resend',
    kind: 'auth',
    allows: 'V',
    summary: 'Mails the confirmation link again; the response is the same for every address.',
    body: z.object({ email: emailField }),
    limits: mailLimits,
    victimLimits: mailedAddress,
    run: (app, { body, countCreated }) => requestLink(app, { email: body.email, kind: 'signup', countCreated }),
  }),
  command({
    name: 'recover',
    kind: 'auth',
    allows: 'V',
    summary: 'Mails a link to set a new password; the response is the same for every address.',
    body: z.object({ email: emailField }),
    limits: mailLimits,
    victimLimits: mailedAddress,
    run: (app, { body, countCreated }) => requestLink(app, { email: body.email, kind: 'recovery', countCreated }),
  }),
  endpoint({
    name: 'verify',
    kind: 'auth',
    allows: 'V',
    summary:
      'Opens a mailed link: lets this browser set a new password, or confirms the address, once. A browser that did not sign up ' +
      "confirms only with the account's password or a new one, and uses nothing up before",
    body: z
      .object({
        token_hash: secret.optional(),
        token: secret.optional(),
        email: emailField.optional(),
        type: z.enum(linkTypes),
        password: knownPasswordField.optional(),
        newPassword: newPasswordField.optional(),
      })
      .refine(({ token_hash, token, email }) => token_hash !== undefined || (token !== undefined && email !== undefined), {
        error: 'Der Link ist unvollständig.',
        path: ['token_hash'],
      }),
    answer: verified,
    limits: tokenLimits,
    run: (app, { body: { token_hash, token = '', type, ...body }, ...browser }) =>
      openLink(app, { ...body, secret: token_hash ?? token, kinds: [kindOfLink(type)], browser }),
  }),
  endpoint({
    name: 'exchange',
    kind: 'auth',
    allows: 'V',
    summary: "Accepts a mailed code, the one-time tokens of a link's hash, or the token of 'Weiter als …'.",
    body: z.union([
      z.object({ code: secret }),
      z.object({ access_token: secret, refresh_token: secret.optional() }),
      z.object({ continueToken: secret }),
    ]),
    answer: verified,
    limits: tokenLimits,
    run: (app, { body, ...browser }) => {
      if ('continueToken' in body) return openLink(app, { secret: body.continueToken, kinds: ['continue'], browser })
      return openLink(app, { secret: 'code' in body ? body.code : body.access_token, kinds: ['signup', 'recovery'], browser })
    },
  }),
  command({
    name: 'user',
    kind: 'auth',
    allows: 'V',
    summary: 'Sets a new password with the current one or after an opened reset link, and ends all other sessions.',
    body: z.object({ password: newPasswordField, currentPassword: knownPasswordField.optional() }),
    limits: tokenLimits,
    run: (app, { body, ...browser }) => changePassword(app, { ...body, browser }),
  }),
  command({
    name: 'send-auth-link',
    allows: 'V',
    summary: 'Mails a confirmation or reset link; creates the account if a password is given.',
    body: z.object({
      email: emailField,
      type: z.enum(['signup', 'recovery']),
      redirectUrl: z.string().max(2_048),
      password: newPasswordField.optional(),
    }),
    victimLimits: mailedAddress,
    run: async (app, { body, caller, countCreated }) => {
      refuseForeign(app, body)
      await consumeLimits(app, mailLimits({ caller }))
      const { email, type: kind, password } = body
      if (kind === 'signup' && password !== undefined) await signUp(app, { email, password, callerHash: caller.hash(), countCreated })
      else await requestLink(app, { email, kind, countCreated })
    },
  }),
  endpoint({
    name: 'create-user-profile',
    allows: 'U',
    summary: 'Returns the profile of the signed-in person.',
    body: z.object({ auth_id: z.string().optional(), email: z.string().optional(), company_name: z.string().nullish() }),
    answer: z.object({
      data: z.object({
        id: z.string(),
        authId: z.string(),
        email: z.string(),
        companies: z.array(z.object({ id: z.string(), companyName: z.string() })),
      }),
    }),
    run: async (app, { caller }) => ({ data: await readProfile(app, caller) }),
  }),
  command({
    name: 'send-welcome-email',
    allows: 'U',
    summary: 'Mails the welcome mail to the signed-in person, at most once.',
    body: z.object({ email: z.string().optional(), dashboardUrl: z.string().optional() }),
    run: (app, { caller }) => welcomeOnce(app, caller),
  }),
  endpoint({
    name: 'list-own-sessions',
    isReadOnly: true,
    allows: 'U',
    summary: "Returns the signed-in person's sessions.",
    body: z.object({}),
    answer: z.object({
      sessions: z.array(
        z.object({ id: z.string(), device: z.string(), createdAt: z.string(), seenAt: z.string(), isCurrent: z.boolean() }),
      ),
    }),
    run: async (app, { caller }) => ({ sessions: await readUserSessions(app, caller) }),
  }),
  endpoint({
    name: 'list-own-security-events',
    isReadOnly: true,
    allows: 'U',
    summary: "Returns a page of the account's security events (sign-ins, codes, changes), newest first.",
    body: z.object(pageFields),
    answer: pageResponse(securityEvent),
    run: (app, { body, caller }) => readSecurityEvents(app, { ...body, userId: caller.session.userId }),
  }),
  command({
    name: 'end-own-session',
    allows: 'U',
    summary: "Ends one of the signed-in person's sessions.",
    body: z.object({ sessionId: z.uuid() }),
    run: (app, { body, caller, reply }) => endSessionOfUser(app, { ...body, caller, reply }),
  }),
  endpoint({
    name: 'export-own-data',
    isReadOnly: true,
    allows: 'U',
    summary: 'Returns all data stored about the signed-in person.',
    body: z.object({}),
    answer: asNamed(z.looseObject({ exportedAt: z.string() })),
    limits: ({ caller }) => [{ name: 'export', key: caller.session.userId, max: 10, windowSeconds: 3_600 }],
    run: (app, { caller }) => exportPerson(app, caller),
  }),
  command({
    name: 'delete-own-account',
    allows: 'U',
    summary: 'Deletes the account after a check of its password, unless open obligations prevent it.',
    body: z.object({ password: knownPasswordField }),
    run: (app, { body, caller, headers, reply }) => deleteAccount(app, { ...body, caller, browser: { caller, headers, reply } }),
  }),
] as const
