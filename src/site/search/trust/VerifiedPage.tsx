import { LegalArticle } from '#src/foundation/legal/ui/LegalArticle.tsx'
import { verifiedPage } from '#src/platform/kit/publicPages.ts'
import { pageMeta } from '#src/platform/web/shell/pageMeta.ts'
import type { Route } from './+types/VerifiedPage'
import { verifiedText } from './verifiedTexts.ts'

export const handle = { cachedParams: [] }

export const loader = () => ({ text: verifiedText() })

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    site: matches[0].loaderData,
    ...verifiedPage,
    description: 'Welche Nachweise wir prüfen, bis wann sie gelten, und wie Antwortzeit und wiederkehrende Kunden gezählt werden.',
  })

export default function VerifiedPage({ loaderData }: Route.ComponentProps) {
  return <LegalArticle title={verifiedPage.title} text={loaderData.text} />
}
