import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { issueBookingLinks } from '#src/orders/bookings/links/actions.ts'
import { findServiceDay } from '#src/orders/receipts/store.ts'
import { byteOrderMark, csvCents, csvLine } from '#src/platform/kit/csv.ts'
import { berlinDay, formatDate } from '#src/platform/kit/dates.ts'
import { shortId } from '#src/platform/kit/text.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { enqueueEncryptedMail, enqueueMail } from '#src/platform/server/mail/mail.ts'
import { pdfResponse } from '#src/platform/server/pdf/page.ts'
import { openTaxNumber } from '#src/supply/companies/tax/actions.ts'
import { writeCii } from '../cii.ts'
import type { NumberedFacts } from '../facts.ts'
import { customerMail, issuedMail } from '../mails.ts'
import { encryptedTaxNumber } from '../parties.ts'
import { type FoundDocument, findDocument } from '../store.ts'
import { renderDocumentPdf } from './pdf.ts'
import { documentFile, documentWord, storageKeyOf } from './rules.ts'
import { findEncrypted, listCoveredBookings, markRendered } from './store.ts'

/**
 * Renders the files of an issued document from its frozen facts, stores them and enqueues the mail about them. Safe to repeat: an
 * interrupted run renders the same bytes again.
 */
export async function renderDocument(app: App, documentId: string) {
  const found = await findDocument(app.db, documentId)
  if (!found || found.renderedAt) return
  const facts = await openFacts(app, found)
  const xml = writeCii(facts, 'facturx')
  const csv = found.kind === 'commission' || found.kind === 'operatorCorrection' ? csvOf(await listCoveredBookings(app.db, found.id)) : null
  const drawn = {
    brandName: app.config.BRAND_NAME,
    kind: found.kind,
    isCancellation: found.isCancellation,
    facts,
    xml,
    csv,
    madeAt: found.createdAt,
  }
  const [pdfFile, xmlFile] = [await renderDocumentPdf(drawn), Buffer.from(xml)]
  const [pdfSha256, xmlSha256] = [sha256Of(pdfFile), sha256Of(xmlFile)]
  await app.storage.put(storageKeyOf(xmlSha256, 'xml'), xmlFile, 'application/xml')
  await app.storage.put(storageKeyOf(pdfSha256, 'pdf'), pdfFile, 'application/pdf')
  await app.db.transaction().execute(async (tx) => {
    const isFirst = await markRendered(tx, { id: found.id, xmlSha256, pdfSha256, now: app.now() })
    if (isFirst) await notifyIssued(app, tx, found)
  })
}

/** Enqueues the mail about the document: to the company for the operator's documents, to the customer for the company's. */
async function notifyIssued(app: App, tx: Transaction, found: FoundDocument) {
  const word = documentWord(found)
  if (found.bookingId === null) return enqueueMail(tx, issuedMail({ document: found, word, publicUrl: app.config.publicUrl }))
  const booking = await findServiceDay(tx, found.bookingId)
  if (!booking) return
  const links = await issueBookingLinks(app, tx, { id: found.bookingId, ...booking })
  await enqueueEncryptedMail(app, tx, customerMail({ document: found, word, page: links.page }))
}

/** Returns the facts with the number, and with the issuer's tax number, which is stored encrypted in another table. */
async function openFacts(app: App, { id, number, facts, companyId }: FoundDocument): Promise<NumberedFacts> {
  const { seller } = facts
  if (seller.taxNumber !== encryptedTaxNumber) return { ...facts, number }
  const sealed = await findEncrypted(app.db, id)
  return { ...facts, number, seller: { ...seller, taxNumber: openTaxNumber(app, companyId, sealed ?? null) } }
}

export const sha256Of = (content: Buffer) => createHash('sha256').update(content).digest('hex')

function csvOf(bookings: Awaited<ReturnType<typeof listCoveredBookings>>) {
  if (bookings.length === 0) return null
  const head = ['Datum', 'Buchung', 'Vorgang', 'Kundenbetrag', 'Provision', 'darin USt.']
  const rows = bookings.map(({ occurredAt, bookingId, kind, ...one }) => [
    formatDate(berlinDay(occurredAt)),
    shortId(bookingId),
    kind === 'charge' ? 'Zahlung' : 'Erstattung',
    csvCents(one.bookingCents),
    csvCents(one.feeCents),
    csvCents(one.vatCents),
  ])
  return byteOrderMark + [head, ...rows].map(csvLine).join('')
}

export type FileFormat = 'pdf' | 'xml' | 'xrechnung'

/** Sends a document's file as a download: the PDF as stored, or the XRechnung, written anew from the same facts. */
export async function sendDocument(app: App, found: FoundDocument, wanted: FileFormat) {
  if (wanted === 'pdf' && found.pdfSha256) {
    const content = await buffer(await app.storage.read(storageKeyOf(found.pdfSha256, 'pdf')))
    return pdfResponse(content, documentFile(found.number, 'pdf'))
  }
  if (wanted === 'pdf') return undefined
  const xml = writeCii(await openFacts(app, found), wanted === 'xml' ? 'facturx' : 'xrechnung')
  return new Response(xml, {
    headers: {
      'content-type': 'application/xml; charset=utf-8',
      'content-disposition': `attachment; filename="${documentFile(found.number, 'xml')}"`,
      'x-content-type-options': 'nosniff',
    },
  })
}
