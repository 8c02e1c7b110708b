import type { App, Person } from '#src/platform/server/app.ts'
import { companyProblems } from './rules.ts'
import { findImprint, findListedContact, listCompaniesForExport } from './store.ts'

/** Phone and mail address of a listed company, for signed-in visitors (docs/spec.md#contact-data). Throws companyProblems.unknown. */
export async function readContact(app: App, companyId: string) {
  const contact = await findListedContact(app.db, companyId)
  if (!contact) throw companyProblems.unknown()
  return contact
}

/** Legal imprint of a listed company (§ 5 DDG). Throws companyProblems.unknown. */
export async function readImprint(app: App, companyId: string) {
  const imprint = await findImprint(app.db, companyId)
  if (!imprint) throw companyProblems.unknown()
  return imprint
}

/** Companies of a person, for their data export. */
export const exportCompanies = (app: App, { userId }: Person) => listCompaniesForExport(app.db, userId)
