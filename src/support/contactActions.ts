import type { App, Person } from '#src/server/app.ts'
import { type OperatorAct, recordOperatorAct } from '#src/server/audit.ts'
import type { Transaction } from '#src/server/db.ts'
import { enqueueMail } from '#src/server/mail/mail.ts'
import { type ListAsked, readListPage } from '#src/server/pages.ts'
import { readSettings } from '#src/server/settings.ts'
import { contactMail } from './contactMails.ts'
import { type ContactMessage, contactLimits, contactProblems, contactTexts, type MessageList } from './contactRules.ts'
import { countMessages, deleteDoneOf, deleteMessagesBefore, insertMessage, listMessages, markMessage } from './contactStore.ts'
import { isSuspect, type Trap } from './trapRules.ts'

/**
 * Keeps a message and mails it to the operator, both or neither. One that a program seems to have sent is only kept; the answer is the
 * same, so that it learns nothing.
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

/** A page of the messages that match. */
export const readMessages = (app: App, asked: ListAsked<MessageList>) =>
  readListPage(app.db, asked, { list: listMessages, count: countMessages })

/** Puts a message away, or takes it up again. Throws contactProblems.messageUnknown. */
export const fileMessage = (app: App, { messageId, isDone, caller }: { messageId: string; isDone: boolean; caller: OperatorAct }) =>
  app.db.transaction().execute(async (tx) => {
    if (!(await markMessage(tx, { id: messageId, doneAt: isDone ? app.now() : null }))) throw contactProblems.messageUnknown()
    const action = isDone ? 'support.closeMessage' : 'support.reopenMessage'
    await recordOperatorAct(app, tx, { caller, action, objectType: 'contactMessage', objectId: messageId })
  })

/** Forgets messages whose time is over. */
export const forgetMessages = (app: App) =>
  deleteMessagesBefore(app.db, new Date(app.now().getTime() - contactLimits.keptDays * 86_400_000))

/** With an account go the messages of its address that were answered; an open one waits for its answer, at most as long as all do. */
export const forgetSender = async (_app: App, tx: Transaction, { email }: Person) => {
  await deleteDoneOf(tx, email)
}
