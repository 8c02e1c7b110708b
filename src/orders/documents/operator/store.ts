import type { Database } from '#src/platform/server/db.ts'

/** Lists documents that break a rule, longest missing first. */
export const listMissing = (db: Database, limit: number) =>
  db
    .selectFrom('documentFaults')
    .innerJoin('companies', 'companies.id', 'documentFaults.companyId')
    .select([
      'documentFaults.companyId',
      'companies.companyName',
      'documentFaults.subject',
      'documentFaults.rules',
      'documentFaults.foundAt',
    ])
    .orderBy('documentFaults.foundAt')
    .orderBy('documentFaults.subject')
    .limit(limit)
    .execute()
