import { Link } from 'react-router'
import { formatRating, plural } from '#src/platform/kit/text.ts'
import { ArrowRight } from '#src/platform/web/icons/Icons.tsx'
import { profileAddress } from '#src/supply/companies/address.ts'
import { taxText } from '#src/supply/companies/tax/texts.ts'
import { durationText, servicePriceText } from '#src/supply/services/texts.ts'
import { searchAddress } from '../query/address.ts'
import { countOf } from '../query/rules.ts'
import type { Offer } from './rules.ts'
import './offers.css'

type OfferRowsProps = { name: string; offers: readonly Offer[]; total: number; town: string | undefined }

/** Offers of the companies, one per row, and a link to all of them. */
export const OfferRows = ({ name, offers, total, town }: OfferRowsProps) => (
  <section className="stack" aria-labelledby="offers-title">
    <h2 id="offers-title">Angebote</h2>
    <ul className="offers">
      {offers.map((offer) => (
        <OfferRow key={offer.serviceId} offer={offer} />
      ))}
    </ul>
    <p>
      <Link className="button secondary" to={searchAddress({ q: name, location: town ?? '' })}>
        {total > offers.length ? `Alle ${countOf(total)} Anbieter ansehen und filtern` : 'In der Suche ansehen und filtern'}
        <ArrowRight />
      </Link>
    </p>
  </section>
)

function OfferRow({ offer }: { offer: Offer }) {
  const { title, companyId, companyName, town, minutes, taxStatus, priceCents } = offer
  return (
    <li className="card service-offer">
      <div className="stack tight">
        <h3>{title}</h3>
        <p>{`${companyName}${town ? `, ${town}` : ''}`}</p>
        <p className="small muted">
          {[ratingText(offer), minutes === null ? undefined : durationText(minutes)].filter(Boolean).join(' · ')}
        </p>
      </div>
      <div className="offer-price">
        <strong>{servicePriceText(offer)}</strong>
        {priceCents === null ? null : <span className="small muted">{taxText(taxStatus)}</span>}
      </div>
      <Link className="button secondary small" to={profileAddress(companyId)}>
        Ansehen<span className="unseen">: {`${title} bei ${companyName}`}</span>
      </Link>
    </li>
  )
}

const ratingText = ({ rating, reviews }: Offer) =>
  rating === null || reviews === 0
    ? 'Noch keine Bewertungen'
    : `${formatRating(rating)} von 5 (${plural(reviews, 'Bewertung', 'Bewertungen')})`
