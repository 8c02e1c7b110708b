import { LegalArticle } from '#src/foundation/legal/ui/LegalArticle.tsx'
import { troublePage } from '#src/platform/kit/publicPages.ts'
import { appOf } from '#src/platform/server/pageContext.ts'
import { pageMeta } from '#src/platform/web/shell/pageMeta.ts'
import type { Route } from './+types/TroublePage'
import { readTroubleText } from './actions.ts'

export const handle = { cachedParams: [] }

/** The server makes the text: the rules that it quotes need not be loaded by browsers. */
export const loader = async ({ context }: Route.LoaderArgs) => ({ text: await readTroubleText(context.get(appOf).db) })

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    site: matches[0].loaderData,
    ...troublePage,
    description:
      'Was Sie zurückbekommen und welche Fristen gelten, wenn der Anbieter nicht kommt, absagt, schlecht arbeitet oder mehr verlangt.',
  })

export default function TroublePage({ loaderData }: Route.ComponentProps) {
  return <LegalArticle title={troublePage.title} text={loaderData.text} />
}
