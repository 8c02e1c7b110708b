import { fiveStars, fiveStarsWidth as width } from '#src/platform/kit/logo.ts'
import { formatRating } from '#src/platform/kit/text.ts'

/** Rating as stars with its number, and the number of reviews if given. `plain` shows the number only to screen readers. */
export function Stars({ rating, reviews, small, plain }: { rating: number; reviews?: number; small?: boolean; plain?: boolean }) {
  return (
    <span className={small ? 'stars small' : 'stars'}>
      <StarRow rating={rating} />
      {plain ? (
        <span className="unseen">{`${formatRating(rating)} von 5 Sternen`}</span>
      ) : (
        <span>
          <span className="unseen">Bewertung: </span>
          <span>{formatRating(rating)}</span>
          <span className="unseen"> von 5 Sternen</span>
        </span>
      )}
      {reviews === undefined ? null : (
        <span className="dim plain">
          ({reviews}
          <span className="unseen"> {reviews === 1 ? 'Bewertung' : 'Bewertungen'}</span>)
        </span>
      )}
    </span>
  )
}

/** An inner `svg` clips by itself, so no ids are needed for any number of stars on a page. */
export function StarRow({ rating }: { rating: number }) {
  return (
    <svg className="drawing" viewBox={`0 0 ${width} 18`} aria-hidden="true" focusable="false">
      <path d={fiveStars} fill="none" stroke="var(--edge)" strokeWidth="1.1" />
      <svg aria-hidden="true" width={Math.round((rating / 5) * width * 10) / 10} height="18">
        <path d={fiveStars} fill="var(--star)" stroke="var(--star)" strokeWidth="1.1" />
      </svg>
    </svg>
  )
}
