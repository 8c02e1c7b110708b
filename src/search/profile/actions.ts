import type { App } from '#src/server/app.ts'
import type { ShownService } from '#src/services/schemas.ts'
import { listOffered } from '#src/services/store.ts'

/** A company's price list. */
export async function listProfileServices({ db }: Pick<App, 'db'>, companyId: string): Promise<ShownService[]> {
  const offered = await listOffered(db, companyId)
  return offered.map(({ companyId: _company, hiddenAt: _hidden, ...shown }) => shown)
}
