import type { App } from '#src/platform/server/app.ts'
import { type OperatorAct, recordOperatorAct } from '#src/platform/server/audit.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { announce } from '#src/platform/server/live.ts'
import { enqueueMail } from '#src/platform/server/mail/mail.ts'
import { inviteCompany } from '../claims/actions.ts'
import { findClaimCode } from '../claims/store.ts'
import { findOwnerEmail } from '../closing/store.ts'
import { differenceOf } from '../fields/columns.ts'
import { companyReleasedMail, companySuspendedMail } from '../mails.ts'
import { type OperatorChange, type OperatorFields, operatorProblems } from './rules.ts'
import { findGrantedDuplicate, insertGranted, lockForOperator, markReleased, markSuspended, updateByOperator } from './store.ts'

type Act = { companyId: string; caller: OperatorAct }

/**
 * Creates a company: listed at once, Premium without payment, verified. Mails the claim code to its address; a failed mail does not undo
 * the creation. Returns its row. Throws operatorProblems.sameCompany.
 */
export async function enterCompany(app: App, tx: Transaction, { fields, caller }: { fields: OperatorFields; caller: OperatorAct }) {
  const company = await insertGranted(tx, { ...fields, now: app.now() })
  if (!company) throw operatorProblems.sameCompany()
  await inviteCompany(app, tx, company)
  const after = { ...fields, plan: company.plan, premium: company.premium, verified: company.verified }
  await recordOperatorAct(app, tx, { companyId: company.id, caller, action: 'companies.create', after })
  return company
}

type Changing = Act & { fields: OperatorChange; knownAt: Date }

/**
 * Applies the operator's changes and writes them to the audit log. `knownAt` is the `updatedAt` that the form was filled with, so that
 * another user's later change is not overwritten. Plan and badge of a paying company are read-only, because they follow its subscription:
 * `isPlanRefused` is then returned as true and nothing changes. An unclaimed company with a new address gets a new code. Throws
 * operatorProblems.
 */
export const changeCompany = (app: App, { companyId, fields, knownAt, caller }: Changing) =>
  app.db.transaction().execute(async (tx) => {
    const before = await requireRetained(tx, companyId)
    if (before.updatedAt.getTime() !== knownAt.getTime()) throw operatorProblems.changedMeanwhile()
    const { was, is } = differenceOf<OperatorChange>(before, fields)
    const isPlanRefused = before.subscriptionKind === 'paid' && (is.plan !== undefined || is.premium !== undefined)
    if (isPlanRefused) return { isPlanRefused }
    if (Object.keys(is).length === 0) return { isPlanRefused }
    const isUnclaimed = before.subscriptionKind === 'granted' && before.userId === null
    if (isUnclaimed && (await findGrantedDuplicate(tx, { id: companyId, ...fields }))) throw operatorProblems.sameCompany()
    await updateByOperator(tx, { id: companyId, changed: is, now: app.now() })
    // The old code was sent to the earlier address, which may belong to a stranger.
    if (is.email && isUnclaimed && (await findClaimCode(tx, companyId))) await inviteCompany(app, tx, { ...before, ...fields })
    await recordOperatorAct(app, tx, { companyId, caller, action: 'companies.change', before: was, after: is })
    await announce(tx, { companyId, kind: 'company', id: companyId })
    return { isPlanRefused }
  })

/**
 * Suspends a company: hides it and holds its payouts; its bookings stay. Mails the owner. `afterwards` enqueues further jobs in the same
 * transaction. Throws operatorProblems.
 */
export const suspendCompany = (app: App, suspension: Suspension) =>
  app.db.transaction().execute(async (tx) => {
    const company = await suspendCompanyIn(app, tx, suspension)
    const { companyName } = company
    const told = { companyId: suspension.companyId, companyName, to: await addressOf(tx, company), publicUrl: app.config.publicUrl }
    await enqueueMail(tx, companySuspendedMail({ ...told, reason: suspension.companyReason, at: app.now() }))
  })

/** The company's dashboard shows `companyReason` during the suspension; `reason` is for the audit log. */
type Suspension = Act & { reason: string; companyReason: string; afterwards: (tx: Transaction) => Promise<void> }

/** Suspends a company in the caller's transaction; the caller mails the owner. Returns the company. Throws operatorProblems. */
export async function suspendCompanyIn(app: App, tx: Transaction, { companyId, reason, companyReason, caller, afterwards }: Suspension) {
  const company = await requireRetained(tx, companyId)
  if (!(await markSuspended(tx, { id: companyId, reason: companyReason, now: app.now() }))) throw operatorProblems.isSuspended()
  await afterwards(tx)
  await recordOperatorAct(app, tx, { companyId, caller, action: 'companies.suspend', after: { reason, companyReason } })
  await announce(tx, { companyId, kind: 'company', id: companyId })
  return company
}

/**
 * Lifts a suspension and mails the owner. An archived company stays hidden and gets no mail, but its payouts resume. Throws
 * operatorProblems.
 */
export const releaseCompany = (app: App, { companyId, caller }: Act) =>
  app.db.transaction().execute(async (tx) => {
    const before = await lockForOperator(tx, companyId)
    if (!before) throw operatorProblems.notFound()
    if (!(await markReleased(tx, { id: companyId, now: app.now() }))) throw operatorProblems.notSuspended()
    await recordOperatorAct(app, tx, { companyId, caller, action: 'companies.release', before: { suspendedAt: before.suspendedAt } })
    if (!before.archivedAt) {
      const { companyName } = before
      const told = { companyId, companyName, to: await addressOf(tx, before), publicUrl: app.config.publicUrl, at: app.now() }
      await enqueueMail(tx, companyReleasedMail(told))
    }
    await announce(tx, { companyId, kind: 'company', id: companyId })
  })

/** Mails a new claim code; the old one becomes invalid. Throws operatorProblems. */
export const issueNewCode = (app: App, { companyId, caller }: Act) =>
  app.db.transaction().execute(async (tx) => {
    const company = await requireRetained(tx, companyId)
    if (company.userId) throw operatorProblems.isClaimed()
    await inviteCompany(app, tx, company)
    await recordOperatorAct(app, tx, { companyId, caller, action: 'companies.issueClaimCode' })
  })

/** Address of the owner: the account's, or the company's own while it has no account. */
const addressOf = async (tx: Transaction, { userId, email }: { userId: string | null; email: string }) =>
  (await findOwnerEmail(tx, userId)) ?? email

/** Locks and returns a company. Throws operatorProblems.notFound, isArchived. */
export async function requireRetained(tx: Transaction, companyId: string, lock = lockForOperator) {
  const company = await lock(tx, companyId)
  if (!company) throw operatorProblems.notFound()
  if (company.archivedAt) throw operatorProblems.isArchived()
  return company
}
