import { writeFile } from 'node:fs/promises'
import { readPersonData } from '#src/foundation/accounts/personActions.ts'
import { recordAudit } from '#src/platform/server/audit.ts'
import { findInsiders } from '#src/supply/companies/store.ts'
import { CommandError, type Run } from './commands.ts'
import { codeOf } from './doctor/findings.ts'
import { commandAct, withApp } from './openApp.ts'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Writes the data export of a company's owner, which contains the company. The file is created readable for this user alone. */
export const run: Run = async ({ words: [id = '', file = ''] }) => {
  if (!uuid.test(id)) throw new CommandError(`'${id}' is no id of a company: its page in the administration shows it.`)
  return withApp(async (app) => {
    const company = await findInsiders(app.db, id)
    if (!company) throw new CommandError(`No company has the id ${id}.`)
    const { userId, ownerEmail } = company
    if (!userId || !ownerEmail) throw new CommandError(`The company ${id} has no account of an owner, so there is nothing to export.`)
    const data = await readPersonData(app, { userId, email: ownerEmail })
    await app.db.transaction().execute(async (tx) => {
      await recordAudit(tx, { at: app.now(), ...commandAct('export-company'), action: 'companies.export', companyId: id })
      await writeNew(file, JSON.stringify(data, null, 2))
    })
    console.log(`${file} is written.`)
    return 0
  })
}

async function writeNew(file: string, text: string) {
  try {
    await writeFile(file, `${text}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw new CommandError(`${file} exists already: choose another name.`)
    throw new CommandError(`${file} cannot be written (${codeOf(error)}).`)
  }
}
