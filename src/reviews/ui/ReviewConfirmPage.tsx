import { CardPage } from '#src/web/shell/CardPage.tsx'
import { pageMeta } from '#src/web/shell/pageMeta.ts'
import type { Route } from './+types/ReviewConfirmPage'
import { ReviewConfirmation } from './ReviewConfirmation.tsx'
import './reviews.css'

const title = 'Bewertung bestätigen'

/** What the link of a mail carries; `done`: a plain form was sent without JavaScript, and the server led back here. */
export function loader({ request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const done = query.has('done') ? ('published' as const) : query.has('discarded') ? ('discarded' as const) : undefined
  return { token: query.get('token') ?? '', done }
}

export const handle = { holdsSecret: true }

/** The address holds a secret: no search engine keeps it, no other site learns it from a link. */
export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({ site: matches[0].loaderData, title, description: 'Eine Bewertung bestätigen oder verwerfen.' }),
  { name: 'referrer', content: 'no-referrer' },
  { name: 'robots', content: 'noindex' },
]

export default function ReviewConfirmPage({ loaderData }: Route.ComponentProps) {
  return (
    <CardPage>
      <h1>{title}</h1>
      <ReviewConfirmation {...loaderData} />
    </CardPage>
  )
}
