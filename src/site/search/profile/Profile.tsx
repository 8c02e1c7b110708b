import { useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { verifiedPage } from '#src/platform/kit/publicPages.ts'
import { Flag, MapPin, Truck } from '#src/platform/web/icons/Icons.tsx'
import { PremiumBadge, VerifiedBadge } from '#src/platform/web/parts/Badge.tsx'
import { JsonLd } from '#src/platform/web/parts/JsonLd.tsx'
import { Stars } from '#src/platform/web/parts/Stars.tsx'
import type { Site } from '#src/platform/web/shell/pageMeta.ts'
import { Bookmark } from '#src/site/customers/favourites/Bookmark.tsx'
import { reportAddress } from '#src/site/support/reportAddressRules.ts'
import { againParameter, noService, parseStart, serviceParameter, startParameter } from '#src/supply/companies/address.ts'
import { Imprint } from '#src/supply/companies/imprint/Imprint.tsx'
import { imprintTexts } from '#src/supply/companies/imprint/texts.ts'
import { serviceTitleOf } from '#src/supply/companies/rules.ts'
import { CompanyLogo } from '#src/supply/companies/ui/CompanyLogo.tsx'
import { findByIdSuffix } from '#src/supply/services/idSuffix.ts'
import type { ServiceView } from '#src/supply/services/schemas.ts'
import { quotePath } from '#src/supply/services/texts.ts'
import { landingAddress } from '../landing/rules.ts'
import { breadcrumbData, businessData, profileCrumbs } from '../landing/structuredData.ts'
import { profilePreview } from '../previews/rules.ts'
import { distanceWord } from '../query/results.ts'
import type { Distance, PublicProfile } from '../query/rules.ts'
import { TrustFacts } from '../trust/TrustFacts.tsx'
import { useBookingDialog } from './BookingOpener.tsx'
import { PriceList } from './PriceList.tsx'
import { BegunBooking, BookingBar, BookingTicket } from './ProfileBooking.tsx'
import { ContactCard } from './ProfileContact.tsx'
import { ProfileGallery } from './ProfileGallery.tsx'
import { ProfileReviews, type ShownReviews } from './ProfileReviews.tsx'
import { FreeTimes, OpeningHours } from './ProfileTimes.tsx'
import type { ProfileTimes } from './times.ts'

type ProfileProps = {
  company: PublicProfile
  /** Lines about proofs, answer time and repeat customers. */
  checked: string[]
  services: ServiceView[]
  distance: Distance | undefined
  reviews: ShownReviews
  times: ProfileTimes | null
  now: string
  site: Site
  viewerEmail: string | undefined
}

/** A company as visitors see it: pictures, name, text and reviews on one side, price and contact on the other. */
export function Profile({ company, checked, services, distance, reviews, times, now, site, viewerEmail }: ProfileProps) {
  const { dialog, book, isOpening, paidElsewhere } = useBookingDialog()
  const { named, isUnmatched, start, again } = useNamed(services)
  const booking = {
    company,
    service: named,
    start,
    onBook: () => void book(company, isUnmatched ? noService : named?.id, start),
    isOpening,
  }
  const opening = named || isUnmatched || start || again ? `${named?.id} ${start} ${again}` : undefined
  useOpening(opening, booking.onBook)
  return (
    <main id="inhalt">
      <div className="wrap">
        <BegunBooking key={paidElsewhere} companyId={company.id} isDialogOpen={dialog !== null} onResume={() => void book(company)} />
        <Breadcrumb company={company} />
        <ProfileGallery company={company} />
        <div className="profile-grid">
          <div className="profile-column">
            <ProfileHead company={company} checked={checked} distance={distance} />
            {times ? <FreeTimes company={company} times={times} onBook={(id, time) => void book(company, id, time)} /> : null}
            <PriceList companyId={company.id} services={services} taxStatus={company.taxStatus} onBook={(id) => void book(company, id)} />
            <About company={company} />
            <ProfileReviews company={company} reviews={reviews} now={now} viewerEmail={viewerEmail} />
            <Company company={company} />
          </div>
          <aside aria-label="Buchung und Kontakt">
            <div className="booking-column">
              <BookingTicket {...booking} />
              <Link className="button neutral" rel="nofollow" to={quotePath({ anbieter: company.id })}>
                Angebot anfordern
              </Link>
              {times ? <OpeningHours hours={times.hours} today={times.today} /> : null}
              <ContactCard company={company} isSignedIn={viewerEmail !== undefined} />
              <Link className="quiet small" rel="nofollow" to={reportAddress({ companyId: company.id })}>
                <Flag />
                Inhalt melden
              </Link>
            </div>
          </aside>
        </div>
      </div>
      <BookingBar {...booking} times={times} />
      {dialog}
      <JsonLd data={businessData(company, { site, image: profilePreview(company, site), reviews: reviews.rows })} />
      <JsonLd data={breadcrumbData(site, profileCrumbs(company))} />
    </main>
  )
}

/** The service that the address names, the time, and the booking that is made once more. */
function useNamed(services: readonly ServiceView[]) {
  const [query] = useSearchParams()
  const wanted = query.get(serviceParameter)
  return {
    isUnmatched: wanted === noService,
    named: wanted === null ? undefined : findByIdSuffix(services, wanted),
    start: parseStart(query.get(startParameter) ?? ''),
    again: query.get(againParameter),
  }
}

/** An address that names a service or a time opens its booking, once. */
function useOpening(named: string | undefined, open: () => void) {
  const opened = useRef<string>(undefined)
  useEffect(() => {
    if (named === undefined || opened.current === named) return
    opened.current = named
    open()
  })
}

function Breadcrumb({ company }: { company: PublicProfile }) {
  return (
    <nav className="crumbs" aria-label="Sie sind hier">
      <Link to="/search">Suche</Link>
      <span aria-hidden="true">/</span>
      <Link to={landingAddress(company.category)}>{company.category}</Link>
      <span aria-hidden="true">/</span>
      <span aria-current="page" data-cut="">
        {company.companyName}
      </span>
    </nav>
  )
}

function ProfileHead({ company, checked, distance }: Pick<ProfileProps, 'company' | 'checked' | 'distance'>) {
  return (
    <div className="profile-head">
      <CompanyLogo company={company} size={88} />
      <div className="stack snug">
        {company.premium || company.verified ? (
          <div className="badges">
            {company.premium ? <PremiumBadge /> : null}
            {company.verified ? (
              <Link className="badge-link" to={verifiedPage.path}>
                <VerifiedBadge />
              </Link>
            ) : null}
          </div>
        ) : null}
        <p className="profile-name">{[company.companyName, company.legalForm].filter(Boolean).join(' ')}</p>
        <h1>{serviceTitleOf(company.category)}</h1>
      </div>
      <Bookmark company={company} />
      <div className="meta">
        {company.rating === null ? (
          <span className="small dim">Noch keine Bewertungen</span>
        ) : (
          <a href="#bewertungen">
            <Stars rating={company.rating} reviews={company.reviews} small />
          </a>
        )}
        <span>
          <MapPin />
          {`${company.location}${distance ? `, ${distanceWord(distance.km)} von ${distance.place}` : ''}`}
        </span>
        {company.serviceRadiusKm === null ? null : (
          <span>
            <Truck />
            bis {company.serviceRadiusKm}&nbsp;km um {company.town}
          </span>
        )}
      </div>
      <TrustFacts lines={checked} />
    </div>
  )
}

function About({ company }: { company: PublicProfile }) {
  return (
    <section className="about" aria-labelledby="about">
      <h2 id="about">Über den Anbieter</h2>
      <p>{company.description}</p>
      {company.servicesOffered.length === 0 ? null : (
        <ul className="row wrapping" aria-label="Angebotene Leistungen">
          {company.servicesOffered.map((service) => (
            <li key={service} className="badge service">
              {service}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** § 5 DDG; the contact data stay where the card has them. */
const Company = ({ company }: { company: PublicProfile }) => (
  <section className="about" id="anbieterkennzeichnung" aria-labelledby="company-imprint">
    <h2 id="company-imprint">{imprintTexts.title}</h2>
    <Imprint imprint={company} />
  </section>
)
