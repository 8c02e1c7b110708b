import { sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import { codeLimits } from '../rules.ts'

export type CodePurpose = 'dashboard' | 'admin' | 'bankChange'
/** Owner and session of a code; `subject` is a user's id or 'admin'. */
export type CodeOwner = { purpose: CodePurpose; subject: string; sessionId: string }

/** Stores a code; replaces the subject's old one. */
export const insertCode = (tx: Transaction, code: CodeOwner & { hmac: string; expiresAt: Date }) =>
  tx
    .insertInto('oneTimeCodes')
    .values({ ...code, tries: 0 })
    .onConflict((conflict) =>
      conflict
        .columns(['purpose', 'subject'])
        .doUpdateSet({ sessionId: code.sessionId, hmac: code.hmac, expiresAt: code.expiresAt, tries: 0 }),
    )
    .execute()

/** Uses one of the code's tries; undefined if none is left. The count is raised before anything is compared. */
export const countCodeTry = (db: Database, { purpose, subject, sessionId, now }: CodeOwner & { now: Date }) =>
  db
    .updateTable('oneTimeCodes')
    .set({ tries: sql`tries + 1` })
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where('sessionId', '=', sessionId)
    .where('expiresAt', '>', now)
    .where('tries', '<', codeLimits.tries)
    .returning('hmac')
    .executeTakeFirst()

/** Uses one of the subject's failures of this hour, over all its codes; undefined if none is left. */
export async function countCodeFailure(db: Database, { purpose, subject, now }: { purpose: CodePurpose; subject: string; now: Date }) {
  const until = new Date(now.getTime() + 3_600_000)
  const { rows } = await sql<{ failures: number }>`
    insert into code_failures as known (purpose, subject, failures, until)
    values (${purpose}, ${subject}, 1, ${until})
    on conflict (purpose, subject) do update
    set
      failures = case when known.until <= ${now} then 1 else known.failures + 1 end,
      until = case when known.until <= ${now} then excluded.until else known.until end
    where known.until <= ${now} or known.failures < ${codeLimits.failuresPerHour}
    returning failures`.execute(db)
  return rows[0]
}

/** Number of the subject's failures this hour over all its codes, and the time at which the count is reset. */
export const findCodeFailures = (db: Database, { purpose, subject }: { purpose: CodePurpose; subject: string }) =>
  db
    .selectFrom('codeFailures')
    .select(['failures', 'until'])
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .executeTakeFirst()

/** Decrements the failures after a right code. */
export const forgiveCodeFailure = (db: Database, { purpose, subject }: { purpose: CodePurpose; subject: string }) =>
  db
    .updateTable('codeFailures')
    .set({ failures: sql`failures - 1` })
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where('failures', '>', 0)
    .execute()

/** Resets the failures of a subject, or of all subjects of a purpose. */
export function deleteCodeFailures(tx: Transaction, of: { subject: string } | { purpose: CodePurpose }) {
  const all = tx.deleteFrom('codeFailures').returning('failures')
  return ('subject' in of ? all.where('subject', '=', of.subject) : all.where('purpose', '=', of.purpose)).execute()
}

/** Deletes a code; returns it to the first caller only. */
export const claimCode = (db: Database, { purpose, subject, sessionId, hmac }: CodeOwner & { hmac: string }) =>
  db
    .deleteFrom('oneTimeCodes')
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where('sessionId', '=', sessionId)
    .where('hmac', '=', hmac)
    .returning('subject')
    .executeTakeFirst()

export const deleteOldCodes = async (db: Database, now: Date) => {
  await db.deleteFrom('oneTimeCodes').where('expiresAt', '<', now).execute()
  await db.deleteFrom('codeFailures').where('until', '<', now).execute()
}
