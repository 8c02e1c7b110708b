import { createHash } from 'node:crypto'
import { legalTextOf } from '#src/foundation/legal/documents.ts'
import { type LegalDocument, legalDocuments, legalVersions, plainLinesOf } from '#src/foundation/legal/rules.ts'
import { formatDate } from '#src/platform/kit/dates.ts'
import { legalPages } from '#src/platform/kit/publicPages.ts'
import type { App, LegalFile } from '#src/platform/server/app.ts'
import type { Database } from '#src/platform/server/db.ts'
import { legalFactsOf } from './legalFacts.ts'
import { renderLegalDocument } from './legalPdf.ts'
import { findLegalFile, findLegalSettings, storeLegalFile } from './legalStore.ts'

/** Returns the current legal texts with these names as files, for mails that must attach them; unknown names are ignored. */
export async function readLegalFiles(app: App, names: readonly string[]) {
  const { BRAND_NAME: brandName, publicUrl } = app.config
  const given = { brandName, publicUrl, ...(await findLegalSettings(app.db)) }
  const standing = JSON.stringify(given)
  // The cache belongs to one database: a process may have several.
  if (standing !== kept.standing || kept.db !== app.db) kept = { db: app.db, standing, papers: new Map() }
  const { papers } = kept
  const wanted = legalDocuments.filter((document) => names.includes(document))
  return Promise.all(wanted.map(paperOf))

  async function paperOf(document: LegalDocument) {
    const paper = papers.get(document) ?? (await readLegalFile(app, document, given))
    papers.set(document, paper)
    return paper
  }
}

let kept: { db?: Database; standing: string; papers: Map<LegalDocument, LegalFile> } = { standing: '', papers: new Map() }

/** Returns the file of a text; each wording is rendered once and stored permanently. */
async function readLegalFile(app: App, document: LegalDocument, given: Parameters<typeof legalFactsOf>[0]): Promise<LegalFile> {
  const version = legalVersions[document]
  const title = `${legalPages[document].title}, Fassung vom ${formatDate(version)}`
  const lines = plainLinesOf(legalTextOf(document, legalFactsOf(given)), given.publicUrl)
  const { brandName, operator } = given
  const letterhead = [operator.name, operator.address, operator.email, operator.phone]
  const digest = createHash('sha256')
    .update(JSON.stringify([title, lines, brandName, letterhead]))
    .digest('base64url')
  const name = `${legalPages[document].path.slice(1)}-${version}.pdf`
  const found = await findLegalFile(app.db, { document, digest })
  if (found) return { title, name, content: found.content }
  const madeAt = app.now()
  const content = await renderLegalDocument({ brandName, operator, title, lines, madeAt })
  await storeLegalFile(app.db, { document, version, digest, content, madeAt })
  return { title, name, content }
}
