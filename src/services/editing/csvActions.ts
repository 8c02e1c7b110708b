import { operatorProblems } from '#src/companies/operator/rules.ts'
import { invalidInput, Problem } from '#src/kit/problems.ts'
import type { App } from '#src/server/app.ts'
import { csvFile } from '#src/server/calls/csvAnswer.ts'
import type { Transaction } from '#src/server/db.ts'
import { announce } from '#src/server/live.ts'
import { holdCatalogue } from '../catalogue/actions.ts'
import type { Catalogue } from '../catalogue/rules.ts'
import { listAll } from '../store.ts'
import { saveOne } from './actions.ts'
import { type FileRow, type KnownService, readServiceFile, rowName, serviceCells } from './csv.ts'
import { labelOf } from './form.ts'
import { lockCompany } from './store.ts'

/** All services of a company as a file; they are few enough for one reading. */
export const writeServices = (app: App, companyId: string) =>
  csvFile<KnownService>(app, { name: 'leistungen.csv', columns: serviceCells, read: () => listAll(app.db, companyId) })

/**
 * Saves the services of a file, all of them or none: rows with an id change that service, the others create one. Throws invalidInput with
 * the texts of every wrong row, operatorProblems, serviceProblems.tooMany.
 */
export async function importServices(app: App, { companyId, file }: { companyId: string; file: string }) {
  const catalogue = await holdCatalogue(app)
  return app.db.transaction().execute(async (tx) => {
    if (!(await lockCompany(tx, companyId))) throw operatorProblems.notFound()
    const rows = readServiceFile(file, await listAll(tx, companyId))
    const faults: Record<string, string[]> = {}
    for (const row of rows) {
      const texts = await saveRow(app, tx, { companyId, row, catalogue })
      if (texts.length > 0) faults[rowName(row.line)] = texts
    }
    if (Object.keys(faults).length > 0) throw invalidInput(faults)
    await announce(tx, { companyId, kind: 'company', id: companyId })
    const changed = rows.filter(({ id }) => id !== undefined).length
    return { created: rows.length - changed, changed }
  })
}

type Saving = { companyId: string; row: FileRow; catalogue: Catalogue }

/** Saves a row and answers what is wrong with its fields; other refusals end the whole. */
async function saveRow(app: App, tx: Transaction, { companyId, row: { id, input }, catalogue }: Saving) {
  try {
    await saveOne(app, tx, { companyId, id, input, catalogue })
    return []
  } catch (error) {
    if (!(error instanceof Problem) || !error.fields) throw error
    return Object.entries(error.fields).flatMap(([path, texts]) => texts.map((text) => `${labelOf(path)}: ${text}`))
  }
}
