import { buffer } from 'node:stream/consumers'
import type { App, Person } from '#src/platform/server/app.ts'
import { zipFile } from '#src/platform/server/calls/zipResponse.ts'
import { type DocumentKind, documentFacts } from '../facts.ts'
import { type FileFormat, sendDocument } from '../files/actions.ts'
import { documentFile, storageKeyOf, subjectOf } from '../files/rules.ts'
import { findDocument } from '../store.ts'
import { documentPageSize, documentProblems } from './rules.ts'
import { countDocuments, type DocumentRow, daysOf, listDocuments, listDocumentsForExport, listIssuedIn, listMonths } from './store.ts'

/** Returns one page of the operator's invoices to a company, newest first. */
export async function readDocuments(app: App, { companyId, page }: { companyId: string; page: number }) {
  const filter = { companyId, issuer: 'operator' } as const
  const limit = documentPageSize
  const rows = await listDocuments(app.db, { filter, sort: 'newest', limit, offset: (page - 1) * limit })
  return { documents: rows.map(showDocument), ...(await countDocuments(app.db, filter)) }
}

export const showDocument = ({
  kind,
  facts,
  renderedAt,
  companyName: _,
  companyId: _id,
  issuerCompanyId: _issuer,
  isCancellation: _is,
  ...row
}: DocumentRow) => ({
  ...row,
  subject: subjectOf({ kind: kind as DocumentKind, facts: documentFacts.parse(facts) }),
  hasFile: renderedAt !== null,
})

/**
 * Opens a document's file for download. If `companyId` is given, the document must be addressed to this company. Throws documentProblems.
 */
export async function openDocument(app: App, { documentId, companyId, as }: { documentId: string; companyId?: string; as: FileFormat }) {
  const found = await findDocument(app.db, documentId)
  if (!found || (companyId !== undefined && found.companyId !== companyId)) throw documentProblems.unknown()
  const answer = await sendDocument(app, found, as)
  if (!answer) throw documentProblems.notStored()
  return answer
}

/** Returns all invoices of a person's companies, complete, for the export of personal data. */
export const exportDocuments = (app: App, { userId }: Person) => listDocumentsForExport(app.db, userId)

/** Lists the months for which a company can download its documents as one file. */
export const readMonths = async (app: App, companyId: string) => ({
  months: (await listMonths(app.db, companyId)).map(({ month }) => month),
})

/**
 * Streams all PDFs that were issued to a company in a month as one ZIP. Throws documentProblems if one of them is not stored yet: the
 * archive is complete or not sent.
 */
export async function openMonth(app: App, { companyId, month }: { companyId: string; month: string }) {
  const found = await listIssuedIn(app.db, { companyId, ...daysOf(month) })
  if (found.length === 0) throw documentProblems.unknown()
  if (found.some(({ pdfSha256 }) => pdfSha256 === null)) throw documentProblems.notStored()
  return zipFile(app, `belege-${month}.zip`, filesOf(app, found))
}

async function* filesOf(app: App, found: Awaited<ReturnType<typeof listIssuedIn>>) {
  for (const { number, pdfSha256, createdAt } of found) {
    const content = await buffer(await app.storage.read(storageKeyOf(pdfSha256 ?? '', 'pdf')))
    yield { name: documentFile(number, 'pdf'), content, at: createdAt }
  }
}
