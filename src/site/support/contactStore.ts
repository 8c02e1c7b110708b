import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { countRows, type Database, type Transaction } from '#src/platform/server/db.ts'
import type { ContactMessage, MessageFilter, MessageSort } from './contactRules.ts'

type NewMessage = Pick<ContactMessage, 'name' | 'email' | 'topic' | 'message'> & { isSuspect: boolean; createdAt: Date }

export const insertMessage = (tx: Transaction, message: NewMessage) =>
  tx.insertInto('contactMessages').values(message).returning('id').executeTakeFirstOrThrow()

const states: Record<NonNullable<MessageFilter['state']>, RawBuilder<SqlBool>> = {
  open: sql<SqlBool>`done_at is null and not is_suspect`,
  done: sql<SqlBool>`done_at is not null`,
  suspect: sql<SqlBool>`is_suspect and done_at is null`,
}

function matching(db: Database, { search, state, topic }: MessageFilter) {
  let query = db.selectFrom('contactMessages')
  if (topic) query = query.where('topic', '=', topic)
  if (state) query = query.where(states[state])
  if (!search) return query
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  return query.where(sql<SqlBool>`(name ilike ${pattern} or email ilike ${pattern} or message ilike ${pattern})`)
}

type Page = { filter: MessageFilter; sort: MessageSort; limit: number; offset: number }

export function listMessages(db: Database, { filter, sort, limit, offset }: Page) {
  const direction = sort === 'newest' ? 'desc' : 'asc'
  return matching(db, filter).selectAll().orderBy('createdAt', direction).orderBy('id', direction).limit(limit).offset(offset).execute()
}

export const countMessages = (db: Database, filter: MessageFilter) => countRows(matching(db, filter))

/** Stores when the message was done, or null to reopen it. Returns undefined if it does not exist. */
export const markMessage = (tx: Transaction, { id, doneAt }: { id: string; doneAt: Date | null }) =>
  tx.updateTable('contactMessages').set({ doneAt }).where('id', '=', id).returning('id').executeTakeFirst()

export const deleteMessagesBefore = (db: Database, moment: Date) =>
  db.deleteFrom('contactMessages').where('createdAt', '<', moment).execute()

/** Deletes the answered messages of an address. */
export const deleteDoneOf = (tx: Transaction, email: string) =>
  tx.deleteFrom('contactMessages').where('email', '=', email).where('doneAt', 'is not', null).execute()
