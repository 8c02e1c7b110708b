import { Link } from 'react-router'
import { ArrowRight } from '#src/platform/web/icons/Icons.tsx'
import { JsonLd } from '#src/platform/web/parts/JsonLd.tsx'
import type { Site } from '#src/platform/web/shell/pageMeta.ts'
import type { Category } from '#src/supply/companies/rules.ts'
import { offerAddress } from '../offers/rules.ts'
import { useBookingDialog } from '../profile/BookingOpener.tsx'
import { searchAddress } from '../query/address.ts'
import { countOf, emptyQuery, type FoundCompany } from '../query/rules.ts'
import { ResultCard } from '../ui/ResultCard.tsx'
import { Crumbs, Links } from './LandingParts.tsx'
import { type LandingFigures, type LandingService, type LandingTown, landingAddress, landingName, landingSentences } from './rules.ts'
import { breadcrumbData, landingCrumbs, listData } from './structuredData.ts'

type Place = { category: Category; town?: string; townSlug?: string; total: number; figures: LandingFigures }
type LandingProps = {
  site: Site
  place: Place
  companies: readonly FoundCompany[]
  towns: readonly LandingTown[]
  /** Services of the catalogue with their own pages. */
  offered: readonly { catalogueId: string; name: string; companies: number }[]
  services: readonly LandingService[]
  others: readonly { category: Category; companies: number }[]
}

/** Category, in a town or everywhere: its figures, the first of its companies, and links to more. */
export function Landing({ site, place, companies, towns, offered, services, others }: LandingProps) {
  const { category, town, total } = place
  const name = landingName(category)
  return (
    <main id="inhalt" className="wrap landing">
      <Crumbs crumbs={landingCrumbs(place)} />
      <header className="stack tight">
        <h1>{town ? `${name} in ${town}` : name}</h1>
        <p className="lead">{landingSentences(place).join(' ')}</p>
      </header>
      <Companies companies={companies} place={place} />
      <p>
        <Link className="button secondary" to={searchAddress({ category, location: town ?? '' })}>
          {total > companies.length ? `Alle ${countOf(total)} Anbieter ansehen und filtern` : 'In der Suche ansehen und filtern'}
          <ArrowRight />
        </Link>
      </p>
      <Links
        title="Leistungen mit Preisen"
        links={offered.map((one) => ({ name: one.name, to: offerAddress(one.catalogueId, place.townSlug), companies: one.companies }))}
      />
      <Links
        title="Häufig angebotene Leistungen"
        links={services.map((one) => ({
          name: one.service,
          to: searchAddress({ q: one.service, category, location: town ?? '' }),
          companies: one.companies,
        }))}
      />
      <Links
        title={town ? `${name} in der Nähe von ${town}` : `${name} nach Orten`}
        links={towns.map((one) => ({ name: one.town, to: landingAddress(category, one.slug), companies: one.companies }))}
      />
      <Links
        title={town ? `Weitere Bereiche in ${town}` : 'Weitere Bereiche'}
        links={others.map((one) => ({
          name: one.category,
          to: landingAddress(one.category, place.townSlug),
          companies: one.companies,
          icon: one.category,
        }))}
      />
      <p className="small">
        <Link to="/sortierung">Wie werden die Ergebnisse sortiert?</Link>
      </p>
      <JsonLd data={listData(site, { ...place, companies })} />
      <JsonLd data={breadcrumbData(site, landingCrumbs(place))} />
    </main>
  )
}

function Companies({ companies, place: { category, town } }: { companies: readonly FoundCompany[]; place: Place }) {
  const { dialog, book, isOpening } = useBookingDialog()
  return (
    <section aria-label={town ? `Anbieter in ${town} und Umgebung` : 'Anbieter'}>
      <ul className="results">
        {companies.map((company, at) => (
          <li key={company.id}>
            <ResultCard
              company={company}
              query={{ ...emptyQuery, category, location: town ?? '' }}
              words={[]}
              place={town}
              onBook={() => void book(company, company.offered?.id)}
              isOpening={isOpening}
              isEager={at === 0}
            />
          </li>
        ))}
      </ul>
      {dialog}
    </section>
  )
}
