import { Form, Link } from 'react-router'
import { plural } from '#src/platform/kit/text.ts'
import { appOf } from '#src/platform/server/pageContext.ts'
import { ArrowRight, MapPin, Search } from '#src/platform/web/icons/Icons.tsx'
import { JsonLd } from '#src/platform/web/parts/JsonLd.tsx'
import { LogoWithGrain } from '#src/platform/web/parts/Logo.tsx'
import { Scale } from '#src/platform/web/parts/Ticket.tsx'
import { absolute, pageMeta } from '#src/platform/web/shell/pageMeta.ts'
import { categories } from '#src/supply/companies/rules.ts'
import { listNewestReviews, listVoices } from '../profile/reviewStore.ts'
import { searchAddress } from '../query/address.ts'
import { countCompaniesByCategory, countPublicStatistics, listPopularCategories } from '../query/store.ts'
import { listExamples } from '../query/suggestActions.ts'
import { CategoryIcon, categoryPicture } from '../ui/CategoryIcon.tsx'
import { SuggestField } from '../ui/SuggestField.tsx'
import type { Route } from './+types/HomePage'
import { ConfirmedNotice, HomeLogin } from './HomeLogin.tsx'
import { NewestReviews, PopularCategories, Voices } from './HomeReviews.tsx'
import { CallToCompanies, WhyUs } from './HomeSections.tsx'
import { HomeStatistics } from './HomeStatistics.tsx'
import { confirmedParameter, homeBlocks, orNone } from './rules.ts'
import './home.css'

export const handle = { cachedParams: [confirmedParameter] }

export async function loader({ context }: Route.LoaderArgs) {
  const { db, now, log } = context.get(appOf)
  /** A block that cannot be read is omitted: the search stays. */
  const unless = <Block,>(reading: Promise<Block>, without: Block) =>
    reading.catch((error: unknown) => {
      log.error({ err: error }, 'a block of the home page failed')
      return without
    })
  const { newestReviews, voices, popularCategories } = homeBlocks
  const since = new Date(now().getTime() - popularCategories.withinDays * 86_400_000)
  const [counts, newest, praise, popular, examples, counted] = await Promise.all([
    countCompaniesByCategory(db),
    unless(listNewestReviews(db, newestReviews.shown), []),
    // Reads some more, because reviews among the newest are not shown twice.
    unless(listVoices(db, { ...voices, limit: voices.shown + newestReviews.shown }), []),
    unless(listPopularCategories(db, { ...popularCategories, since, limit: popularCategories.shown }), []),
    unless(listExamples(db, 4), []),
    unless(countPublicStatistics(db), undefined),
  ])
  const reviews = orNone(newest, newestReviews)
  return {
    counts,
    examples,
    counted,
    reviews,
    voices: orNone(
      praise.filter(({ id }) => reviews.every((review) => review.id !== id)),
      voices,
    ),
    popular: orNone(popular, popularCategories),
  }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    site: matches[0].loaderData,
    title: 'Dienstleister finden und buchen',
    description:
      'Reinigung, Handwerk, IT und mehr aus Ihrer Nähe: Anbieter vergleichen, Preis sehen, Termin wählen und sicher online bezahlen – ohne Kundenkonto.',
    path: '/',
  })

export default function HomePage({ loaderData: { counts, examples, reviews, voices, popular, counted }, matches }: Route.ComponentProps) {
  const site = matches[0].loaderData
  return (
    <main id="inhalt">
      <Hero counts={counts} examples={examples} />
      <Categories counts={counts} />
      {popular.length === 0 ? null : <PopularCategories popular={popular} />}
      <HomeStatistics brandName={site.brandName} counted={counted} />
      <WhyUs />
      {voices.length === 0 ? null : <Voices reviews={voices} />}
      {reviews.length === 0 ? null : <NewestReviews reviews={reviews} />}
      <CallToCompanies />
      <HomeLogin />
      <ConfirmedNotice />
      <JsonLd
        data={{
          '@type': 'WebSite',
          name: site.brandName,
          url: absolute(site, '/'),
          inLanguage: 'de',
          potentialAction: {
            '@type': 'SearchAction',
            target: { '@type': 'EntryPoint', urlTemplate: `${absolute(site, '/search')}?q={search_term_string}` },
            'query-input': 'required name=search_term_string',
          },
        }}
      />
    </main>
  )
}

