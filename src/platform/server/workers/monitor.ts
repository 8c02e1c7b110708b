import type { App } from '../app.ts'
import { messageIdOf, transmitMail } from '../mail/mail.ts'
import type { MailMessage } from '../mail/message.ts'
import { stalledJobsMail } from './mails.ts'
import { findOldestJob, stalledSeconds } from './queue.ts'

/** Logs and mails that jobs wait which no worker takes. The mail bypasses the queue, because its jobs do not run. */
export async function reportStalledJobs(app: App) {
  const oldest = await findOldestJob(app)
  if (!oldest || oldest.seconds < stalledSeconds) return
  app.log.error(oldest, 'jobs wait')
  const hour = app.now().toISOString().slice(0, 13)
  const { job, seconds, waiting } = oldest
  const facts = { job, waiting, minutes: Math.floor(seconds / 60) }
  await sendAtOnce(app, stalledJobsMail({ ...facts, to: app.config.adminEmail, occasion: `jobs:stalled:${hour}` }))
}

/** One of several processes sends it; if that fails, the next check may. */
async function sendAtOnce(app: App, mail: MailMessage) {
  const messageId = messageIdOf(app, mail.occasion)
  const { numInsertedOrUpdatedRows } = await app.db
    .insertInto('sentMails')
    .values({ occasion: mail.occasion, messageId, sentAt: app.now(), refusedCode: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return
  try {
    await transmitMail(app, mail, messageId)
  } catch (error) {
    await app.db.deleteFrom('sentMails').where('occasion', '=', mail.occasion).execute()
    throw error
  }
}
