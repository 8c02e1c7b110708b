import { z } from 'zod'
import type { App, Session } from '#src/platform/server/app.ts'
import { recordAudit } from '#src/platform/server/audit.ts'
import type { OwnerCaller } from '#src/platform/server/calls/endpoint.ts'
import { announce } from '#src/platform/server/live.ts'
import { requestEmailChange, requestEmailProof } from '../email/actions.ts'
import { type CompanyColumns, columnsOf, differenceOf } from '../fields/columns.ts'
import { type CompanyFields, fieldNames } from '../fields/fields.ts'
import { lockPerson } from '../register/store.ts'
import { companyProblems } from '../rules.ts'
import { dropBadge } from '../verification/badgeActions.ts'
import { findOwnCompany, findUnfinishedDuplicate, lockProfile, updateProfile } from './store.ts'

/** Throws companyProblems.notYours unless the company belongs to this person. An unknown id gets the same error as another's company. */
export async function requireOwnCompany(app: App, claim: { userId: string; companyId: string }) {
  const isId = z.uuid().safeParse(claim.companyId).success
  if (!isId || !(await findOwnCompany(app.db, claim))) throw companyProblems.notYours()
}

/**
 * Stores the owner's changes and writes them to the audit log. Visitors see them at once; a new mail address becomes effective when its
 * link is opened. The whole form is stored: an empty field clears the value. Throws companyProblems.notYours, nameTaken.
 */
export async function changeProfile(app: App, { fields, caller }: { fields: CompanyFields; caller: OwnerCaller }) {
  const { companyId, session, requestId } = caller
  const now = app.now()
  await app.db.transaction().execute(async (tx) => {
    await lockPerson(tx, session.userId)
    const before = await lockProfile(tx, companyId)
    if (!before) throw companyProblems.notYours()
    const { was, is } = differenceOf<CompanyColumns>(before, columnsOf(fields, fieldNames))
    if (!is.email && before.subscriptionStatus !== 'incomplete') await requestEmailProof(app, tx, { companyId, requestId })
    if (Object.keys(is).length === 0) return
    if (is.companyName && (await findUnfinishedDuplicate(tx, { companyId, companyName: is.companyName }))) throw companyProblems.nameTaken()
    if (is.email && before.subscriptionStatus !== 'incomplete' && !isOwn(is.email, session)) {
      await requestEmailChange(app, tx, { caller, email: is.email })
      delete is.email
      delete was.email
    }
    if (Object.keys(is).length === 0) return
    // A company that never paid changes its address without a link: it gets no mail except to its account.
    await updateProfile(tx, { companyId, changed: is.email ? { ...is, emailProven: isOwn(is.email, session) } : is, now })
    const act = { action: 'companies.changeProfile', companyId, before: was, after: is }
    await recordAudit(tx, { ...act, at: now, actor: `user:${session.userId}`, requestId })
    await dropBadge(app, tx, { caller, before })
    await announce(tx, { companyId, kind: 'company', id: companyId })
  })
}

/** True for the account's own confirmed address, which needs no link. */
const isOwn = (email: string, session: Session) => session.isConfirmed && email.toLowerCase() === session.email.toLowerCase()
