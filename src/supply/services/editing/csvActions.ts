import { invalidInput } from '#src/platform/kit/problems.ts'
import type { App } from '#src/platform/server/app.ts'
import { csvFile } from '#src/platform/server/calls/csvResponse.ts'
import { operatorProblems } from '#src/supply/companies/operator/rules.ts'
import { holdCatalogue } from '../catalogue/actions.ts'
import { listAll } from '../store.ts'
import { saveServices } from './actions.ts'
import { type FileRow, type KnownService, readServiceFile, rowName, serviceCells } from './csv.ts'
import { labelOf } from './form.ts'
import { lockCompany } from './store.ts'

/** Writes all services of a company to a file. They are few enough for one query. */
export const writeServices = (app: App, companyId: string) =>
  csvFile<KnownService>(app, { name: 'leistungen.csv', columns: serviceCells, read: () => listAll(app.db, companyId) })

/**
 * Saves the services of a file, all or none: rows with an id change that service, the others create one. Throws invalidInput with the
 * errors of every wrong row, operatorProblems, serviceProblems.tooMany.
 */
export async function importServices(app: App, { companyId, file }: { companyId: string; file: string }) {
  const catalogue = await holdCatalogue(app)
  return app.db.transaction().execute(async (tx) => {
    if (!(await lockCompany(tx, companyId))) throw operatorProblems.notFound()
    const rows = readServiceFile(file, await listAll(tx, companyId))
    await saveServices(app, tx, { companyId, catalogue, wanted: rows, refuse: (faults) => refusalOf(rows, faults) })
    const changed = rows.filter(({ id }) => id !== undefined).length
    return { created: rows.length - changed, changed }
  })
}

/** Error with the texts of each wrong row. */
function refusalOf(rows: readonly FileRow[], faults: readonly Record<string, string[]>[]) {
  const texts = rows.map(({ line }, place): [string, string[]] => [
    rowName(line),
    Object.entries(faults[place] ?? {}).flatMap(([path, said]) => said.map((text) => `${labelOf(path)}: ${text}`)),
  ])
  return invalidInput(Object.fromEntries(texts.filter(([, said]) => said.length > 0)))
}
