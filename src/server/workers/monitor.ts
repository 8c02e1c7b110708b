import { sql } from 'kysely'
import type { App } from '../app.ts'
import { messageIdOf, transmitMail } from '../mail/mail.ts'
import type { MailMessage } from '../mail/message.ts'
import { stalledJobsMail } from './mails.ts'

/** A job that any worker could take, and does not, for so long, is reported to the operator. */
const stalledSeconds = 300

/**
 * The job that waits longest although a worker could take it, by the database's time. Jobs whose queue is locked wait for the one that runs.
 */
export async function findOldestJob(app: App) {
  const { rows } = await sql<{ job: string; seconds: number; waiting: number }>`
    select
      task.identifier as job,
      extract(epoch from clock_timestamp() - run_at)::integer as seconds,
      count(*) over ()::integer as waiting
    from graphile_worker._private_jobs as job
    join graphile_worker._private_tasks as task on task.id = job.task_id
    left join graphile_worker._private_job_queues as queue on queue.id = job.job_queue_id
    where job.is_available
      and run_at <= clock_timestamp()
      and queue.is_available is not false
    order by run_at
    limit 1`.execute(app.db)
  return rows[0]
}

/** Logs and mails that jobs wait which no worker takes. The mail leaves outside the queue, because nothing in it moves. */
export async function reportStalledJobs(app: App) {
  const oldest = await findOldestJob(app)
  if (!oldest || oldest.seconds < stalledSeconds) return
  app.log.error(oldest, 'jobs wait')
  const hour = app.now().toISOString().slice(0, 13)
  const { job, seconds, waiting } = oldest
  const facts = { job, waiting, minutes: Math.floor(seconds / 60) }
  await sendAtOnce(app, stalledJobsMail({ ...facts, to: app.config.adminEmail, occasion: `jobs:stalled:${hour}` }))
}

/** Of several processes one sends it; if that fails, the next check may. */
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
