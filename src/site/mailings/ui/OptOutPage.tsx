import { CardPage } from '#src/platform/web/shell/CardPage.tsx'
import { pageMeta } from '#src/platform/web/shell/pageMeta.ts'
import { optOutTexts } from '../texts.ts'
import type { Route } from './+types/OptOutPage'
import { OptOut } from './OptOut.tsx'

/** Reads the link's token; `isDone`: the form was sent without JavaScript, and the server redirected back here. */
export function loader({ request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  return { token: query.get('token') ?? '', isDone: query.has('done') }
}

export const handle = { holdsToken: true }

/** The URL contains a token: no indexing, no referrer. */
export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta({ site: matches[0].loaderData, title: optOutTexts.title, description: 'Rund-Mails an Anbieter abbestellen.' }),
  { name: 'referrer', content: 'no-referrer' },
  { name: 'robots', content: 'noindex' },
]

export default function OptOutPage({ loaderData }: Route.ComponentProps) {
  return (
    <CardPage>
      <h1>{optOutTexts.title}</h1>
      <OptOut {...loaderData} />
    </CardPage>
  )
}
