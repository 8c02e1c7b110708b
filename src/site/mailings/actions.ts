import type { App } from '#src/platform/server/app.ts'
import { recordOperatorAct } from '#src/platform/server/audit.ts'
import type { AdminCaller } from '#src/platform/server/calls/endpoint.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import { composeMail } from '#src/platform/server/mail/mail.ts'
import { bulkMail } from './mails.ts'
import { sampleOptOutUrl } from './optOutActions.ts'
import { anonymiseRecipients, reopenFailed, wakeWaiting } from './recipientStore.ts'
import { type Letter, mailingLimits, mailingProblems } from './rules.ts'
import {
  countCandidates,
  deleteOldMailings,
  findFirstRecipient,
  findMailing,
  insertMailing,
  insertRecipients,
  lockMailings,
  markResumed,
  markStopped,
} from './store.ts'

/** Returns the mail as the first recipient would get it, and the number of recipients. Throws mailingProblems. */
export async function previewMailing(app: App, letter: Letter) {
  const addressee = await findFirstRecipient(app.db)
  if (!addressee) throw mailingProblems.nobody()
  const { recipients, optedOut } = await countCandidates(app.db)
  const mail = bulkMail({ ...letter, addressee, brandName: app.config.BRAND_NAME, optOutUrl: sampleOptOutUrl(app) })
  const { html, text } = await composeMail(app, mail)
  return { subject: mail.subject, html, text, company: addressee.companyName, recipients, optedOut }
}

type Start = { letter: Letter; expected: number | undefined; caller: AdminCaller }

/**
 * Stores the list of recipients and starts the mailing; jobs send the mails one after the other. Throws mailingProblems, among them
 * recipientsChanged if the number of recipients is not `expected`.
 */
export const startMailing = (app: App, { letter, expected, caller }: Start) =>
  app.db.transaction().execute(async (tx) => {
    const now = app.now()
    const { recipients, optedOut } = await countCandidates(tx)
    if (recipients === 0) throw mailingProblems.nobody()
    if (expected !== undefined && expected !== recipients) throw mailingProblems.recipientsChanged()
    const started = await insertMailing(tx, { ...letter, recipients, optedOut, now })
    if (!started) throw mailingProblems.isRunning()
    if ((await insertRecipients(tx, started.id)) !== recipients) throw mailingProblems.recipientsChanged()
    const after = { subject: letter.subject, recipients, optedOut }
    await recordOperatorAct(app, tx, { action: 'mailings.start', ...audited(started.id), caller, after })
    await enqueueSending(tx, started.id)
    return { id: started.id, recipients }
  })

/** Stops a mailing. A mail that is being sent still arrives; the others wait. Throws mailingProblems.unknown, notRunning. */
export const stopMailing = (app: App, { id, caller }: { id: string; caller: AdminCaller }) =>
  app.db.transaction().execute(async (tx) => {
    if (!(await findMailing(tx, id))) throw mailingProblems.unknown()
    const stopped = await markStopped(tx, { id, now: app.now() })
    if (!stopped) throw mailingProblems.notRunning()
    await recordOperatorAct(app, tx, {
      action: 'mailings.stop',
      ...audited(id),
      caller,
      before: { status: 'running' },
      after: { status: 'stopped' },
    })
  })

type Resume = { id: string; which: 'rest' | 'failed'; recipientId: string | undefined; caller: AdminCaller }

/**
 * Continues a stopped mailing, or retries failed mails. Each mail keeps its Message-ID. Throws mailingProblems.unknown, isRunning,
 * restWaits, nothingLeft.
 */
export const resumeMailing = (app: App, { id, which, recipientId, caller }: Resume) =>
  app.db.transaction().execute(async (tx) => {
    await lockMailings(tx)
    const mailing = await findMailing(tx, id)
    if (!mailing) throw mailingProblems.unknown()
    const resumed = await markResumed(tx, { id, now: app.now() })
    if (!resumed) throw mailingProblems.isRunning()
    const waiting = await wakeWaiting(tx, id)
    // The waiting mails would be sent together with the failed ones, which was not requested.
    if (which === 'failed' && waiting > 0) throw mailingProblems.restWaits()
    const recipients = which === 'failed' ? await reopenFailed(tx, { mailingId: id, recipientId }) : waiting
    if (recipients === 0) throw mailingProblems.nothingLeft()
    const after = { status: 'running', which, recipients }
    await recordOperatorAct(app, tx, { action: 'mailings.resume', ...audited(id), caller, before: { status: mailing.status }, after })
    await enqueueSending(tx, id)
    return { recipients }
  })

/** Enqueues the job that sends the next mails of a mailing; at most one such job waits. */
export const enqueueSending = (tx: Transaction | App['db'], mailingId: string, runAt?: Date) =>
  enqueue(tx, { name: 'mailings.send', payload: { mailingId }, key: `mailing:${mailingId}`, ...(runAt ? { runAt } : {}) })

/** Deletes mailings with their addresses after their retention period; anonymises addresses of closed companies at once. */
export async function sweepMailings(app: App) {
  await anonymiseRecipients(app.db)
  await deleteOldMailings(app.db, new Date(app.now().getTime() - mailingLimits.retentionDays * 86_400_000))
}

/** Object of a mailing in the audit log. */
const audited = (objectId: string) => ({ objectType: 'mailing', objectId })
