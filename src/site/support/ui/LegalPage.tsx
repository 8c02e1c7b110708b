import { legalDescriptions, legalTextOf } from '#src/foundation/legal/documents.ts'
import { legalDocuments, legalVersions } from '#src/foundation/legal/rules.ts'
import { LegalArticle } from '#src/foundation/legal/ui/LegalArticle.tsx'
import { legalPages } from '#src/platform/kit/publicPages.ts'
import { appOf } from '#src/platform/server/pageContext.ts'
import { pageMeta } from '#src/platform/web/shell/pageMeta.ts'
import { legalFactsOf } from '../legalFacts.ts'
import { findLegalSettings } from '../legalStore.ts'
import type { Route } from './+types/LegalPage'

export const handle = { cachedParams: [] }

/** Loads the legal text of the URL with this marketplace's facts; rendered on the server, so that it can be read without JavaScript. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { config, db } = context.get(appOf)
  const document = documentAt(url.pathname)
  const site = { brandName: config.BRAND_NAME, publicUrl: config.publicUrl }
  const text = legalTextOf(document, legalFactsOf({ ...site, ...(await findLegalSettings(db)) }))
  const { title, path } = legalPages[document]
  return { title, path, description: legalDescriptions[document], version: legalVersions[document], text }
}

function documentAt(path: string) {
  const found = legalDocuments.find((document) => legalPages[document].path === path.replace(/\/$/, ''))
  if (!found) throw new Error('a route refers to an unknown legal page')
  return found
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({ site: matches[0].loaderData, ...(loaderData ?? { title: 'Rechtliches', description: '' }) })

export default function LegalPage({ loaderData }: Route.ComponentProps) {
  return <LegalArticle {...loaderData} />
}
