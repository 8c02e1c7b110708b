import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { Side } from '../rules.ts'

type ReplyAddress = { secretHash: string; threadId: string; side: Side; recipientHash: string; createdAt: Date; expiresAt: Date }
export const insertReplyAddress = (tx: Transaction, address: ReplyAddress) => tx.insertInto('replyAddresses').values(address).execute()

/** Finds thread and side of a valid reply address; undefined for archived companies. */
export const findReplyAddress = (db: Database, { secretHash, now }: { secretHash: string; now: Date }) =>
  db
    .selectFrom('replyAddresses')
    .innerJoin('threads', 'threads.id', 'replyAddresses.threadId')
    .innerJoin('companies', 'companies.id', 'threads.companyId')
    .select(['replyAddresses.threadId', 'replyAddresses.side', 'replyAddresses.recipientHash', 'replyAddresses.createdAt'])
    .select(['threads.bookingId', 'threads.quoteId'])
    .where('replyAddresses.secretHash', '=', secretHash)
    .where('replyAddresses.expiresAt', '>', now)
    .where('companies.archivedAt', 'is', null)
    .executeTakeFirst()

type ReadUpTo = { threadId: string; side: Side; until: Date; now: Date }
/** Marks a side's messages up to `until` as read, because the other side replied to the mail that contained them. */
export const markMailedRead = (tx: Transaction, { threadId, side, until, now }: ReadUpTo) =>
  tx
    .updateTable('messages')
    .set({ readAt: now })
    .where('threadId', '=', threadId)
    .where('side', '=', side)
    .where('sentAt', '<=', until)
    .where('readAt', 'is', null)
    .returning('id')
    .execute()

export const deleteExpiredReplyAddresses = (db: Database, now: Date) =>
  db.deleteFrom('replyAddresses').where('expiresAt', '<=', now).execute()
