import { CardPage } from '#src/platform/web/shell/CardPage.tsx'
import { tokenPageMeta } from '#src/platform/web/shell/pageMeta.ts'
import { reviewFormTexts } from '../rules.ts'
import type { Route } from './+types/ReviewPage'
import { InvitedReview } from './InvitedReview.tsx'
import './reviews.css'

/** Parses the link of a booking's mail; `isDeclined`: the server redirected here after a plain form submission (no JavaScript). */
export function loader({ request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  return { token: query.get('token') ?? '', isDeclined: query.has('declined') }
}

export const handle = { holdsToken: true }

export const meta: Route.MetaFunction = ({ matches }) =>
  tokenPageMeta({ site: matches[0].loaderData, title: reviewFormTexts.write, description: 'Eine Bewertung zu Ihrer Buchung schreiben.' })

export default function ReviewPage({ loaderData }: Route.ComponentProps) {
  return (
    <CardPage>
      <h1>{reviewFormTexts.write}</h1>
      <InvitedReview {...loaderData} />
    </CardPage>
  )
}
