import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { enqueueEncryptedMail } from '#src/platform/server/mail/mail.ts'
import { hashToken, keyedHash } from '#src/platform/server/secrets.ts'
import { renewedSeriesMail } from './mails.ts'
import { linkEndOf, seriesPageUrl, seriesProblems } from './rules.ts'
import { addLink, findLink, findSeriesByToken, lockSeries, markToken, type Series } from './store.ts'

/** Returns the URL of the series' page for a mail; each mail extends the link's validity. */
export async function issuePage(app: App, tx: Transaction, id: string) {
  const { linkNumber, lastStart } = await findLink(tx, id)
  // The first link has no number, so links mailed before numbers existed stay valid.
  const token = keyedHash(app, 'bookings.series', linkNumber === 0 ? id : `${id}:${linkNumber}`)
  await markToken(tx, { id, tokenHash: hashToken(token), linkUntil: linkEndOf(lastStart, app.now()) })
  return seriesPageUrl(app.config.publicUrl, token)
}

/** Returns the series that a mailed token opens. Throws seriesProblems.linkUnknown, linkEnded. */
export async function openSeriesLink(app: App, token: string): Promise<Series> {
  const found = await findSeriesByToken(app.db, hashToken(token))
  if (!found) throw seriesProblems.linkUnknown()
  if (hasEnded(found, app.now())) throw seriesProblems.linkEnded()
  return found
}

const hasEnded = ({ linkUntil, createdAt }: Series, now: Date) => (linkUntil ?? new Date(createdAt.getTime() + yearMs)) <= now
const yearMs = 365 * 86_400_000

/**
 * Mails a new link to the address of the series; the previous one, which may have expired, becomes invalid. Throws
 * seriesProblems.linkUnknown.
 */
export async function renewSeriesLink(app: App, token: string) {
  const found = await findSeriesByToken(app.db, hashToken(token))
  if (!found) throw seriesProblems.linkUnknown()
  await app.db.transaction().execute(async (tx) => {
    const series = await lockSeries(tx, found.id)
    // A concurrent request renewed the link first.
    if (series?.tokenHash !== hashToken(token)) throw seriesProblems.linkUnknown()
    const number = await addLink(tx, series.id)
    const url = await issuePage(app, tx, series.id)
    await enqueueEncryptedMail(app, tx, renewedSeriesMail({ id: series.id, email: series.email, number, url }))
  })
}
