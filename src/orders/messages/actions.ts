import { bindToMessage } from '#src/foundation/files/actions.ts'
import { sendViewed } from '#src/foundation/files/downloadActions.ts'
import type { PictureView } from '#src/foundation/files/pictureRules.ts'
import { fileProblems } from '#src/foundation/files/rules.ts'
import { openWithKey } from '#src/orders/bookings/links/keyActions.ts'
import type { HeldKey } from '#src/orders/bookings/links/keyRules.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import { announce } from '#src/platform/server/live.ts'
import { hideContacts } from '../bookings/masking/rules.ts'
import { findOpenReport } from './operator/store.ts'
import { isGated, mayWrite, messageLimits, messageProblems, otherSide, type Side, type Subject } from './rules.ts'
import {
  confirmCustomer,
  countSent,
  findByRetryKey,
  findCompanyFile,
  findFile,
  findPlace,
  insertMessage,
  insertMessageFiles,
  listFiles,
  listMessages,
  lockThread,
  markRead,
  type PlaceRow,
} from './store.ts'

type Params = { isSeen: boolean; most: number }

/** Returns the thread of a booking to its customer. Throws as openWithKey. */
export async function readThreadAsCustomer(app: App, { key, ...asked }: Params & { key: HeldKey }) {
  const place = await findCustomerPlace(app, key)
  // Only a mailed link or a confirmed account proves that the reader owns the address.
  if (!('sessionId' in key) && place.threadId && !place.customerConfirmedAt)
    await confirmCustomer(app.db, { threadId: place.threadId, now: app.now() })
  return readThread(app, { place, side: 'customer', ...asked })
}

/** Returns the thread of a booking or request to its company. Throws messageProblems.unknown. */
export async function readCompanyThread(app: App, { companyId, subject, ...asked }: Params & { companyId: string; subject: Subject }) {
  const place = await findCompanyPlace(app, { companyId, subject })
  const thread = await readThread(app, { place, side: 'company', ...asked })
  // Until the payment the phone number is hidden, as contact data in messages are.
  return {
    ...place,
    bookingTime: place.bookingTime?.slice(0, 5) ?? null,
    customerPhone: isGated(place) ? '' : place.customerPhone,
    ...thread,
  }
}

/** Returns a thread to one of its parties. The caller has authorized it. */
export async function readThread(app: App, { place, side, isSeen, most }: Params & { place: PlaceRow; side: Side }) {
  const { threadId, requestedAt, paidAt, companyName, contactPerson, customerName } = place
  if (threadId && isSeen) await markSeen(app, { threadId, side, companyId: place.companyId })
  const found = threadId ? await listMessages(app.db, { threadId, most: most + 1 }) : []
  const shown = found.slice(-most)
  return {
    messages: await withFiles(app.db, shown),
    hasOlder: found.length > most,
    mayWrite: mayWrite(place, app.now()),
    isGated: isGated(place),
    isReported: threadId ? (await findOpenReport(app.db, { threadId, side })) !== undefined : false,
    ...{ requestedAt, paidAt, companyName, contactPerson, customerName },
  }
}

/** Adds the files to the messages. */
export async function withFiles<Row extends { id: string }>(db: Database | Transaction, messages: readonly Row[]) {
  const files = messages.length
    ? await listFiles(
        db,
        messages.map(({ id }) => id),
      )
    : []
  const byMessage = Map.groupBy(files, ({ messageId }) => messageId)
  return messages.map((message) => ({ ...message, files: byMessage.get(message.id) ?? [] }))
}

/** Marks the other side's messages as read and notifies the company's other screens. */
const markSeen = (app: App, { threadId, side, companyId }: { threadId: string; side: Side; companyId: string }) =>
  app.db.transaction().execute(async (tx) => {
    const read = await markRead(tx, { threadId, side: otherSide(side), now: app.now() })
    if (read.length > 0) await announce(tx, { companyId, kind: 'message', id: threadId })
  })

type Written = { text: string; attachmentIds: string[]; attempt: string | null; caller: { hash: () => string } }

