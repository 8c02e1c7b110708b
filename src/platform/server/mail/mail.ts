import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type MailFile, MailRefused } from '#src/platform/ports/mail.ts'
import type { App } from '../app.ts'
import type { Database, Transaction } from '../db.ts'
import { type Enqueued, enqueueAll, job, withdrawJobs } from '../jobs.ts'
import { decryptText, encryptText } from '../secrets.ts'
import { readRecentSettings } from '../settings.ts'
import { logoPicture } from './logo.ts'
import { type MailMessage, message } from './message.ts'

/** Enqueues a mail in the caller's transaction: it is sent after the commit, or never. A second mail of the same occasion is never sent. */
export const enqueueMail = (tx: Transaction | Database, mail: MailMessage) => enqueueAll(tx, [openJob(mail)])

/** Enqueues many mails, each of its own occasion, in one statement. */
export const enqueueMails = (tx: Transaction, mails: readonly MailMessage[]) => enqueueAll(tx, mails.map(openJob))

const openJob = (mail: MailMessage): Enqueued => ({ name: 'mails.send', payload: mail, key: keyOf(mail.occasion) })
const keyOf = (occasion: string) => `mail:${occasion}`

/** Withdraws mails of these occasions that still wait because no mail server accepted them. */
export const withdrawMails = (tx: Transaction, occasions: readonly string[]) => withdrawJobs(tx, occasions.map(keyOf))

export const mailJob = job({ name: 'mails.send', lane: 'mails', payload: message, run: sendMail })

/**
 * Enqueues a mail with a secret link or code: the job stores it encrypted (docs/spec.md#at-rest), so that neither the queue nor its backup
 * reveals the secret.
 */
export const enqueueEncryptedMail = (app: App, tx: Transaction | Database, mail: MailMessage) => enqueueAll(tx, [encryptedJob(app, mail)])

/** Enqueues two mails about one event to two recipients in one statement: one encrypted, the other as plain text. */
export const enqueueBothMails = (app: App, tx: Transaction | Database, { secret, open }: { secret: MailMessage; open: MailMessage }) =>
  enqueueAll(tx, [encryptedJob(app, secret), openJob(open)])

const encryptedJob = (app: App, mail: MailMessage): Enqueued => ({
  name: 'mails.sendSecret',
  payload: {
    occasion: mail.occasion,
    sealed: encryptText(app, { purpose: 'mail', bound: mail.occasion, text: JSON.stringify(mail) }),
  },
  key: keyOf(mail.occasion),
})

export const encryptedMailJob = job({
  name: 'mails.sendSecret',
  lane: 'mails',
  payload: z.object({ occasion: z.string(), sealed: z.string() }),
  run: (app, { occasion, sealed }) =>
    sendMail(app, message.parse(JSON.parse(decryptText(app, { purpose: 'mail', bound: occasion, sealed })))),
})

async function sendMail(app: App, mail: MailMessage) {
  const sent = await app.db.selectFrom('sentMails').select('sentAt').where('occasion', '=', mail.occasion).executeTakeFirst()
  if (sent) return
  const messageId = messageIdOf(app, mail.occasion)
  const refusedCode = await transmitMail(app, mail, messageId).then(() => null, codeOfRefusal)
  if (refusedCode) app.log.warn({ occasion: mail.occasion, refusedCode }, 'mail refused for good')
  await app.db
    .insertInto('sentMails')
    .values({ occasion: mail.occasion, messageId, sentAt: app.now(), refusedCode })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Renders a mail and hands it to the mail server, at once and without the queue. Throws as the port declares. */
export async function transmitMail(app: App, mail: Omit<MailMessage, 'occasion'>, messageId: string) {
  const { to, subject, unsubscribeUrl, replyTo } = mail
  const rendered = await composeMail(app, mail)
  await app.mail.send({
    to,
    subject,
    messageId,
    ...rendered,
    ...(unsubscribeUrl ? { unsubscribeUrl } : {}),
    ...(replyTo ? { replyTo } : {}),
  })
}

/** Renders a mail as HTML and as text, with its attachments. */
export async function composeMail(app: App, mail: Pick<MailMessage, 'subject' | 'blocks' | 'enclosed' | 'calendar' | 'answerLine'>) {
  // The renderer is heavy and only needed here.
  const { renderMail } = await import('./layout.ts')
  const { operator } = await readRecentSettings(app)
  const legalFiles = mail.enclosed ? await app.hooks.readLegalFiles(app, mail.enclosed) : []
  const sender = { brandName: app.config.BRAND_NAME, publicUrl: app.config.publicUrl, operator }
  const calendar = mail.calendar ? [calendarFileOf(mail.calendar)] : []
  const files: MailFile[] = [
    logoPicture,
    ...calendar,
    ...legalFiles.map(({ name, content }) => ({ name, content, type: 'application/pdf' })),
  ]
  return { ...renderMail({ ...mail, enclosed: legalFiles.map(({ title }) => title) }, sender), files }
}

/** The content type names the method of the file, too (RFC 6047, 2.4). */
const calendarFileOf = ({ name, content, method }: NonNullable<MailMessage['calendar']>) => ({
  name,
  content,
  type: `text/calendar; charset=utf-8; method=${method}`,
})

/** A mail to an address that does not exist is not retried; every other failure is. */
function codeOfRefusal(error: unknown) {
  if (error instanceof MailRefused) return error.code
  throw error
}

/** The Message-ID of an occasion's mail. */
export const messageIdOf = (app: App, occasion: string) =>
  `<${createHash('sha256').update(occasion).digest('hex').slice(0, 40)}@${new URL(app.config.publicUrl).hostname}>`
