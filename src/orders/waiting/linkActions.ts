import { addDays, berlinDay } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { enqueueEncryptedMail } from '#src/platform/server/mail/mail.ts'
import { hashToken, keyedHash } from '#src/platform/server/secrets.ts'
import { renewedWaitingMail } from './mails.ts'
import { waitingPage, waitingProblems, waitingRetention } from './rules.ts'
import { addLink, findEntryByToken, findLinkNumber, lockEntry, markToken } from './store.ts'

/** Returns the URL of an entry's page for a mail. */
export async function issuePage(app: App, tx: Transaction, id: string) {
  const number = await findLinkNumber(tx, id)
  // The first link has no number, so links mailed before numbers existed stay valid.
  const token = keyedHash(app, 'bookings.waiting', number === 0 ? id : `${id}:${number}`)
  await markToken(tx, { id, tokenHash: hashToken(token) })
  return `${app.config.publicUrl}${waitingPage}?token=${token}`
}

/** Returns the entry that a mailed token opens, until some days after its last day. Throws waitingProblems.linkUnknown, linkEnded. */
export async function openWaitingLink(app: App, token: string) {
  const entry = await findEntryByToken(app.db, hashToken(token))
  if (!entry) throw waitingProblems.linkUnknown()
  if (addDays(entry.lastDay, waitingRetention.linkDays) < berlinDay(app.now())) throw waitingProblems.linkEnded()
  return entry
}

/** Mails a new link to the address of the entry; the previous one becomes invalid. Throws as openWaitingLink. */
export async function renewWaitingLink(app: App, token: string) {
  const { id } = await openWaitingLink(app, token)
  await app.db.transaction().execute(async (tx) => {
    const entry = await lockEntry(tx, id)
    // A concurrent request renewed the link first.
    if (entry?.tokenHash !== hashToken(token)) throw waitingProblems.linkUnknown()
    const number = await addLink(tx, id)
    const url = await issuePage(app, tx, id)
    await enqueueEncryptedMail(app, tx, renewedWaitingMail({ id, email: entry.email, number, url }))
  })
}
