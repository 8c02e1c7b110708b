import { recordAcceptance } from '#src/foundation/legal/actions.ts'
import type { App } from '#src/platform/server/app.ts'
import { announce } from '#src/platform/server/live.ts'
import type { CompanyFields } from '../fields/fields.ts'
import { companiesPerPerson, companyProblems } from '../rules.ts'
import {
  attachCustomer,
  countCompaniesOf,
  findPaidNamesake,
  lockPerson,
  renameUnfinishedCompany,
  upsertUnfinishedCompany,
} from './store.ts'

type Registration = { userId: string; plan: 'basic' | 'premium'; fields: CompanyFields; companyId?: string | undefined }

/**
 * Registers a company for a signed-in person; it is hidden until its subscription is paid. Registering the same name again overwrites the
 * unfinished company, even if both requests arrive at once. `companyId`: an unfinished company whose name may change. Throws
 * companyProblems.alreadyRegistered for a name that the person already pays for, tooMany. Returns the company's id.
 */
export const registerCompany = (app: App, { companyId, ...registration }: Registration) =>
  app.db.transaction().execute(async (tx) => {
    await lockPerson(tx, registration.userId)
    if (await findPaidNamesake(tx, registration)) throw companyProblems.alreadyRegistered()
    const written = { ...registration, now: app.now() }
    const renamed = companyId ? await renameUnfinishedCompany(tx, { ...written, id: companyId }) : undefined
    const { id } = renamed ?? (await upsertUnfinishedCompany(tx, written))
    if ((await countCompaniesOf(tx, registration.userId)).total > companiesPerPerson) throw companyProblems.tooMany()
    await recordAcceptance(app, tx, { companyId: id })
    await announce(tx, { companyId: id, kind: 'company', id })
    return id
  })

/** Stores the PSP's customer id of a company and returns the stored one: of two parallel calls the first wins. */
export async function attachCustomerOnce(app: App, { companyId, customerId }: { companyId: string; customerId: string }) {
  const { stripeCustomerId } = await attachCustomer(app.db, { id: companyId, customerId })
  return stripeCustomerId ?? customerId
}
