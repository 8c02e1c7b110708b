import type { App, Person } from '#src/platform/server/app.ts'
import { type OperatorAct, recordOperatorAct } from '#src/platform/server/audit.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { enqueueMail } from '#src/platform/server/mail/mail.ts'
import { type ListRequest, readListPage } from '#src/platform/server/pages.ts'
import { readSettings } from '#src/platform/server/settings.ts'
import { contactMail } from './contactMails.ts'
import { type ContactMessage, contactLimits, contactProblems, contactTexts, type MessageList } from './contactRules.ts'
import { countMessages, deleteDoneOf, deleteMessagesBefore, insertMessage, listMessages, markMessage } from './contactStore.ts'
import { isSuspect, type Trap } from './trapRules.ts'

/**
 * Stores a message and enqueues its mail to the operator in one transaction. A suspected spam message is stored, but not mailed; the
 * response is the same, so that the bot learns nothing.
 */
export const takeMessage = (app: App, { blank, openedAt, ...message }: ContactMessage) =>
  app.db.transaction().execute(async (tx) => {
    const suspect = judgeTrap(app, { blank, openedAt })
    const { id } = await insertMessage(tx, { ...message, isSuspect: suspect, createdAt: app.now() })
    if (!suspect) {
      const { operator } = await readSettings(tx)
      await enqueueMail(tx, contactMail({ id, to: operator.email || app.config.adminEmail, ...message }))
    }
    return { success: true, message: contactTexts.sentHelp } as const
  })

const judgeTrap = (app: App, trap: Trap) => isSuspect(trap, { now: app.now(), factor: app.config.LIMITS_FACTOR })

/** Returns one page of the matching messages. */
export const readMessages = (app: App, asked: ListRequest<MessageList>) =>
  readListPage(app.db, asked, { list: listMessages, count: countMessages })

/** Marks a message as done, or reopens it. Throws contactProblems.messageUnknown. */
export const fileMessage = (app: App, { messageId, isDone, caller }: { messageId: string; isDone: boolean; caller: OperatorAct }) =>
  app.db.transaction().execute(async (tx) => {
    if (!(await markMessage(tx, { id: messageId, doneAt: isDone ? app.now() : null }))) throw contactProblems.messageUnknown()
    const action = isDone ? 'support.closeMessage' : 'support.reopenMessage'
    await recordOperatorAct(app, tx, { caller, action, objectType: 'contactMessage', objectId: messageId })
  })

/** Deletes messages after their retention period. */
export const purgeMessages = (app: App) =>
  deleteMessagesBefore(app.db, new Date(app.now().getTime() - contactLimits.retentionDays * 86_400_000))

/**
 * Deletes the answered messages of a deleted account's address. Open ones await their answer and are deleted after the retention period.
 */
export const deleteSender = async (_app: App, tx: Transaction, { email }: Person) => {
  await deleteDoneOf(tx, email)
}
