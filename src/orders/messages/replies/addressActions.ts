import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { hashToken, keyedHash } from '#src/platform/server/secrets.ts'
import type { Side } from '../rules.ts'
import { replyAddress, replyLimits, tokenFrom } from './rules.ts'
import { insertReplyAddress } from './store.ts'

/**
 * Creates a reply address with a new token for one side of a thread; undefined if replies by mail are not configured. The address
 * authorizes to write as that side, so its mail must be enqueued with `enqueueEncryptedMail`.
 */
export async function issueReplyAddress(app: App, tx: Transaction, { threadId, side, to }: { threadId: string; side: Side; to: string }) {
  const { replies } = app.config
  if (!replies) return undefined
  const [now, secret] = [app.now(), tokenFrom(app.random(20))]
  const expiresAt = new Date(now.getTime() + replyLimits.days * 86_400_000)
  const recipientHash = hashRecipient(app, to)
  await insertReplyAddress(tx, { secretHash: hashToken(secret), threadId, side, recipientHash, createdAt: now, expiresAt })
  return replyAddress(secret, replies.domain)
}

export const hashRecipient = (app: App, address: string) => keyedHash(app, 'replies', address.toLowerCase())
