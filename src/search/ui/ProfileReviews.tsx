import { Link } from 'react-router'
import { formatAgo } from '#src/kit/dates.ts'
import { plural } from '#src/kit/text.ts'
import { type PublicReview, ratingDistribution } from '#src/reviews/rules.ts'
import { noticeAddress } from '#src/support/noticeAddressRules.ts'
import { ProofBadge } from '#src/web/Badge.tsx'
import { ShareBar } from '#src/web/ShareBar.tsx'
import { formatRating, StarRow, Stars } from '#src/web/Stars.tsx'
import type { PublicProfile } from '../rules.ts'

type ProfileReviewsProps = { company: PublicProfile; reviews: readonly PublicReview[]; now: string }

export function ProfileReviews({ company, reviews, now }: ProfileReviewsProps) {
  return (
    <section id="bewertungen" aria-labelledby="reviews">
      <div className="row between wrapf rev-h">
        <h2 id="reviews">Bewertungen</h2>
      </div>
      {company.rating === null ? (
        <p className="mut">Noch keine Bewertungen</p>
      ) : (
        <>
          <Distribution rating={company.rating} reviews={reviews} />
          {reviews.map((review) => (
            <Review key={review.id} review={review} now={now} />
          ))}
        </>
      )}
    </section>
  )
}

function Distribution({ rating, reviews }: { rating: number; reviews: readonly PublicReview[] }) {
  const proven = reviews.filter((review) => review.isFromBooking).length
  return (
    <div className="dist">
      <div className="sumup">
        <span className="big">
          <span className="sr">Durchschnitt: </span>
          {formatRating(rating)}
          <span className="sr"> von 5 Sternen</span>
        </span>
        <span className="stars">
          <StarRow rating={rating} />
        </span>
        <span className="sm dim">
          {plural(reviews.length, 'Bewertung', 'Bewertungen')}, {proven} mit geprüfter Buchung
        </span>
      </div>
      <ul className="bars" aria-label="Verteilung der Sterne">
        {ratingDistribution(reviews).map(({ stars, count }) => (
          <li className="bar" key={stars}>
            <span>{plural(stars, 'Stern', 'Sterne')}</span>
            <ShareBar share={reviews.length === 0 ? 0 : count / reviews.length} />
            <span className="num">{count}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Review({ review, now }: { review: PublicReview; now: string }) {
  return (
    <article className="rev">
      <div className="who">
        <span className="av" aria-hidden="true">
          {review.customerName.slice(0, 1).toUpperCase()}
        </span>
        <div>
          <p className="name">{review.customerName}</p>
          <p className="xs dim">
            <time dateTime={review.createdAt}>{formatAgo(new Date(review.createdAt), new Date(now))}</time>
          </p>
        </div>
        <ProofBadge isFromBooking={review.isFromBooking} />
      </div>
      <Stars rating={review.rating} small plain />
      <p>{review.comment}</p>
      {review.providerReply ? (
        <div className="reply">
          <p className="sm">
            <b>Antwort des Anbieters:</b> {review.providerReply}
          </p>
        </div>
      ) : null}
      <p className="xs">
        <Link className="quiet" rel="nofollow" to={noticeAddress({ reviewId: review.id })}>
          Inhalt melden<span className="sr">: Bewertung von {review.customerName}</span>
        </Link>
      </p>
    </article>
  )
}
