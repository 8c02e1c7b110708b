import { sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { Side } from './rules.ts'

/** Lists threads and sides with unread messages that have not been mailed, the last of them sent before `sentUntil`. */
export async function listToMail(db: Database, sentUntil: Date) {
  const { rows } = await sql<{ threadId: string; bookingId: string | null; quoteId: string | null; side: Side }>`
    select messages.thread_id, threads.booking_id, threads.quote_id, messages.side
    from messages
    join threads on threads.id = messages.thread_id
    where messages.read_at is null and messages.mailed_at is null
    group by messages.thread_id, threads.booking_id, threads.quote_id, messages.side
    having max(messages.sent_at) <= ${sentUntil}
    limit 500`.execute(db)
  return rows
}

type Claim = { threadId: string; side: Side; sentUntil: Date; now: Date }

/**
 * Marks a side's unread messages as mailed and returns them, oldest first. Returns none if they were read, mailed or continued meanwhile.
 */
export async function claimToMail(tx: Transaction, { threadId, side, sentUntil, now }: Claim) {
  const { rows } = await sql<{ id: string; body: string; sentAt: Date }>`
    with claimed as (
      update messages
      set mailed_at = ${now}
      where thread_id = ${threadId}
        and side = ${side}
        and read_at is null
        and mailed_at is null
        and not exists (
          select
          from messages as newer
          where newer.thread_id = ${threadId} and newer.side = ${side} and newer.read_at is null and newer.sent_at > ${sentUntil}
        )
      returning id, body, sent_at
    )
    select id, body, sent_at
    from claimed
    order by sent_at, id`.execute(tx)
  return rows
}
