import type { App } from '#src/platform/server/app.ts'
import { findOpenRestore } from '#src/platform/server/database/restores.ts'
import { enqueueMail } from '#src/platform/server/mail/mail.ts'
import { discrepanciesMail, discrepancyMail } from './mails.ts'
import { claimUnmailedDiscrepancies } from './store.ts'

/**
 * Mails the discrepancies that were not mailed yet, several as one digest. At most one mail per hour, so that a fault which affects every
 * payment does not cause hundreds of mails, and none after a restore until it is reconciled: `after-restore` lists them.
 */
export const mailDiscrepancies = (app: App) =>
  app.db.transaction().execute(async (tx) => {
    if (await findOpenRestore(tx)) return
    const now = app.now()
    const breaks = await claimUnmailedDiscrepancies(tx, { now, quietSince: new Date(now.getTime() - quietMinutes * 60_000) })
    const [first, ...more] = breaks
    const to = app.config.adminEmail
    if (first) await enqueueMail(tx, more.length === 0 ? discrepancyMail({ to, ...first }) : discrepanciesMail({ to, breaks, at: now }))
  })
const quietMinutes = 60
