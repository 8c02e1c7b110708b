import { sendFile } from '#src/foundation/files/downloadActions.ts'
import { fileProblems } from '#src/foundation/files/rules.ts'
import { addressFromCents } from '#src/orders/bookings/billing/fields.ts'
import type { BillingAddress } from '#src/orders/bookings/billing/rules.ts'
import { upsertBilling } from '#src/orders/bookings/billing/store.ts'
import { openWithKey } from '#src/orders/bookings/links/keyActions.ts'
import type { HeldKey } from '#src/orders/bookings/links/keyRules.ts'
import type { App } from '#src/platform/server/app.ts'
import { readBillingFacts } from '#src/supply/companies/tax/actions.ts'
import { showDocument } from '../company/actions.ts'
import { documentProblems } from '../company/rules.ts'
import { type FileFormat, sendDocument } from '../files/actions.ts'
import { findDocument, lockIssuing } from '../store.ts'
import { buyerOf } from './actions.ts'
import { findBilled } from './billedStore.ts'
import { dueOf } from './draftActions.ts'
import { listOfBooking, listUploadedFiles } from './listStore.ts'
import { customerProblems, isMandated } from './rules.ts'

/** Returns documents, files and recipient of a booking's invoice to the holder of the booking's link. Throws as openWithKey. */
export async function readCustomerDocuments(app: App, key: HeldKey) {
  const booking = await findPaid(app, key)
  const [documents, files, { buyer, buyerReference }, company] = await Promise.all([
    listOfBooking(app.db, booking.id),
    listUploadedFiles(app.db, booking.id),
    buyerOf(app.db, booking),
    readBillingFacts(app, booking.companyId),
  ])
  const isBillingOpen = booking.isServed && booking.isOpen
  const left = booking.amountCents - booking.refundedCents
  return {
    documents: documents.map(showDocument),
    files: files.map(({ storageKey: _key, contentType: _type, ...file }) => file),
    dueAt:
      isBillingOpen && isMandated(booking) && !booking.heldAt ? dueOf({ ...booking, serviceOn: booking.lastDay }, booking.paidAt) : null,
    companyName: company?.name ?? '',
    billing: { ...buyer, buyerReference },
    isBillingOpen,
    isBillingMissing: isBillingOpen && left > addressFromCents && (buyer.street === '' || buyer.town === ''),
    isHeld: isBillingOpen && booking.heldAt !== null,
  }
}

async function findPaid(app: App, key: HeldKey) {
  const booking = await findBilled(app.db, await openWithKey(app, key))
  if (!booking?.paidAt) throw customerProblems.unknown()
  return { ...booking, paidAt: booking.paidAt }
}

/** Opens a document of the booking as a file. Throws documentProblems. */
export async function openCustomerDocument(app: App, { key, documentId, as }: { key: HeldKey; documentId: string; as: FileFormat }) {
  const bookingId = await openWithKey(app, key)
  const own = await listOfBooking(app.db, bookingId)
  const found = own.some(({ id }) => id === documentId) ? await findDocument(app.db, documentId) : undefined
  if (!found) throw documentProblems.unknown()
  const answer = await sendDocument(app, found, as)
  if (!answer) throw documentProblems.notStored()
  return answer
}

/** Opens a file that the company uploaded for the booking. Throws fileProblems.unknown. */
export async function openInvoiceAsCustomer(app: App, { key, fileId }: { key: HeldKey; fileId: string }) {
  const files = await listUploadedFiles(app.db, await openWithKey(app, key))
  const found = files.find(({ id }) => id === fileId)
  if (!found) throw fileProblems.unknown()
  return sendFile(app, found)
}

/** Sets the recipient of the invoice; possible until it is issued. Throws customerProblems. */
export async function changeBilling(app: App, { key, address }: { key: HeldKey; address: BillingAddress }) {
  const { id, companyId } = await findPaid(app, key)
  await app.db.transaction().execute(async (tx) => {
    await lockIssuing(tx, companyId)
    const booking = await findBilled(tx, id)
    if (!booking?.isOpen) throw customerProblems.issued()
    await upsertBilling(tx, { bookingId: id, address, now: app.now() })
  })
  return readCustomerDocuments(app, key)
}
