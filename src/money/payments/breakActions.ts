import type { App } from '#src/platform/server/app.ts'
import { enqueueMail } from '#src/platform/server/mail/mail.ts'
import { breakMail, breaksMail } from './mails.ts'
import { claimUnmailedBreaks } from './store.ts'

/**
 * Mails the discrepancies that were not mailed yet, several as one digest. At most one mail per hour, so that a fault which affects every
 * payment does not cause hundreds of mails.
 */
export const mailBreaks = (app: App) =>
  app.db.transaction().execute(async (tx) => {
    const now = app.now()
    const breaks = await claimUnmailedBreaks(tx, { now, quietSince: new Date(now.getTime() - quietMinutes * 60_000) })
    const [first, ...more] = breaks
    const to = app.config.adminEmail
    if (first) await enqueueMail(tx, more.length === 0 ? breakMail({ to, ...first }) : breaksMail({ to, breaks, at: now }))
  })
const quietMinutes = 60
