import { randomUUID } from 'node:crypto'
import type { App } from '#src/platform/server/app.ts'
import { cookieLine, readCookie } from '#src/platform/server/calls/cookies.ts'
import type { Reply } from '#src/platform/server/calls/endpoint.ts'
import { hashToken } from '#src/platform/server/secrets.ts'
import { makeToken } from './links/actions.ts'
import { findToken } from './links/tokenStore.ts'
import { accountProblems, lifetimes } from './rules.ts'
import type { Browser } from './sessionActions.ts'

type Token = NonNullable<Awaited<ReturnType<typeof findToken>>>
const grantCookie = 'recovery'

/**
 * Opens a reset link: this browser may set a new password for 15 minutes. Creates no session and does not use up the link, because mail
 * scanners open every link. The first new password ends the link and all its grants. Throws accountProblems.linkInvalid.
 */
export async function grantRecovery(app: App, { userId, signUpId, email, usedAt, expiresAt }: Token, browser: Browser) {
  if (usedAt !== null || expiresAt <= app.now()) throw accountProblems.linkInvalid()
  const callerHash = browser.caller.hash()
  const grant = await makeToken(app, app.db, { id: randomUUID(), kind: 'grant', userId, signUpId, callerHash })
  giveGrant(app, browser.reply, grant ?? '')
  return { status: 'confirmed', signedIn: false, recovery: true, email } as const
}

const giveGrant = (app: App, reply: Reply, value: string) =>
  reply.push(['set-cookie', cookieLine(app, { name: grantCookie, value, maxAgeSeconds: lifetimes.recoveryGrantMinutes * 60 })])

export const takeGrant = (app: App, reply: Reply) => giveGrant(app, reply, '')

/** Open grant of this browser, if it may still set a new password. */
export async function findGrant(app: App, { headers, caller }: Browser) {
  const secret = readCookie(app, headers.get('cookie'), grantCookie)
  const found = secret ? await findToken(app.db, { tokenHash: hashToken(secret), kinds: ['grant'] }) : undefined
  const isOpen = found && found.usedAt === null && found.expiresAt > app.now() && found.callerHash === caller.hash()
  return isOpen ? found : undefined
}
