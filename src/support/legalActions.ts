import { formatDate } from '#src/kit/dates.ts'
import { legalPages } from '#src/kit/legalPages.ts'
import { legalTextOf } from '#src/legal/documentRules.ts'
import { legalDocuments, legalVersions, plainLinesOf } from '#src/legal/rules.ts'
import type { App } from '#src/server/app.ts'
import { legalFactsOf } from './legalFactRules.ts'
import { findLegalSettings } from './legalStore.ts'

/** Legal texts by their names, as they stand now, for the mails that must hold them; a name that is none is left out. */
export async function readLegalTexts(app: App, names: readonly string[]) {
  const { BRAND_NAME: brandName, publicUrl } = app.config
  const facts = legalFactsOf({ brandName, publicUrl, ...(await findLegalSettings(app.db)) })
  return legalDocuments
    .filter((document) => names.includes(document))
    .map((document) => ({
      title: `${legalPages[document].title}, Fassung vom ${formatDate(legalVersions[document])}`,
      lines: plainLinesOf(legalTextOf(document, facts), publicUrl),
    }))
}
