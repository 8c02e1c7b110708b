import { buffer } from 'node:stream/consumers'
import type { App, Person } from '#src/server/app.ts'
import { zipFile } from '#src/server/calls/zipAnswer.ts'
import { type DocumentKind, documentFacts } from '../facts.ts'
import { sendDocument, type WantedFile } from '../files/actions.ts'
import { documentFile, storageKeyOf, subjectOf } from '../files/rules.ts'
import { findDocument } from '../store.ts'
import { documentPageSize, documentProblems } from './rules.ts'
import { countDocuments, type DocumentRow, daysOf, listDocuments, listDocumentsForExport, listIssuedIn, listMonths } from './store.ts'

/** A page of what we invoiced a company, the newest first. */
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

/** A file of a document; `companyId` is whose it must be. Throws documentProblems. */
export async function openDocument(app: App, { documentId, companyId, as }: { documentId: string; companyId?: string; as: WantedFile }) {
  const found = await findDocument(app.db, documentId)
  if (!found || (companyId !== undefined && found.companyId !== companyId)) throw documentProblems.unknown()
  const answer = await sendDocument(app, found, as)
  if (!answer) throw documentProblems.notStored()
  return answer
}

/** What the export of a person's data says about the invoices of their companies: each with everything that it says. */
export const exportDocuments = (app: App, { userId }: Person) => listDocumentsForExport(app.db, userId)

/** The months of which a company can have its papers as one file. */
export const readMonths = async (app: App, companyId: string) => ({
  months: (await listMonths(app.db, companyId)).map(({ month }) => month),
})

/** All PDFs of a company that were issued in a month, as one ZIP. Throws documentProblems: it is whole or not at all. */
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
