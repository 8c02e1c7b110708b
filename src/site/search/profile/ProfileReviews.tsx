import { Link } from 'react-router'
import { type ProfileReview, type ReviewSummary, ratingDistribution, reviewChecks, reviewFormTexts } from '#src/orders/reviews/rules.ts'
import { formatAgo } from '#src/platform/kit/dates.ts'
import { formatRating, plural } from '#src/platform/kit/text.ts'
import { ProofBadge } from '#src/platform/web/parts/Badge.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { ShareBar } from '#src/platform/web/parts/ShareBar.tsx'
import { StarRow, Stars } from '#src/platform/web/parts/Stars.tsx'
import { reportAddress } from '#src/site/support/reportAddressRules.ts'
import { type PublicProfile, reviewsParameter } from '../query/rules.ts'
import { useMoreReviews } from './MoreReviews.tsx'
import { useReviewDialog } from './ReviewOpener.tsx'

export type ShownReviews = { rows: readonly ProfileReview[]; summary: ReviewSummary }
type ProfileReviewsProps = { company: PublicProfile; reviews: ShownReviews; now: string; viewerEmail: string | undefined }

export function ProfileReviews({ company, reviews: { rows, summary }, now, viewerEmail }: ProfileReviewsProps) {
  const { dialog, write, isOpening } = useReviewDialog({ company, viewerEmail })
  return (
    <section id="bewertungen" aria-labelledby="reviews">
      <div className="row between wrapping review-head">
        <h2 id="reviews">Bewertungen</h2>
        <button type="button" className="button secondary needs-script" aria-disabled={isOpening || undefined} onClick={() => void write()}>
          {reviewFormTexts.write}
        </button>
      </div>
      {company.rating === null ? (
        <p className="muted">Noch keine Bewertungen</p>
      ) : (
        <>
          <Distribution rating={company.rating} summary={summary} />
          <ReviewList companyId={company.id} rows={rows} total={summary.total} now={now} />
        </>
      )}
      <details className="review-check">
        <summary>{reviewChecks.title}</summary>
        {reviewChecks.texts.map((text) => (
          <p key={text} className="small muted">
            {text}
          </p>
        ))}
      </details>
      {dialog}
    </section>
  )
}

function Distribution({ rating, summary: { total, proven, byStars } }: { rating: number; summary: ReviewSummary }) {
  return (
    <div className="distribution">
      <div className="average">
        <span className="big">
          <span className="unseen">Durchschnitt: </span>
          {formatRating(rating)}
          <span className="unseen"> von 5 Sternen</span>
        </span>
        <span className="stars">
          <StarRow rating={rating} />
        </span>
        <span className="small dim">
          {plural(total, 'Bewertung', 'Bewertungen')}, {proven} mit geprüfter Buchung
        </span>
      </div>
      <ul className="bars" aria-label="Verteilung der Sterne">
        {ratingDistribution(byStars).map(({ stars, count }) => (
          <li className="bar" key={stars}>
            <span>{plural(stars, 'Stern', 'Sterne')}</span>
            <ShareBar share={total === 0 ? 0 : count / total} />
            <span className="number">{count}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

type ReviewListProps = { companyId: string; rows: readonly ProfileReview[]; total: number; now: string }

/** The newest reviews, and a link to older ones: it uses a call where possible, and its own address without JavaScript. */
function ReviewList({ companyId, rows, total, now }: ReviewListProps) {
  const { all, isBusy, failure, nextPage, load } = useMoreReviews({ companyId, first: rows })
  const left = total - all.length
  return (
    <>
      {all.map((review) => (
        <Review key={review.id} review={review} now={now} />
      ))}
      {failure ? (
        <Note
          kind="bad"
          role="alert"
          title={reviewFormTexts.notLoaded}
          actions={
            <button type="button" className="button secondary small" onClick={() => void load()}>
              Erneut versuchen
            </button>
          }
        >
          {failure}
        </Note>
      ) : null}
      {left > 0 && !failure ? (
        <a
          className="button neutral review-more"
          href={`?${reviewsParameter}=${nextPage}#bewertungen`}
          aria-busy={isBusy || undefined}
          onClick={(event) => {
            event.preventDefault()
            void load()
          }}
        >
          {reviewFormTexts.more}
        </a>
      ) : null}
      <p className="unseen" role="status">
        {all.length > rows.length ? `${all.length} von ${total} Bewertungen` : ''}
      </p>
    </>
  )
}

function Review({ review, now }: { review: ProfileReview; now: string }) {
  return (
    <article className="review">
      <div className="who">
        <span className="avatar" aria-hidden="true">
          {review.customerName.slice(0, 1).toUpperCase()}
        </span>
        <div>
          <p className="name">{review.customerName}</p>
          <p className="tiny dim">
            <time dateTime={review.createdAt}>{formatAgo(new Date(review.createdAt), new Date(now))}</time>
          </p>
          {review.service ? <p className="tiny dim">{`Gebucht: ${review.service}`}</p> : null}
        </div>
        <ProofBadge isFromBooking={review.isFromBooking} />
      </div>
      <Stars rating={review.rating} small plain />
      <p>{review.comment}</p>
      {review.companyReply ? (
        <div className="reply">
          <p className="small">
            <b>Antwort des Anbieters:</b> {review.companyReply}
          </p>
        </div>
      ) : null}
      <p className="tiny">
        <Link className="quiet" rel="nofollow" to={reportAddress({ reviewId: review.id })}>
          Inhalt melden<span className="unseen">: Bewertung von {review.customerName}</span>
        </Link>
      </p>
    </article>
  )
}
