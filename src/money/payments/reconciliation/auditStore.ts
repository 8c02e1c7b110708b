import { sql } from 'kysely'
import { countRows, type Database, type Transaction } from '#src/platform/server/db.ts'
import type { Violation } from './rules.ts'

/** Violated invariants with the found and the expected cents, at most `limit`, and their total number. Reads the whole ledger. */
export async function listViolations(db: Database, limit: number) {
  const { rows } = await sql<Violation & { total: number }>`
    select invariant, subject, found_cents, expected_cents, count(*) over ()::integer as total
    from invariant_violations
    order by invariant, subject
    limit ${limit}`.execute(db)
  return { total: rows[0]?.total ?? 0, violations: rows.map(({ total: _, ...violation }) => violation) }
}

export const insertAudit = (
  tx: Transaction,
  one: {
    trigger: 'nightly' | 'manual'
    startedAt: Date
    finishedAt: Date
    isClean: boolean
    pspCents: number | null
    ledgerCents: number
    violations: number
    openBreaks: number
    findings: string
  },
) => tx.insertInto('selfAudits').values(one).returning('id').executeTakeFirstOrThrow()

export const listAudits = (db: Database, limit: number) =>
  db.selectFrom('selfAudits').selectAll().orderBy('startedAt', 'desc').orderBy('id', 'desc').limit(limit).execute()

export const countOpenDiscrepancies = (db: Database) => countRows(db.selectFrom('reconciliationBreaks').where('closedAt', 'is', null))

/** Deletes old audits without findings; those with findings are kept. */
export const deleteCleanAudits = (db: Database, before: Date) =>
  db.deleteFrom('selfAudits').where('isClean', '=', true).where('startedAt', '<', before).execute()
