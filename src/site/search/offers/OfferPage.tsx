import { data, redirect } from 'react-router'
import { slugOf } from '#src/platform/kit/text.ts'
import { appOf } from '#src/platform/server/pageContext.ts'
import { JsonLd } from '#src/platform/web/parts/JsonLd.tsx'
import { NotFound } from '#src/platform/web/shell/NotFound.tsx'
import { pageMeta, type Site } from '#src/platform/web/shell/pageMeta.ts'
import { parseCategory } from '#src/supply/companies/rules.ts'
import { Crumbs, Links } from '../landing/LandingParts.tsx'
import { landingAddress } from '../landing/rules.ts'
import { breadcrumbData, type Crumb, serviceData } from '../landing/structuredData.ts'
import type { Route } from './+types/OfferPage'
import { readOfferPage } from './actions.ts'
import { OfferRows } from './OfferRows.tsx'
import { PriceGuide } from './PriceGuide.tsx'
import { offerAddress, offerNames, offerSentences, offerShows, tellable } from './rules.ts'
import '../landing/landing.css'

export const handle = { cachedParams: [] }

/** '/leistung/fenster-putzen' and '/leistung/fenster-putzen/hamburg': companies and prices of a service; 404 without a company. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const app = context.get(appOf)
  const [catalogueId, townSlug] = [slugOf(params.service), params.town === undefined ? undefined : slugOf(params.town)]
  const address = offerAddress(catalogueId, townSlug)
  const page = await readOfferPage(app, { catalogueId, townSlug })
  if (!page) return data({ status: 'missing' as const }, { status: 404 })
  // Compared undecoded: the canonical address has plain letters only, and decoding may fail ('/leistung/%').
  if (url.pathname.replace(/\/$/, '') !== address) throw redirect(address, 301)
  const { service, category, ...rest } = page
  return { status: 'found' as const, address, service, category: parseCategory(category), ...rest }
}
type Found = Extract<Route.ComponentProps['loaderData'], { status: 'found' }>

const nobody = { title: 'Leistung nicht gefunden', description: 'Diese Leistung bietet hier derzeit niemand an.' }

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const site = matches[0].loaderData
  if (loaderData?.status !== 'found') return pageMeta({ site, ...nobody })
  const { service, town, total, figures, address } = loaderData
  return pageMeta({ site, ...offerNames({ name: service.name, town, total, figures }), path: address })
}

export default function OfferPage({ loaderData, matches }: Route.ComponentProps) {
  if (loaderData.status === 'missing') return <NotFound title={nobody.title}>{nobody.description}</NotFound>
  return <WiderResults site={matches[0].loaderData} page={loaderData} />
}

function WiderResults({ site, page }: { site: Site; page: Found }) {
  const { service, town, offers, total, figures, towns, near, address } = page
  const { name } = service
  const crumbs = crumbsOf(page)
  return (
    <main id="inhalt" className="wrap landing">
      <Crumbs crumbs={crumbs} />
      <header className="stack tight">
        <h1>{town ? `${name} in ${town}` : name}</h1>
        <p className="lead">{offerSentences({ name, town, total, figures }).join(' ')}</p>
      </header>
      <OfferRows name={name} offers={offers} total={total} town={town} />
      <PriceGuide name={name} page={page} />
      <Questions questions={service.questions} />
      <Links
        title={town ? `${name} an anderen Orten` : `${name} nach Orten`}
        links={towns.map((one) => ({ name: one.town, to: offerAddress(service.id, one.slug), companies: one.companies }))}
      />
      <Links
        title="Ähnliche Leistungen"
        links={near.slice(0, offerShows.near).map((one) => ({ name: one.name, to: offerAddress(one.id), companies: one.companies }))}
      />
      <JsonLd data={serviceData(site, { name, town, path: address, companies: total, prices: tellable(figures)[0] })} />
      <JsonLd data={breadcrumbData(site, crumbs)} />
    </main>
  )
}

/** Questions that companies will ask; prepared answers lead to better offers. */
function Questions({ questions }: { questions: readonly string[] }) {
  if (questions.length === 0) return null
  return (
    <section className="said" aria-labelledby="questions-title">
      <h2 id="questions-title">Das wollen Anbieter vorher wissen</h2>
      <ul className="questions">
        {questions.map((question) => (
          <li key={question}>{question}</li>
        ))}
      </ul>
    </section>
  )
}

function crumbsOf({ service, category, town }: Found): Crumb[] {
  const above = [{ name: 'Suche', path: '/search' }, ...(category ? [{ name: category, path: landingAddress(category) }] : [])]
  return town ? [...above, { name: service.name, path: offerAddress(service.id) }, { name: town }] : [...above, { name: service.name }]
}
