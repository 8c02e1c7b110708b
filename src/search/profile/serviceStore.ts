import type { Database } from '#src/server/db.ts'
import type { ShownService } from '#src/services/rules.ts'
import { listOffered } from '#src/services/store.ts'

/** A company's price list. */
export async function listProfileServices(db: Database, companyId: string): Promise<ShownService[]> {
  const offered = await listOffered(db, companyId)
  return offered.map(({ companyId: _company, hiddenAt: _hidden, ...shown }) => shown)
}
