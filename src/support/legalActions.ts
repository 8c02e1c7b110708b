import { formatDate } from '#src/kit/dates.ts'
import { legalPages } from '#src/kit/legalPages.ts'
import { legalTextOf } from '#src/legal/documents.ts'
import { type LegalDocument, type LegalFacts, legalDocuments, legalVersions, plainLinesOf } from '#src/legal/rules.ts'
import type { App } from '#src/server/app.ts'
import { legalFactsOf } from './legalFacts.ts'
import { findLegalSettings } from './legalStore.ts'

/** Legal texts by their names, as they stand now, for the mails that must hold them; a name that is none is left out. */
export async function readLegalTexts(app: App, names: readonly string[]) {
  const { BRAND_NAME: brandName, publicUrl } = app.config
  const given = { brandName, publicUrl, ...(await findLegalSettings(app.db)) }
  const standing = JSON.stringify(given)
  if (standing !== kept.standing) kept = { standing, texts: new Map() }
  return legalDocuments.filter((document) => names.includes(document)).map(textOf)

  /** Returns the same object as long as nothing in it changes, so that callers may cache what they draw from it. */
  function textOf(document: LegalDocument) {
    const text = kept.texts.get(document) ?? writeText(document, legalFactsOf(given))
    kept.texts.set(document, text)
    return text
  }
}

type WrittenText = ReturnType<typeof writeText>
let kept = { standing: '', texts: new Map<LegalDocument, WrittenText>() }

const writeText = (document: LegalDocument, facts: LegalFacts) => ({
  title: `${legalPages[document].title}, Fassung vom ${formatDate(legalVersions[document])}`,
  lines: plainLinesOf(legalTextOf(document, facts), facts.publicUrl),
})
