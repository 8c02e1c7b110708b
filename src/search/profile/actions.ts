import type { App } from '#src/server/app.ts'
import { type ShownService, shownService } from '#src/services/schemas.ts'
import { listOffered } from '#src/services/store.ts'

/** A company's price list, and of it no more than everybody sees. */
export async function listProfileServices({ db }: Pick<App, 'db'>, companyId: string): Promise<ShownService[]> {
  const offered = await listOffered(db, companyId)
  return offered.map((one) => shownService.parse(one))
}
