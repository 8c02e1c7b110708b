import { berlinDay } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import { announce } from '#src/platform/server/live.ts'
import { enqueueMail } from '#src/platform/server/mail/mail.ts'
import { deleteClaimCode } from '../claims/store.ts'
import { deleteBusinessFiles } from '../details/fileActions.ts'
import { deleteEmailChanges } from '../email/store.ts'
import { companyFiles } from '../images/actions.ts'
import { companyClosedMail } from '../mails.ts'
import type { lockForOperator } from '../operator/store.ts'
import { deleteVerification } from '../verification/actions.ts'
import { keptUntil } from './rules.ts'
import { deleteCompany, deleteOldArchives, findOwnerEmail, insertArchive, markArchived } from './store.ts'

type Held = NonNullable<Awaited<ReturnType<typeof lockForOperator>>>

/**
 * Archives a locked company for good: hides it everywhere, overwrites its profile, and enqueues a job that removes its pictures. A copy of
 * its identity is retained for the legal term. The caller handles open bookings, subscription and money. Returns true if this call archived
 * it.
 */
export async function archiveCompany(app: App, tx: Transaction, company: Held) {
  const now = app.now()
  await insertArchive(tx, { id: company.id, now, keptUntil: keptUntil(berlinDay(now)) })
  const archived = await markArchived(tx, { id: company.id, now })
  if (!archived) return false
  await deleteClaimCode(tx, company.id)
  await deleteEmailChanges(tx, company.id)
  await enqueueFileRemoval(tx, company)
  await deleteVerification(tx, company.id)
  await deleteBusinessFiles(tx, company.id)
  await announce(tx, { companyId: company.id, kind: 'company', id: company.id })
  return true
}

/** Deletes a locked company that no row refers to, with its claim code; a job removes its pictures. */
export async function removeCompany(tx: Transaction, company: Held) {
  await deleteClaimCode(tx, company.id)
  await enqueueFileRemoval(tx, company)
  await deleteVerification(tx, company.id)
  await deleteBusinessFiles(tx, company.id)
  await deleteCompany(tx, company.id)
}

/** Mails that the company is closed, to the account's address, or to the company's own if it has no account. */
export async function mailClosed(tx: Transaction, { id: companyId, userId, email, companyName }: Held) {
  const to = (await findOwnerEmail(tx, userId)) ?? email
  await enqueueMail(tx, companyClosedMail({ to, companyId, companyName }))
}

async function enqueueFileRemoval(tx: Transaction, { id, logoUrl, galleryImages }: Held) {
  const keys = [...(logoUrl ? [logoUrl] : []), ...galleryImages].flatMap(companyFiles)
  if (keys.length > 0) await enqueue(tx, { name: 'companies.removeFiles', payload: { keys }, key: `files:${id}` })
}

/** Removes files from the storage; ignores missing ones. */
export async function removeFiles(app: App, keys: readonly string[]) {
  for (const key of keys) await app.storage.remove(key)
}

/** Deletes the retained data of archived companies when the legal term is over. */
export const sweepArchives = (app: App) => app.db.transaction().execute((tx) => deleteOldArchives(tx, berlinDay(app.now())))
