import { CardPage } from '#src/platform/web/shell/CardPage.tsx'
import { tokenPageMeta } from '#src/platform/web/shell/pageMeta.ts'
import type { Route } from './+types/ReviewConfirmPage'
import { ReviewConfirmation } from './ReviewConfirmation.tsx'
import './reviews.css'

const title = 'Bewertung bestätigen'

/** Parses the link of a mail; `done`: the server redirected here after a plain form submission (no JavaScript). */
export function loader({ request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const done = query.has('done') ? ('published' as const) : query.has('discarded') ? ('discarded' as const) : undefined
  return { token: query.get('token') ?? '', done }
}

export const handle = { holdsToken: true }

export const meta: Route.MetaFunction = ({ matches }) =>
  tokenPageMeta({ site: matches[0].loaderData, title, description: 'Eine Bewertung bestätigen oder verwerfen.' })

export default function ReviewConfirmPage({ loaderData }: Route.ComponentProps) {
  return (
    <CardPage>
      <h1>{title}</h1>
      <ReviewConfirmation {...loaderData} />
    </CardPage>
  )
}