type Counts = Route.ComponentProps['loaderData']['counts']

function Hero({ counts, examples }: SuggestionsProps) {
  return (
    <section className="hero">
      <div className="wrap">
        <div className="hero-grid">
          <LogoWithGrain />
          <div className="hero-text">
            <h1>Suchen, buchen, abgemacht.</h1>
            <p className="lead">
              Reinigung, Handwerk, IT und mehr aus Ihrer Nähe. Sie sehen den Preis, wählen Ihren Termin und zahlen sicher online. Ein
              Kundenkonto brauchen Sie nicht.
            </p>
          </div>
        </div>
        <SearchRule />
        <Suggestions counts={counts} examples={examples} />
      </div>
    </section>
  )
}

/** The search on a folding rule. */
function SearchRule() {
  return (
    <div className="hero-search">
      <Scale />
      <Form role="search" action="/search" method="get">
        <div className="search-field">
          <Search />
          <label htmlFor="q">Was brauchen Sie?</label>
          <SuggestField kind="words" id="q" name="q" placeholder="z. B. Fensterreinigung" enterKeyHint="search" />
        </div>
        <div className="search-field">
          <MapPin />
          <label htmlFor="location">Wo?</label>
          <SuggestField kind="places" id="location" name="location" placeholder="PLZ oder Ort" enterKeyHint="search" />
        </div>
        <button className="button primary" type="submit">
          Anbieter suchen
        </button>
      </Form>
    </div>
  )
}

type SuggestionsProps = { counts: Counts; examples: readonly string[] }

/** Suggestions for visitors without a query: frequently needed services, or else the four categories with most companies. */
function Suggestions({ counts, examples }: SuggestionsProps) {
  const fullest = categories.filter((category) => counts[category] > 0).toSorted((one, other) => counts[other] - counts[one])
  const shown = examples.length > 0 ? examples.map((name) => ({ q: name })) : fullest.slice(0, 4).map((category) => ({ category }))
  if (shown.length === 0) return null
  return (
    <p className="suggested small">
      <span className="dim">Zum Beispiel:</span>
      {shown.map((query) => (
        <Link key={searchAddress(query)} to={searchAddress(query)}>
          {'q' in query ? query.q : query.category}
        </Link>
      ))}
    </p>
  )
}

function Categories({ counts }: { counts: Counts }) {
  const total = categories.reduce((sum, category) => sum + counts[category], 0)
  return (
    <section className="section" aria-labelledby="categories">
      <div className="wrap">
        <div className="section-head">
          <h2 id="categories">Elf Bereiche, ein Handschlag</h2>
        </div>
        <ul className="categories">
          {categories.map((category) => (
            <li key={category}>
              <Link className="category" to={searchAddress({ category })}>
                <div className="picture">
                  <img className="art" src={categoryPicture(category)} width="480" height="270" alt="" loading="lazy" decoding="async" />
                </div>
                <span className="label">
                  <CategoryIcon category={category} />
                  <span>
                    {category}
                    <span className="count">{plural(counts[category], 'Anbieter', 'Anbieter')}</span>
                  </span>
                </span>
              </Link>
            </li>
          ))}
          <li>
            <Link className="category all" to="/search">
              <span className="label">
                <ArrowRight />
                <span>
                  Alle ansehen
                  <span className="count">{plural(total, 'Anbieter', 'Anbieter')}</span>
                </span>
              </span>
            </Link>
          </li>
        </ul>
      </div>
    </section>
  )
}
