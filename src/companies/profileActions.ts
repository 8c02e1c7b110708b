import { z } from 'zod'
import type { App } from '#src/server/app.ts'
import { findOwnCompany } from './profileStore.ts'
import { companyProblems } from './rules.ts'

/** Whether the company belongs to this person; an id that is no uuid belongs to nobody. */
export async function ownsCompany(app: App, { userId, companyId }: { userId: string; companyId: string }) {
  if (!z.uuid().safeParse(companyId).success) return false
  return (await findOwnCompany(app.db, { userId, companyId })) !== undefined
}

/** Throws companyProblems.notYours unless the company belongs to this person: another's and none are the same answer. */
export async function requireOwnCompany(app: App, claim: { userId: string; companyId: string }) {
  if (!(await ownsCompany(app, claim))) throw companyProblems.notYours()
}
