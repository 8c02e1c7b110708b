import type { Database, Transaction } from '#src/platform/server/db.ts'

type NewSession = {
  tokenHash: string
  state: 'password' | 'authenticated'
  createdAt: Date
  expiresAt: Date
  confirmedAt: Date | null
}

export const insertSession = (tx: Transaction | Database, session: NewSession) =>
  tx.insertInto('adminSessions').values(session).returning(['id', 'expiresAt']).executeTakeFirstOrThrow()

/** Finds the session of a cookie that has not ended by `now`. */
export const findSession = (db: Database, { tokenHash, now }: { tokenHash: string; now: Date }) =>
  db
    .selectFrom('adminSessions')
    .select(['id', 'state', 'expiresAt', 'confirmedAt'])
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst()

/** Records that a fresh code was entered. Does not extend the session. */
export const markConfirmed = (tx: Transaction, { id, now }: { id: string; now: Date }) =>
  tx.updateTable('adminSessions').set({ confirmedAt: now }).where('id', '=', id).returning('id').executeTakeFirst()

/** Ends a session; returns the row to the first caller only. */
export const deleteSession = (tx: Transaction, id: string) =>
  tx.deleteFrom('adminSessions').where('id', '=', id).returning(['id', 'state']).executeTakeFirst()

export const deleteEndedSessions = (tx: Transaction, now: Date) => tx.deleteFrom('adminSessions').where('expiresAt', '<=', now).execute()

/** Finds the browser, if the operator signed in with it since then. */
export const findBrowser = (db: Database, { callerHash, since }: { callerHash: string; since: Date }) =>
  db
    .selectFrom('operatorBrowsers')
    .select('callerHash')
    .where('callerHash', '=', callerHash)
    .where('seenAt', '>=', since)
    .executeTakeFirst()

export const insertBrowser = (tx: Transaction, browser: { callerHash: string; seenAt: Date }) =>
  tx
    .insertInto('operatorBrowsers')
    .values(browser)
    .onConflict((conflict) => conflict.column('callerHash').doUpdateSet({ seenAt: browser.seenAt }))
    .execute()

export const deleteBrowsersBefore = (tx: Transaction, since: Date) =>
  tx.deleteFrom('operatorBrowsers').where('seenAt', '<', since).execute()

type CodeOwner = { purpose: 'admin'; subject: string; sessionId: string }

/** Finds the number of tries of a session's code. Only accounts writes this table. */
export const findCodeTries = (db: Database, { purpose, subject, sessionId }: CodeOwner) =>
  db
    .selectFrom('oneTimeCodes')
    .select('tries')
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where('sessionId', '=', sessionId)
    .executeTakeFirst()
