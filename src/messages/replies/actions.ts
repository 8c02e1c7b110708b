import { storeAttachment } from '#src/files/actions.ts'
import { attachmentTypes, cleanFileName } from '#src/files/rules.ts'
import { berlinDay } from '#src/kit/dates.ts'
import { Problem } from '#src/kit/problems.ts'
import type { App } from '#src/server/app.ts'
import { consumeLimits } from '#src/server/calls/limits.ts'
import { openGate } from '#src/server/gate.ts'
import { announce } from '#src/server/live.ts'
import { enqueueMail } from '#src/server/mail/mail.ts'
import { areSame, hashSecret, newSecret } from '#src/server/secrets.ts'
import { sendMessage } from '../actions.ts'
import { isMessage, mayWrite, messageLimits, messageProblems, messageTexts, otherSide, type Side, subjectOf } from '../rules.ts'
import { confirmCustomer, findAttempt, findPlace, type PlaceRow } from '../store.ts'
import { hashRecipient } from './addressActions.ts'
import { type Inbound, readInbound } from './inboundActions.ts'
import { undeliveredMail } from './mails.ts'
import { headerOf, type InboundMail, isAutomatic, isDecoration, replyLimits, replyProblems, secretsIn } from './rules.ts'
import { findReplyAddress, markToldRead } from './store.ts'
import { wordsOf } from './words.ts'

/** A mail with its files fills the memory, so they are taken one after the other. */
const inTurn = openGate(1)

/**
 * Takes an answer by mail. The secret of the address that it was sent to decides whose message it is; what it says about its sender does
 * not. What machines sent, and what knows no secret, is dropped, and the answer is the same. Throws replyProblems of the hand-over.
 */
export const receiveMail = (app: App, handed: Inbound) =>
  inTurn(async () => {
    const { mail, digest } = await readInbound(app, handed)
    if (!app.config.replies || isAutomatic(mail)) return
    // The same mail, handed over twice, is one message; one without an id of its own is known by its content.
    const attempt = `mail:${hashSecret(headerOf(mail, 'message-id') || digest)}`
    for (const secret of secretsIn(mail, app.config.replies.domain)) await receiveAnswer(app, { mail, secret, attempt })
  })

type Answer = { mail: InboundMail; secret: string; attempt: string }

async function receiveAnswer(app: App, { mail, secret, attempt }: Answer) {
  const address = await findReplyAddress(app.db, { secretHash: hashSecret(secret), now: app.now() })
  if (!address) return
  const { threadId, side, bookingId, quoteId } = address
  const place = await findPlace(app.db, subjectOf({ bookingId: bookingId ?? undefined, quoteId: quoteId ?? undefined }))
  if (!place || !areSame(address.recipientHash, hashRecipient(app, addressOf(place, side)))) return
  if (await findAttempt(app.db, { threadId, side, attempt })) return
  try {
    const refused = await writeAnswer(app, { mail, place, side, attempt, threadId })
    await noteReading(app, { place, threadId, side, until: address.createdAt })
    if (refused.length > 0)
      await tellUndelivered(app, { place, threadId, side, reason: `Ihr Text kam an, aber ohne diese Dateien: ${refused.join('; ')}.` })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await tellUndelivered(app, { place, threadId, side, reason: error.message })
  }
}

const addressOf = ({ customerEmail, companyEmail }: PlaceRow, side: Side) => (side === 'customer' ? customerEmail : companyEmail)

type Writing = { mail: InboundMail; place: PlaceRow; side: Side; attempt: string; threadId: string }

/** Writes the message, and answers which of its files could not go with it. Throws as sendMessage, replyProblems.empty, long. */
async function writeAnswer(app: App, { mail, place, side, attempt, threadId }: Writing) {
  if (!mayWrite(place, app.now())) throw messageProblems.closed()
  const text = wordsOf(mail)
  if (text.length > messageLimits.text) throw replyProblems.long()
  // Its files belong to nobody else until the message has them.
  const hash = hashSecret(newSecret(app))
  const caller = { hash: () => hash }
  const files = mail.files.filter((file) => !isDecoration(file))
  if (text === '' && files.length === 0) throw replyProblems.empty()
  const { attachmentIds, refused } = await storeFiles(app, { files, caller, limitKey: `${threadId}:${side}` })
  if (!isMessage({ text, attachmentIds })) throw replyProblems.empty()
  await sendMessage(app, { place, side, text, attachmentIds, attempt, caller })
  return refused
}

type Files = { files: InboundMail['files']; caller: { hash: () => string }; limitKey: string }

/** Stores files as uploads are stored, by the same checks and limits; `refused` names those that did not pass. */
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

/** Pictures in a mail often have no name, and the check of files wants one. */
const named = (name: string, type: string) =>
  name ||
  `Datei${
    Object.entries(attachmentTypes)
      .find(([known]) => known === type)?.[1]
      .split(',')[0] ?? ''
  }`

/** Whoever answered a mail has read what it told of, and the address is theirs. */
async function noteReading(app: App, { place, threadId, side, until }: { place: PlaceRow; threadId: string; side: Side; until: Date }) {
  const now = app.now()
  if (side === 'customer' && !place.customerConfirmedAt) await confirmCustomer(app.db, { threadId, now })
  await app.db.transaction().execute(async (tx) => {
    const read = await markToldRead(tx, { threadId, side: otherSide(side), until, now })
    if (read.length > 0) await announce(tx, { companyId: place.companyId, kind: 'message', id: threadId })
  })
}

type Undelivered = { place: PlaceRow; threadId: string; side: Side; reason: string }

/** Tells the side's own address, never the sender that a mail names, and once a day at most. */
const tellUndelivered = (app: App, { place, threadId, side, reason }: Undelivered) =>
  enqueueMail(app.db, undeliveredMail({ to: addressOf(place, side), threadId, side, day: berlinDay(app.now()), place, reason }))
