import { storeAttachment } from '#src/foundation/files/actions.ts'
import { attachmentTypes, cleanFileName } from '#src/foundation/files/rules.ts'
import { berlinDay } from '#src/platform/kit/dates.ts'
import { Problem } from '#src/platform/kit/problems.ts'
import type { App } from '#src/platform/server/app.ts'
import { consumeLimits } from '#src/platform/server/calls/limits.ts'
import { announce } from '#src/platform/server/live.ts'
import { enqueueMail } from '#src/platform/server/mail/mail.ts'
import { areSame, hashToken, newToken } from '#src/platform/server/secrets.ts'
import { openSemaphore } from '#src/platform/server/semaphore.ts'
import { sendMessage } from '../actions.ts'
import { isMessage, mayWrite, messageLimits, messageProblems, messageTexts, otherSide, type Side, subjectOf } from '../rules.ts'
import { confirmCustomer, findByRetryKey, findPlace, type PlaceRow } from '../store.ts'
import { hashRecipient } from './addressActions.ts'
import { type Inbound, readInbound } from './inboundActions.ts'
import { undeliveredMail } from './mails.ts'
import { replyTextOf } from './replyText.ts'
import { headerOf, type InboundMail, isAutomatic, isDecoration, replyLimits, replyProblems, tokensIn } from './rules.ts'
import { findReplyAddress, markMailedRead } from './store.ts'

/** Received mails are processed one at a time: each may be large enough to fill the memory. */
const inTurn = openSemaphore(1)

/**
 * Stores a reply by mail as a message. The token in the recipient address identifies thread and side; the mail's sender is not trusted.
 * Automatic mails and mails without a valid token are dropped without an error. Throws replyProblems if the delivery itself is invalid.
 */
export const receiveMail = (app: App, handed: Inbound) =>
  inTurn(async () => {
    const { mail, digest } = await readInbound(app, handed)
    if (!app.config.replies || isAutomatic(mail)) return
    // A mail delivered twice becomes one message; without a Message-ID the digest of its body identifies it.
    const attempt = `mail:${hashToken(headerOf(mail, 'message-id') || digest)}`
    for (const secret of tokensIn(mail, app.config.replies.domain)) await receiveAnswer(app, { mail, secret, attempt })
  })

type Answer = { mail: InboundMail; secret: string; attempt: string }

async function receiveAnswer(app: App, { mail, secret, attempt }: Answer) {
  const address = await findReplyAddress(app.db, { secretHash: hashToken(secret), now: app.now() })
  if (!address) return
  const { threadId, side, bookingId, quoteId } = address
  const place = await findPlace(app.db, subjectOf({ bookingId: bookingId ?? undefined, quoteId: quoteId ?? undefined }))
  if (!place || !areSame(address.recipientHash, hashRecipient(app, addressOf(place, side)))) return
  if (await findByRetryKey(app.db, { threadId, side, attempt })) return
  try {
    const refused = await writeAnswer(app, { mail, place, side, attempt, threadId })
    await markReadByReply(app, { place, threadId, side, until: address.createdAt })
    if (refused.length > 0)
      await notifyUndelivered(app, { place, threadId, side, reason: `Ihr Text kam an, aber ohne diese Dateien: ${refused.join('; ')}.` })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await notifyUndelivered(app, { place, threadId, side, reason: error.message })
  }
}

const addressOf = ({ customerEmail, companyEmail }: PlaceRow, side: Side) => (side === 'customer' ? customerEmail : companyEmail)

type Writing = { mail: InboundMail; place: PlaceRow; side: Side; attempt: string; threadId: string }

/** Stores the message. Returns the names of the files that were refused. Throws as sendMessage, replyProblems.empty, long. */
async function writeAnswer(app: App, { mail, place, side, attempt, threadId }: Writing) {
  if (!mayWrite(place, app.now())) throw messageProblems.closed()
  const text = replyTextOf(mail)
  if (text.length > messageLimits.text) throw replyProblems.long()
  // The files are owned by a random visitor hash until the message takes them.
  const hash = hashToken(newToken(app))
  const caller = { hash: () => hash }
  const files = mail.files.filter((file) => !isDecoration(file))
  if (text === '' && files.length === 0) throw replyProblems.empty()
  const { attachmentIds, refused } = await storeFiles(app, { files, caller, limitKey: `${threadId}:${side}` })
  if (!isMessage({ text, attachmentIds })) throw replyProblems.empty()
  await sendMessage(app, { place, side, text, attachmentIds, attempt, caller })
  return refused
}

type Files = { files: InboundMail['files']; caller: { hash: () => string }; limitKey: string }

/** Stores files with the checks and limits of uploads; `refused` lists those that failed, with the reason. */
async function storeFiles(app: App, { files, caller, limitKey }: Files) {
  const attachmentIds: string[] = []
  const refused = files.slice(messageLimits.files).map(({ name }) => `${cleanFileName(name)} (${messageTexts.tooManyFiles})`)
  for (const { name, type, content } of files.slice(0, messageLimits.files)) {
    const bytes = Buffer.from(content, 'base64')
    try {
      await consumeLimits(app, [
        { name: 'reply:files', key: limitKey, max: replyLimits.files.perDay, windowSeconds: 86_400 },
        {
          name: 'reply:bytes',
          key: limitKey,
          amount: Math.max(1, bytes.length),
          max: replyLimits.files.bytesPerDay,
          windowSeconds: 86_400,
        },
      ])
      const stored = await storeAttachment(app, { caller, name: named(name, type), type, content: new Blob([bytes]).stream() })
      attachmentIds.push(stored.id)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      refused.push(`${cleanFileName(name)} (${error.message})`)
    }
  }
  return { attachmentIds, refused }
}

/** Pictures in a mail often have no name, but the file check requires one. */
const named = (name: string, type: string) =>
  name ||
  `Datei${
    Object.entries(attachmentTypes)
      .find(([known]) => known === type)?.[1]
      .split(',')[0] ?? ''
  }`

/** A reply proves that the mailed messages were read and that the address belongs to the party. */
async function markReadByReply(app: App, { place, threadId, side, until }: { place: PlaceRow; threadId: string; side: Side; until: Date }) {
  const now = app.now()
  if (side === 'customer' && !place.customerConfirmedAt) await confirmCustomer(app.db, { threadId, now })
  await app.db.transaction().execute(async (tx) => {
    const read = await markMailedRead(tx, { threadId, side: otherSide(side), until, now })
    if (read.length > 0) await announce(tx, { companyId: place.companyId, kind: 'message', id: threadId })
  })
}

type Undelivered = { place: PlaceRow; threadId: string; side: Side; reason: string }

/** Notifies the stored address of the side, never the mail's sender, at most once a day. */
const notifyUndelivered = (app: App, { place, threadId, side, reason }: Undelivered) =>
  enqueueMail(app.db, undeliveredMail({ to: addressOf(place, side), threadId, side, day: berlinDay(app.now()), place, reason }))