/** Sends a message from the customer. Throws as openWithKey, messageProblems.closed, tooMany, attachmentUnknown. */
export async function sendMessageAsCustomer(app: App, { key, ...written }: Written & { key: HeldKey }) {
  return sendMessage(app, { place: await findCustomerPlace(app, key), side: 'customer', ...written })
}

/** Sends a message from the company. Throws messageProblems.unknown, and as sendMessageAsCustomer. */
export async function sendCompanyMessage(app: App, { companyId, subject, ...written }: Written & { companyId: string; subject: Subject }) {
  return sendMessage(app, { place: await findCompanyPlace(app, { companyId, subject }), side: 'company', ...written })
}

type Sending = Written & { place: PlaceRow; side: Side }

/** Stores a message, once for each idempotency key. Returns the kinds of contact data that were masked in it. */
export async function sendMessage(app: App, { place, side, text, attachmentIds, attempt, caller }: Sending) {
  const { body, hidden } = isGated(place) ? hideContacts(text) : { body: text, hidden: [] }
  await app.db.transaction().execute(async (tx) => {
    const now = app.now()
    if (!mayWrite(place, now)) throw messageProblems.closed()
    const { id: threadId } = await lockThread(tx, { ...place, now })
    if (attempt !== null && (await findByRetryKey(tx, { threadId, side, attempt }))) return
    const { sent } = await countSent(tx, { threadId, side, after: new Date(now.getTime() - 3_600_000) })
    if (sent >= messageLimits.perHour * app.config.LIMITS_FACTOR) throw messageProblems.tooMany()
    const message = await insertMessage(tx, { threadId, side, body, hidden, attempt, sentAt: now })
    await attach(tx, { messageId: message.id, attachmentIds, caller, now })
    await announce(tx, { companyId: place.companyId, kind: 'message', id: threadId })
  })
  return { hidden }
}

type Attaching = { messageId: string; attachmentIds: string[]; caller: { hash: () => string }; now: Date }

async function attach(tx: Transaction, { messageId, attachmentIds, caller, now }: Attaching) {
  const ids = [...new Set(attachmentIds)]
  if (ids.length === 0) return
  if ((await bindToMessage(tx, { caller, attachmentIds: ids, now })) < ids.length) throw messageProblems.attachmentUnknown()
  await insertMessageFiles(tx, messageId, ids)
}

/** `view`: returns the picture in a display size instead of the original file. */
export type FileRequest = { attachmentId: string; view: PictureView | undefined }

/** Opens a file of the thread for the customer. Throws as openWithKey, and fileProblems.unknown. */
export async function openFileAsCustomer(app: App, { key, ...asked }: FileRequest & { key: HeldKey }) {
  return openThreadFile(app, { bookingId: await openWithKey(app, key), ...asked })
}

/** Opens a file of a thread. The caller has authorized the reader. Throws fileProblems.unknown. */
export async function openThreadFile(app: App, { view, ...asked }: Subject & FileRequest) {
  const found = await findFile(app.db, asked)
  if (!found) throw fileProblems.unknown()
  return sendViewed(app, { file: found, view })
}

/** Opens a file of a thread for the company. Throws fileProblems.unknown. */
export async function openCompanyFile(app: App, { view, ...asked }: FileRequest & { companyId: string }) {
  const found = await findCompanyFile(app.db, asked)
  if (!found) throw fileProblems.unknown()
  return sendViewed(app, { file: found, view })
}

/** Finds the booking that a customer's key opens, with its thread. Throws as openWithKey, and messageProblems.unknown. */
export async function findCustomerPlace(app: App, key: HeldKey) {
  const place = await findPlace(app.db, { bookingId: await openWithKey(app, key) })
  if (!place) throw messageProblems.unknown()
  // An order without payment or authorization may carry a stranger's address, so the name is not revealed.
  return place.paidAt || place.requestedAt ? place : { ...place, customerName: '' }
}

/** Finds a company's own booking or request, with its thread. Throws messageProblems.unknown. */
export async function findCompanyPlace(app: App, { companyId, subject }: { companyId: string; subject: Subject }) {
  const place = await findPlace(app.db, subject)
  if (place?.companyId !== companyId) throw messageProblems.unknown()
  return place
}
