import { berlinDay } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import { recordAudit } from '#src/platform/server/audit.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { announce } from '#src/platform/server/live.ts'
import { enqueueMails } from '#src/platform/server/mail/mail.ts'
import { readSettings } from '#src/platform/server/settings.ts'
import { detailsRequestMail, type ReminderStep } from './mails.ts'
import { listRecipients, markExpired, markFirstRequest, markReminded, markRemindedAgain, markStopped, markWithheld } from './store.ts'

/** Companies per step and run; the next run takes the rest. */
const limit = 500

/**
 * Requests business details from companies, reminds them after 21 days and again after 21, stops new bookings after the grace period, and
 * withholds payouts from day 60 on (docs/spec.md#business-details). Each step marks its rows and enqueues their mails in one transaction.
 */
export async function requestDetails(app: App) {
  const now = app.now()
  const due = { now, limit }
  const { detailsGraceDays } = await readSettings(app.db)
  await take(app, 'expired', (tx) => markExpired(tx, { ...due, today: berlinDay(now) }))
  await take(app, 'asked', (tx) => markFirstRequest(tx, due))
  await take(app, 'reminded', (tx) => markReminded(tx, due))
  await take(app, 'remindedAgain', (tx) => markRemindedAgain(tx, due))
  await take(app, 'stopped', (tx) => markStopped(tx, { ...due, graceDays: detailsGraceDays }))
  await take(app, 'withheld', (tx) => markWithheld(tx, due))
}

const take = (app: App, step: ReminderStep, mark: (tx: Transaction) => Promise<{ companyId: string }[]>) =>
  app.db.transaction().execute(async (tx) => {
    const rows = await mark(tx)
    if (rows.length === 0) return
    const now = app.now()
    const ids = rows.map(({ companyId }) => companyId)
    const told = await listRecipients(tx, ids)
    await enqueueMails(
      tx,
      told.map((one) => detailsRequestMail({ ...one, step, at: now }, app.config)),
    )
    for (const companyId of ids) {
      if (step === 'stopped' || step === 'withheld') {
        await recordAudit(tx, {
          at: now,
          actor: 'system',
          action: `companies.details${step === 'stopped' ? 'Stop' : 'Withhold'}`,
          companyId,
          requestId: 'job',
        })
      }
      await announce(tx, { companyId, kind: 'company', id: companyId })
    }
  })
