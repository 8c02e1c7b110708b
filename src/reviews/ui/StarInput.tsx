import { StarRow } from '#src/web/parts/Stars.tsx'
import { type Rating, ratingScale, ratingWords } from '../rules.ts'

type StarInputProps = { name: string; value: Rating; onChange: (rating: Rating) => void }

/** One of five, each with its word: native radio buttons, so that arrow keys and screen readers know what to do. */
export const StarInput = ({ name, value, onChange }: StarInputProps) => (
  <fieldset className="star-input">
    <legend>Bewertung</legend>
    {ratingScale.map((rating) => (
      <label key={rating}>
        <input type="radio" name={name} value={rating} checked={rating === value} onChange={() => onChange(rating)} />
        <span className="stars" aria-hidden="true">
          <StarRow rating={rating} />
        </span>
        <span>
          {ratingWords[rating]}
          <span className="unseen"> ({rating === 1 ? '1 Stern' : `${rating} Sterne`})</span>
        </span>
      </label>
    ))}
  </fieldset>
)
