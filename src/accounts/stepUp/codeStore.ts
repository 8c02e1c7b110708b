import { sql } from 'kysely'
import type { Database, Transaction } from '#src/server/db.ts'
import { codeLimits } from '../rules.ts'

export type CodePurpose = 'dashboard' | 'admin' | 'bankChange'
/** Whom a code is for and in which session; `subject` is a user's id or 'admin'. */
export type CodeOwner = { purpose: CodePurpose; subject: string; sessionId: string }

/** Writes a code in place of the subject's old one. */
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

/** Takes one of the code's tries; undefined when none is left. The count is raised before anything is compared. */
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

/** Takes one of the subject's failures of this hour, over all its codes; undefined when none is left. */
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

/** How often the subject failed this hour over all its codes, and when the count is reset. */
export const findCodeFailures = (db: Database, { purpose, subject }: { purpose: CodePurpose; subject: string }) =>
  db
    .selectFrom('codeFailures')
    .select(['failures', 'until'])
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .executeTakeFirst()

/** Takes back one counted failure, because the code was right. */
export const forgiveCodeFailure = (db: Database, { purpose, subject }: { purpose: CodePurpose; subject: string }) =>
  db
    .updateTable('codeFailures')
    .set({ failures: sql`failures - 1` })
    .where('purpose', '=', purpose)
    .where('subject', '=', subject)
    .where('failures', '>', 0)
    .execute()

/** Consumes a code: of several parallel callers only one gets the row. */
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
