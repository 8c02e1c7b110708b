import { readUpload, removeOrphans, storeFile } from '#src/foundation/files/actions.ts'
import { issueBookingLinks } from '#src/orders/bookings/links/actions.ts'
import { berlinDay } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import { enqueueEncryptedMail } from '#src/platform/server/mail/mail.ts'
import { readBillingFacts } from '#src/supply/companies/tax/actions.ts'
import { isEvidenceType, verificationProblems } from '#src/supply/companies/verification/rules.ts'
import { uploadedInvoiceMail } from '../mails.ts'
import { lockIssuing } from '../store.ts'
import { findBilled } from './billedStore.ts'
import { findKnownUploadedFiles, insertUploadedFile, listUploadedFiles } from './listStore.ts'
import { customerLimits, customerProblems, ownInvoiceUntil } from './rules.ts'
import { listStanding } from './store.ts'

const folder = 'own-invoices'

type NewFile = { companyId: string; bookingId: string; name: string; type: string; content: ReadableStream<Uint8Array> }

/**
 * Stores the company's own invoice on its customer's booking page: within 14 days of the service, and only without a valid invoice from
 * the operator. Further files, such as a correction, may follow the first. Throws customerProblems.
 */
export async function storeUploadedInvoice(app: App, { companyId, bookingId, ...upload }: NewFile) {
  const named = await findBilled(app.db, bookingId)
  if (named?.companyId !== companyId || !named.paidAt) throw customerProblems.unknown()
  const read = await readUpload(app, upload)
  if (!isEvidenceType(read.type)) throw verificationProblems.wrongType()
  await storeFile(app, { ...read, folder: `${folder}/${companyId}` }, (file) =>
    app.db.transaction().execute(async (tx) => {
      await lockIssuing(tx, companyId)
      const files = await listUploadedFiles(tx, bookingId)
      if ((await listStanding(tx, bookingId)).length > 0) throw customerProblems.issued()
      if (files.length >= customerLimits.ownInvoices) throw customerProblems.full()
      const isLate = files.length === 0 && !named.heldAt && berlinDay(app.now()) > ownInvoiceUntil(named.lastDay)
      if (isLate) throw customerProblems.tooLate()
      await insertUploadedFile(tx, { ...file, bookingId, companyId })
      const company = await readBillingFacts({ db: tx }, companyId)
      const { page } = await issueBookingLinks(app, tx, named)
      const told = { fileId: file.id, to: named.customerEmail, companyName: company?.name ?? '', page }
      await enqueueEncryptedMail(app, tx, uploadedInvoiceMail(told))
    }),
  )
}

/** Deletes files without a row, left behind by interrupted uploads. */
export const sweepUploadedInvoices = (app: App) => removeOrphans(app, { folder, findKnown: (keys) => findKnownUploadedFiles(app.db, keys) })
