import { berlinDay } from '#src/kit/dates.ts'
import type { App } from '#src/server/app.ts'
import type { Transaction } from '#src/server/db.ts'
import { enqueue } from '#src/server/jobs.ts'
import { announce } from '#src/server/live.ts'
import { enqueueMail } from '#src/server/mail/mail.ts'
import { deleteClaimCode } from '../claims/store.ts'
import { companyFiles } from '../images/actions.ts'
import { companyClosedMail } from '../mails.ts'
import type { lockForOperator } from '../operator/store.ts'
import { keptUntil } from './rules.ts'
import { deleteCompany, deleteOldArchives, findOwnerEmail, insertArchive, markAnonymised, markArchived } from './store.ts'

type Held = NonNullable<Awaited<ReturnType<typeof lockForOperator>>>

/**
 * Takes a company that is held off the marketplace for good: hidden everywhere, its profile overwritten, its pictures removed by a job.
 * Who it was is kept apart for the legal term. What is open of it (bookings, subscription, money) is the caller's. Answers whether it was
 * this call that did it.
 */
export async function archiveCompany(app: App, tx: Transaction, company: Held) {
  const now = app.now()
  await insertArchive(tx, { id: company.id, now, keptUntil: keptUntil(berlinDay(now)) })
  const archived = await markArchived(tx, { id: company.id, now })
  if (!archived) return false
  await deleteClaimCode(tx, company.id)
  await enqueueFileRemoval(tx, company)
  await announce(tx, { companyId: company.id, kind: 'company', id: company.id })
  return true
}

/** Overwrites name and address of an archived company and lets go of its account, once nothing is open. */
export const anonymiseCompany = (app: App, tx: Transaction, companyId: string) => markAnonymised(tx, { id: companyId, now: app.now() })

/** Deletes a company that is held and that nothing points at any more, with its code; its pictures follow by a job. */
export async function removeCompany(tx: Transaction, company: Held) {
  await deleteClaimCode(tx, company.id)
  await enqueueFileRemoval(tx, company)
  await deleteCompany(tx, company.id)
}

/** Tells whoever ran the company, or was to run it, that it is gone: at the account's address, or at its own when it has none. */
export async function tellClosed(tx: Transaction, { id: companyId, userId, email, companyName }: Held) {
  const to = (await findOwnerEmail(tx, userId)) ?? email
  await enqueueMail(tx, companyClosedMail({ to, companyId, companyName }))
}

async function enqueueFileRemoval(tx: Transaction, { id, logoUrl, galleryImages }: Held) {
  const keys = [...(logoUrl ? [logoUrl] : []), ...galleryImages].flatMap(companyFiles)
  if (keys.length > 0) await enqueue(tx, { name: 'companies.removeFiles', payload: { keys }, key: `files:${id}` })
}

/** Removes files from the storage; one that is gone already is no failure. */
export async function removeFiles(app: App, keys: readonly string[]) {
  for (const key of keys) await app.storage.remove(key)
}

/** Forgets who archived companies were, when the term is over. */
export const sweepArchives = (app: App) => deleteOldArchives(app.db, berlinDay(app.now()))
