import { CardPage } from '#src/web/shell/CardPage.tsx'
import { pageMeta } from '#src/web/shell/pageMeta.ts'
import { reviewWords } from '../rules.ts'
import type { Route } from './+types/ReviewPage'
import { InvitedReview } from './InvitedReview.tsx'
import './reviews.css'

/** What the link of a booking's mail carries; `isDeclined`: a plain form was sent without JavaScript, and the server led back here. */
export function loader({ request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  return { token: query.get('token') ?? '', isDeclined: query.has('declined') }
}

export const handle = { holdsSecret: true }

/** The address holds a secret: no search engine keeps it, no other site learns it from a link. */
export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({ site: matches[0].loaderData, title: reviewWords.write, description: 'Eine Bewertung zu Ihrer Buchung schreiben.' }),
  { name: 'referrer', content: 'no-referrer' },
  { name: 'robots', content: 'noindex' },
]

export default function ReviewPage({ loaderData }: Route.ComponentProps) {
  return (
    <CardPage>
      <h1>{reviewWords.write}</h1>
      <InvitedReview {...loaderData} />
    </CardPage>
  )
}
