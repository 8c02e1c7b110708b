import { Link } from 'react-router'
import { smallPicture } from '#src/foundation/files/pictureRules.ts'
import { formatEuro, priceOnRequest } from '#src/platform/kit/money.ts'
import { MapPin } from '#src/platform/web/icons/Icons.tsx'
import { PremiumBadge, VerifiedBadge } from '#src/platform/web/parts/Badge.tsx'
import { Stars } from '#src/platform/web/parts/Stars.tsx'
import { Bookmark } from '#src/site/customers/favourites/Bookmark.tsx'
import { noService, profileAddress } from '#src/supply/companies/address.ts'
import { CompanyLogo } from '#src/supply/companies/ui/CompanyLogo.tsx'
import { durationText, quotePath, servicePriceParts } from '#src/supply/services/texts.ts'
import { wordsOf } from '../query/highlight.ts'
import { distanceWord } from '../query/results.ts'
import type { FoundCompany, OfferedService, SearchQuery } from '../query/rules.ts'
import { CategoryIcon, categoryPicture } from './CategoryIcon.tsx'
import { Highlighted } from './Highlighted.tsx'
import { NextTimes } from './NextTimes.tsx'
import { Why } from './Why.tsx'

type ResultCardProps = {
  company: FoundCompany
  query: SearchQuery
  words: readonly string[]
  /** Understood place, so that the profile shows the distance, too. */
  place?: string | undefined
  /** Its position in the list, to which a pin of the map leads. */
  number?: number | undefined
  /** True if the query was understood as a service; free times of a card that offers another one then choose none. */
  isIntentKnown?: boolean
  /** Set if free times are shown. */
  today?: string
  onBook: (service?: string, start?: string) => void
  isOpening: boolean
  isEager: boolean
}

/** One company in the result list. Badges and price never change the order or the size of a card. */
export function ResultCard({
  company,
  query,
  words,
  place,
  number,
  isIntentKnown = false,
  today,
  onBook,
  isOpening,
  isEager,
}: ResultCardProps) {
  const [cover] = company.galleryImages
  // Found by another service than was meant: the booking begins without one.
  const service = company.offered?.id ?? (query.q.trim() === '' ? undefined : noService)
  // A price on request cannot be booked: the company quotes it first.
  const quotedBy =
    company.offered?.priceKind === 'quote'
      ? quotePath({ anbieter: company.id, leistung: company.offered.id, location: query.location })
      : undefined
  const href = profileAddress(company.id, company.distanceKm === null ? undefined : place)
  return (
    <article className="card result" id={number === undefined ? undefined : `anbieter-${number}`}>
      <div className="picture">
        <img
          className="art"
          src={cover ? smallPicture(cover) : categoryPicture(company.category)}
          width="480"
          height="360"
          alt=""
          loading={isEager ? 'eager' : 'lazy'}
          fetchPriority={isEager ? 'high' : undefined}
          decoding="async"
        />
        <CompanyLogo company={company} size={60} />
        <Bookmark company={company} />
      </div>
      <CardText company={company} query={query} words={words} href={href} />
      <div className="pricing">
        <div className="price-line">
          {company.offered ? <Offered service={company.offered} /> : null}
          <HourlyRate cents={company.hourlyRateCents} isSmall={company.offered !== null} />
        </div>
        <div className="actions">
          {quotedBy === undefined ? (
            <button
              className="button primary small wide needs-script"
              type="button"
              onClick={() => onBook(service)}
              aria-disabled={isOpening || undefined}
            >
              Jetzt buchen<span className="unseen"> bei {company.companyName}</span>
            </button>
          ) : (
            <Link className="button primary small wide" rel="nofollow" to={quotedBy}>
              Angebot anfordern<span className="unseen"> bei {company.companyName}</span>
            </Link>
          )}
          <a className="button secondary small wide" href={href} target="_blank" rel="noopener">
            Profil ansehen<span className="unseen">: {company.companyName} (neuer Tab)</span>
          </a>
        </div>
      </div>
      {company.free && today && quotedBy === undefined ? (
        <NextTimes
          company={company}
          free={service === noService && isIntentKnown ? { ...company.free, mark: noService } : company.free}
          service={service === noService ? noService : company.free.mark}
          today={today}
          onBook={onBook}
        />
      ) : null}
    </article>
  )
}

type CardTextProps = { company: FoundCompany; query: SearchQuery; words: readonly string[]; href: string }

function CardText({ company, query, words, href }: CardTextProps) {
  const marked = wordsOf(company, words)
  return (
    <div className="body">
      {company.premium || company.verified ? (
        <div className="badges">
          {company.premium ? <PremiumBadge /> : null}
          {company.verified ? <VerifiedBadge /> : null}
        </div>
      ) : null}
      <h2>
        <a href={href} target="_blank" rel="noopener">
          <Highlighted text={company.companyName} words={marked} />
          <span className="unseen"> (neuer Tab)</span>
        </a>
      </h2>
      <div className="result-facts">
        {company.rating === null ? (
          <span className="dim small">Noch keine Bewertungen</span>
        ) : (
          <Stars rating={company.rating} reviews={company.reviews} small />
        )}
      </div>
      <div className="meta">
        <span>
          <CategoryIcon category={company.category} />
          <Highlighted text={company.category} words={marked} />
        </span>
        <span>
          <MapPin />
          {`${company.location}${company.distanceKm === null ? '' : `, ${distanceWord(company.distanceKm)}`}`}
        </span>
      </div>
      <p className="clamp small" data-cut="">
        <Highlighted text={company.description} words={marked} />
      </p>
      <p className="tiny dim">Kontaktdaten erhalten Sie nach der Buchungsanfrage.</p>
      <Why company={company} query={query} />
    </div>
  )
}

/** The service that was meant, at its price. */
function Offered({ service }: { service: OfferedService }) {
  const { before, amount, per } = servicePriceParts(service)
  const kind = per ?? (service.priceKind === 'fixed' ? 'pauschal' : undefined)
  const facts = [kind, service.minutes === null ? undefined : durationText(service.minutes)].filter(Boolean)
  return (
    <div className="offered">
      <p className="strong">
        <mark>{service.title}</mark>
      </p>
      <p className={service.priceCents === null ? 'price ask' : 'price'}>
        {before ? <small>{before} </small> : null}
        {amount}
      </p>
      {facts.length > 0 ? <p className="small dim">{facts.join(' · ')}</p> : null}
    </div>
  )
}

function HourlyRate({ cents, isSmall }: { cents: number | null; isSmall: boolean }) {
  if (isSmall) return cents === null ? null : <p className="small dim">Stundensatz {formatEuro(cents)}</p>
  if (cents === null) return <span className="price ask">{priceOnRequest}</span>
  return (
    <>
      <span className="small dim">Stundensatz</span>
      <span className="price">
        {formatEuro(cents)}
        <small> / Std.</small>
      </span>
    </>
  )
}
