import { randomUUID } from 'node:crypto'
import type { App } from '#src/server/app.ts'
import { cookieLine, readCookie } from '#src/server/cookies.ts'
import type { Transaction } from '#src/server/db.ts'
import { enqueueMail } from '#src/server/mail/mail.ts'
import { hashSecret } from '#src/server/secrets.ts'
import { makeToken } from './linkActions.ts'
import { welcomeMail } from './mails.ts'
import { accountProblems, lifetimes } from './rules.ts'
import { type Browser, giveSession, openSession } from './sessionActions.ts'
import { markConfirmed, markWelcomed } from './store.ts'
import { claimToken, findToken, type TokenKind } from './tokenStore.ts'

/** What became of an opened link; `continueToken` is for 'Weiter als {email}' in a browser that did not ask for it. */
export type Verified = {
  status: 'confirmed' | 'alreadyProcessed'
  signedIn: boolean
  recovery: boolean
  email?: string
  continueToken?: string
}
type Token = NonNullable<Awaited<ReturnType<typeof findToken>>>
type Opened = { secret: string; kinds: readonly TokenKind[]; email?: string | undefined; browser: Browser }

const processed: Verified = { status: 'alreadyProcessed', signedIn: false, recovery: false }
const grantCookie = 'recovery'

/**
 * Opens a link of ours, once. A used or expired one counts as processed and never signs anybody in; one of a replaced sign-up, of another
 * address or not ours at all is refused. Throws accountProblems.linkInvalid.
 */
export async function openLink(app: App, { secret, kinds, email, browser }: Opened): Promise<Verified> {
  const token = await findToken(app.db, { tokenHash: hashSecret(secret), kinds })
  if (!token || (email !== undefined && email !== token.email)) throw accountProblems.linkInvalid()
  if (token.kind === 'recovery') return grantRecovery(app, token, browser)
  return token.kind === 'continue' ? continueAs(app, token, browser) : confirmAddress(app, token, browser)
}

async function confirmAddress(app: App, token: Token, browser: Browser): Promise<Verified> {
  const isAskers = token.callerHash === browser.caller.hash
  const outcome = await app.db.transaction().execute(async (tx) => {
    const now = app.now()
    if (!(await claimToken(tx, { id: token.id, now }))) return undefined
    if (!(await markConfirmed(tx, { id: token.userId, signUpId: token.signUpId, now }))) return undefined
    await sendWelcome(app, tx, token.userId)
    if (isAskers) return { session: await openSession(app, tx, { userId: token.userId, browser }) }
    const { userId, signUpId } = token
    return {
      continueToken: await makeToken(app, tx, { id: randomUUID(), kind: 'continue', userId, signUpId, callerHash: browser.caller.hash }),
    }
  })
  if (!outcome) return processed
  if (outcome.session) await giveSession(app, browser.reply, outcome.session)
  return {
    status: 'confirmed',
    signedIn: outcome.session !== undefined,
    recovery: false,
    email: token.email,
    ...(outcome.continueToken ? { continueToken: outcome.continueToken } : {}),
  }
}

/** Enqueues the welcome mail unless this person was welcomed before. */
export async function sendWelcome(app: App, tx: Transaction, userId: string, href = `${app.config.publicUrl}/dashboard`) {
  const welcomed = await markWelcomed(tx, { id: userId, now: app.now() })
  if (welcomed) await enqueueMail(tx, welcomeMail({ to: welcomed.email, userId, brandName: app.config.BRAND_NAME, href }))
}

/** 'Weiter als …': the token works in the browser that confirmed, and in no other. */
async function continueAs(app: App, token: Token, browser: Browser): Promise<Verified> {
  if (token.callerHash !== browser.caller.hash) throw accountProblems.linkInvalid()
  const session = await app.db.transaction().execute(async (tx) => {
    if (!(await claimToken(tx, { id: token.id, now: app.now() }))) return undefined
    return openSession(app, tx, { userId: token.userId, browser })
  })
  if (!session) return processed
  await giveSession(app, browser.reply, session)
  return { status: 'confirmed', signedIn: true, recovery: false, email: token.email }
}

/** An opened reset link lets this browser set a new password for a quarter of an hour. It is no session. */
async function grantRecovery(app: App, token: Token, browser: Browser): Promise<Verified> {
  const { userId, signUpId } = token
  const grant = await app.db.transaction().execute(async (tx) => {
    if (!(await claimToken(tx, { id: token.id, now: app.now() }))) return undefined
    return makeToken(app, tx, { id: randomUUID(), kind: 'grant', userId, signUpId, callerHash: browser.caller.hash })
  })
  if (!grant) return processed
  await giveGrant(app, browser.reply, grant)
  return { status: 'confirmed', signedIn: false, recovery: true, email: token.email }
}

const giveGrant = async (app: App, reply: Headers, value: string) =>
  reply.append('set-cookie', await cookieLine(app, { name: grantCookie, value, maxAgeSeconds: lifetimes.recoveryGrantMinutes * 60 }))

export const takeGrant = (app: App, reply: Headers) => giveGrant(app, reply, '')

/** The open grant of this browser, if it may still set a new password. */
export async function findGrant(app: App, { headers, caller }: Browser) {
  const secret = readCookie(app, headers.get('cookie'), grantCookie)
  const found = secret ? await findToken(app.db, { tokenHash: hashSecret(secret), kinds: ['grant'] }) : undefined
  const isOpen = found && found.usedAt === null && found.expiresAt > app.now() && found.callerHash === caller.hash
  return isOpen ? found : undefined
}
