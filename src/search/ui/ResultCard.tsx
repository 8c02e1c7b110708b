import { MapPin } from 'lucide-react'
import { CompanyLogo } from '#src/companies/ui/CompanyLogo.tsx'
import { smallPicture } from '#src/files/pictureRules.ts'
import { formatEuro, priceOnRequest } from '#src/kit/money.ts'
import { PremiumBadge, VerifiedBadge } from '#src/web/Badge.tsx'
import { Stars } from '#src/web/Stars.tsx'
import type { CompanyCard } from '../rules.ts'
import { CategoryIcon, categoryPicture } from './CategoryIcon.tsx'

type ResultCardProps = { company: CompanyCard; onBook: () => void; isOpening: boolean; isEager: boolean }

/** One provider in the result list. Badges and price never change the order or the size of a card. */
export function ResultCard({ company, onBook, isOpening, isEager }: ResultCardProps) {
  const [cover] = company.galleryImages
  return (
    <article className="card res">
      <div className="pic">
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
      </div>
      <CardText company={company} />
      <div className="pr">
        <div className="pl">
          <HourlyRate cents={company.hourlyRateCents} />
        </div>
        <div className="acts">
          <button className="btn btn-p btn-sm btn-w needs-js" type="button" onClick={onBook} aria-disabled={isOpening || undefined}>
            Jetzt buchen<span className="sr"> bei {company.companyName}</span>
          </button>
          <a className="btn btn-s btn-sm btn-w" href={`/service/${company.id}`} target="_blank" rel="noopener">
            Profil ansehen<span className="sr">: {company.companyName} (neuer Tab)</span>
          </a>
        </div>
      </div>
    </article>
  )
}

function CardText({ company }: { company: CompanyCard }) {
  return (
    <div className="bd">
      {company.premium || company.verified ? (
        <div className="badges">
          {company.premium ? <PremiumBadge /> : null}
          {company.verified ? <VerifiedBadge /> : null}
        </div>
      ) : null}
      <h2>
        <a href={`/service/${company.id}`} target="_blank" rel="noopener">
          {company.companyName}
          <span className="sr"> (neuer Tab)</span>
        </a>
      </h2>
      <div className="facts">
        {company.rating === null ? (
          <span className="dim sm">Noch keine Bewertungen</span>
        ) : (
          <Stars rating={company.rating} reviews={company.reviews} small />
        )}
      </div>
      <div className="meta">
        <span>
          <CategoryIcon category={company.category} />
          {company.category}
        </span>
        <span>
          <MapPin />
          {company.location}
        </span>
      </div>
      <p className="clamp sm">{company.description}</p>
      <p className="xs dim">Kontaktdaten erhalten Sie nach der Buchungsanfrage.</p>
    </div>
  )
}

function HourlyRate({ cents }: { cents: number | null }) {
  if (cents === null) return <span className="price ask">{priceOnRequest}</span>
  return (
    <>
      <span className="sm dim">Stundensatz</span>
      <span className="price">
        {formatEuro(cents)}
        <small> / Std.</small>
      </span>
    </>
  )
}
