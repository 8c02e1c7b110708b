import { randomUUID } from 'node:crypto'
import type { App } from '#src/platform/server/app.ts'
import type { CountCreated } from '#src/platform/server/calls/endpoint.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import { enqueueEncryptedMail, enqueueMail } from '#src/platform/server/mail/mail.ts'
import { hashToken, newToken } from '#src/platform/server/secrets.ts'
import { alreadyConfirmedMail, confirmMail, resetMail } from '../mails.ts'
import { lifetimes, linkPages } from '../rules.ts'
import { findUserByEmail } from '../store.ts'
import { deleteUnusedTokens, insertToken, type TokenKind } from './tokenStore.ts'

export type LinkRequest = { requestId: string; email: string; kind: 'signup' | 'recovery' }

/**
 * Enqueues a request for a confirmation or reset link. Only the job looks the address up, so response and response time are the same for
 * known and unknown addresses (docs/spec.md#resend-and-reset). Throws TooManyRequests.
 */
export const requestLink = (app: App, { countCreated, ...request }: Omit<LinkRequest, 'requestId'> & { countCreated: CountCreated }) =>
  app.db.transaction().execute(async (tx) => {
    await countCreated(tx)
    await enqueue(tx, { name: 'accounts.sendLink', payload: { ...request, requestId: randomUUID() } })
  })

/** Job: mails a link if the account can use one, a note if it needs none, nothing to unknown addresses. Safe to repeat. */
export const sendRequestedLink = (app: App, { requestId, email, kind }: LinkRequest) =>
  app.db.transaction().execute(async (tx) => {
    const user = await findUserByEmail(tx, email)
    if (!user) return
    if (kind === 'signup' && user.confirmedAt) {
      await enqueueMail(tx, alreadyConfirmedMail({ to: email, requestId, href: `${app.config.publicUrl}/auth` }))
      return
    }
    if (kind === 'recovery') await deleteUnusedTokens(tx, { userId: user.id, kinds: ['recovery'] })
    await mailLink(app, tx, { tokenId: requestId, kind, userId: user.id, signUpId: user.signUpId, to: email })
  })

type Link = { tokenId: string; kind: 'signup' | 'recovery'; userId: string; signUpId: string; to: string }

/** Creates a link and enqueues its mail, encrypted, in the caller's transaction. */
export async function mailLink(app: App, tx: Transaction, { to, tokenId, ...link }: Link) {
  const token = await makeToken(app, tx, { id: tokenId, ...link, callerHash: null })
  if (!token) return
  const href = `${app.config.publicUrl}${linkPages[link.kind]}?token_hash=${token}&type=${link.kind}`
  await enqueueEncryptedMail(app, tx, link.kind === 'signup' ? confirmMail({ to, tokenId, href }) : resetMail({ to, tokenId, href }))
}

const lifeMinutes = {
  signup: lifetimes.confirmHours * 60,
  recovery: lifetimes.resetMinutes,
  grant: lifetimes.recoveryGrantMinutes,
  continue: lifetimes.continueMinutes,
} as const satisfies Record<TokenKind, number>

/**
 * Creates a one-time token for this person, bound to this browser unless mailed; only its hash is stored. Undefined if the id exists
 * already.
 */
export async function makeToken(
  app: App,
  tx: Transaction | Database,
  token: { id: string; kind: TokenKind; userId: string; signUpId: string; callerHash: string | null },
) {
  const secret = newToken(app)
  const createdAt = app.now()
  const expiresAt = new Date(createdAt.getTime() + lifeMinutes[token.kind] * 60_000)
  const made = await insertToken(tx, { ...token, tokenHash: hashToken(secret), createdAt, expiresAt })
  return made ? secret : undefined
}
