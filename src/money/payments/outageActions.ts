import type { App } from '#src/platform/server/app.ts'
import { describeError } from '#src/platform/server/log.ts'
import { enqueueMail } from '#src/platform/server/mail/mail.ts'
import { outageMail } from './mails.ts'
import { type OutageKind, outageQuietHours, outages } from './outageRules.ts'
import { claimAlert, countRefusal, deleteOutage } from './outageStore.ts'

/**
 * Logs and counts a refusal of all the platform's calls, and alerts the operator once per outage. Never throws: the refusal itself has been
 * handled.
 */
export async function noteRefusal(app: App, kind: OutageKind, reason: string) {
  app.log.error({ kind, reason }, 'the PSP refuses the platform')
  const now = app.now()
  const quietSince = new Date(now.getTime() - outageQuietHours * 3_600_000)
  const noted = app.db.transaction().execute(async (tx) => {
    await countRefusal(tx, { kind, reason, now, quietSince })
    const outage = await claimAlert(tx, { kind, alertAfter: outages[kind].alertAfter, now })
    if (outage) await enqueueMail(tx, outageMail({ to: app.config.adminEmail, kind, ...outage }))
  })
  await noted.catch((error: unknown) => app.log.error({ error: describeError(error) }, 'refusal not noted'))
}

/** Ends an outage after a successful call: the next refusal begins a new one. */
export async function endOutage(app: App, kind: OutageKind) {
  await deleteOutage(app.db, kind)
}
