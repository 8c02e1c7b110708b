import { data, Link, redirect } from 'react-router'
import { slugOf } from '#src/platform/kit/text.ts'
import { appOf } from '#src/platform/server/pageContext.ts'
import { NotFound } from '#src/platform/web/shell/NotFound.tsx'
import { pageMeta } from '#src/platform/web/shell/pageMeta.ts'
import type { Category } from '#src/supply/companies/rules.ts'
import { listCategoryOffers } from '../offers/store.ts'
import { searchCompanies } from '../query/actions.ts'
import { searchAddress } from '../query/address.ts'
import { onCards } from '../query/results.ts'
import { emptyQuery } from '../query/rules.ts'
import type { Route } from './+types/TownPage'
import { Landing } from './Landing.tsx'
import { categoryAt, landingAddress, landingNames, landingRadius, landingShows } from './rules.ts'
import { findLandingTown, listLandingServices, listNeighbourTowns, listTownCategories, readLandingFigures } from './store.ts'
import '../ui/results.css'
import './landing.css'

export const handle = { cachedParams: [] }

/**
 * '/reinigung/hamburg': the companies that the search finds there; unknown while it finds none. Search engines index only towns with a
 * company of the category in the town itself, because surrounding towns show the same companies.
 */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db } = context.get(appOf)
  const category = categoryAt(url.pathname)
  const townSlug = slugOf(params.town)
  const address = landingAddress(category, townSlug)
  const town = await findLandingTown(db, townSlug)
  if (!town) return missing(category)
  // Compared undecoded: the canonical address has plain letters only, and decoding may fail ('/reinigung/hamburg%').
  if (url.pathname.replace(/\/$/, '') !== address) throw redirect(address, 301)
  const [found, figures, towns, services, others, offered] = await Promise.all([
    searchCompanies(db, {
      ...emptyQuery,
      category,
      location: town.town,
      radius: landingRadius,
      limit: landingShows.cards,
      offset: 0,
      hasFacets: false,
    }),
    readLandingFigures(db, { category, townSlug }),
    listNeighbourTowns(db, { category, townSlug, limit: landingShows.neighbours }),
    listLandingServices(db, { category, townSlug, limit: landingShows.services }),
    listTownCategories(db, { category, townSlug }),
    listCategoryOffers(db, { category, townSlug, limit: landingShows.offered }),
  ])
  if (found.total === 0) return missing(category)
  const place = { category, town: town.town, townSlug, total: found.total, figures }
  return { status: 'found' as const, address, place, companies: onCards(found.companies), towns, services, others, offered }
}

const missing = (category: Category) => data({ status: 'missing' as const, category }, { status: 404 })

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const site = matches[0].loaderData
  if (loaderData?.status !== 'found') return pageMeta({ site, ...nobodyThere })
  const { place, address } = loaderData
  return pageMeta({ site, ...landingNames(place), ...(place.figures.companies > 0 ? { path: address } : {}) })
}

const nobodyThere = { title: 'Keine Anbieter gefunden', description: 'An diesem Ort gibt es derzeit keine Anbieter dieses Bereichs.' }

export default function TownPage({ loaderData, matches }: Route.ComponentProps) {
  if (loaderData.status === 'missing') return <NobodyThere category={loaderData.category} />
  const { place, companies, ...ways } = loaderData
  return <Landing site={matches[0].loaderData} place={place} companies={companies} {...ways} />
}

const NobodyThere = ({ category }: { category: Category }) => (
  <NotFound title={nobodyThere.title}>
    {nobodyThere.description} <Link to={searchAddress({ category })}>{category} an anderen Orten</Link>
  </NotFound>
)
