import { data, redirect } from 'react-router'
import { appOf } from '#src/platform/server/pageContext.ts'
import { NotFound } from '#src/platform/web/shell/NotFound.tsx'
import { pageMeta } from '#src/platform/web/shell/pageMeta.ts'
import { categories } from '#src/supply/companies/rules.ts'
import { listCategoryOffers } from '../offers/store.ts'
import { searchCompanies } from '../query/actions.ts'
import { onCards } from '../query/results.ts'
import { emptyQuery } from '../query/rules.ts'
import { countCompaniesByCategory } from '../query/store.ts'
import type { Route } from './+types/CategoryPage'
import { Landing } from './Landing.tsx'
import { categoryAt, landingAddress, landingNames, landingShows } from './rules.ts'
import { readCategoryFacts } from './store.ts'
import '../ui/results.css'
import './landing.css'

export const handle = { cachedParams: [] }

/** '/reinigung': the companies of a category and their towns; unknown while no company has the category. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(appOf)
  const category = categoryAt(url.pathname)
  const address = landingAddress(category)
  if (url.pathname.replace(/\/$/, '') !== address) throw redirect(address, 301)
  const [found, { figures, towns, services }, counts, offered] = await Promise.all([
    searchCompanies(db, { ...emptyQuery, category, limit: landingShows.cards, offset: 0, hasFacets: false }),
    readCategoryFacts(db, category),
    countCompaniesByCategory(db),
    listCategoryOffers(db, { category, limit: landingShows.offered }),
  ])
  if (found.total === 0) return data({ status: 'missing' as const }, { status: 404 })
  const place = { category, total: found.total, figures }
  return { status: 'found' as const, address, place, companies: onCards(found.companies), towns, services, counts, offered }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const site = matches[0].loaderData
  if (loaderData?.status !== 'found') return pageMeta({ site, ...nobodyThere })
  return pageMeta({ site, ...landingNames(loaderData.place), path: loaderData.address })
}

const nobodyThere = { title: 'Keine Anbieter gefunden', description: 'In diesem Bereich gibt es derzeit keine Anbieter.' }

export default function CategoryPage({ loaderData, matches }: Route.ComponentProps) {
  if (loaderData.status === 'missing') return <NotFound title={nobodyThere.title}>{nobodyThere.description}</NotFound>
  const { place, companies, counts, ...ways } = loaderData
  const others = categories.flatMap((category) =>
    counts[category] > 0 && category !== place.category ? [{ category, companies: counts[category] }] : [],
  )
  return <Landing site={matches[0].loaderData} place={place} companies={companies} {...ways} others={others} />
}
