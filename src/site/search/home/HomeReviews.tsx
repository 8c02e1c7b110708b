import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { PublicReview } from '#src/orders/reviews/rules.ts'
import { plural } from '#src/platform/kit/text.ts'
import { ProofBadge } from '#src/platform/web/parts/Badge.tsx'
import { Stars } from '#src/platform/web/parts/Stars.tsx'
import type { Category } from '#src/supply/companies/rules.ts'
import { searchAddress } from '../query/address.ts'
import { CategoryIcon } from '../ui/CategoryIcon.tsx'
import { homeBlocks } from './rules.ts'

/** Rendered only with enough rows; otherwise the page omits each of these blocks. */
export function PopularCategories({ popular }: { popular: readonly { category: Category; bookings: number }[] }) {
  return (
    <section className="section joined" aria-labelledby="popular">
      <div className="wrap">
        <div className="section-head">
          <h2 id="popular">Zuletzt oft gebucht</h2>
        </div>
        <ul className="popular">
          {popular.map(({ category, bookings }) => (
            <li key={category}>
              <Link to={searchAddress({ category })}>
                <CategoryIcon category={category} />
                <span>
                  {category}
                  <span className="count">
                    {plural(bookings, 'Buchung', 'Buchungen')} in {homeBlocks.popularCategories.withinDays} Tagen
                  </span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

type Reviews = readonly (PublicReview & { companyId: string; companyName: string })[]

/** The title says that these positive reviews are selected. */
export const Voices = ({ reviews }: { reviews: Reviews }) => (
  <ReviewBlock id="voices" title="Das sagen Kundinnen und Kunden" reviews={reviews}>
    Eine Auswahl: Bewertungen mit {homeBlocks.voices.fewestStars} und 5 Sternen zu bezahlten Buchungen.
  </ReviewBlock>
)

/** Newest reviews, each with its company. */
export const NewestReviews = ({ reviews }: { reviews: Reviews }) => <ReviewBlock id="newest" title="Zuletzt bewertet" reviews={reviews} />

function ReviewBlock({ id, title, reviews, children }: { id: string; title: string; reviews: Reviews; children?: ReactNode }) {
  return (
    <section className="section joined" aria-labelledby={id}>
      <div className="wrap">
        <div className="section-head">
          <h2 id={id}>{title}</h2>
          {children ? <p className="muted">{children}</p> : null}
        </div>
        <div className="reviews">
          {reviews.map((review) => (
            <article className="card padded" key={review.id}>
              <div className="row between wrapping">
                <Stars rating={review.rating} small />
                <ProofBadge isFromBooking={review.isFromBooking} />
              </div>
              <p>„{review.comment}“</p>
              <p className="small dim">
                {review.customerName} über <Link to={`/service/${review.companyId}`}>{review.companyName}</Link>
              </p>
            </article>
          ))}
        </div>
      </div>
    </section>
  )
}
