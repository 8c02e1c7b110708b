import { FieldGroup } from '#src/platform/web/forms/Field.tsx'
import { StarRow } from '#src/platform/web/parts/Stars.tsx'
import { ratingLabels, ratingScale } from '../rules.ts'

/** `value`: '1' to '5', or '' while none is chosen. */
type StarInputProps = { id: string; value: string; error: string | undefined; onChange: (rating: string) => void }

/** Five labelled options: native radio buttons, for arrow keys and screen readers. */
export const StarInput = ({ id, value, error, onChange }: StarInputProps) => (
  <FieldGroup id={id} legend="Bewertung" error={error}>
    <div className="star-input">
      {ratingScale.map((rating, place) => (
        <label key={rating}>
          <input
            type="radio"
            {...(place === 0 ? { id } : {})}
            name={id}
            value={rating}
            checked={String(rating) === value}
            onChange={() => onChange(String(rating))}
            {...(error ? { 'aria-invalid': true, 'aria-describedby': `${id}-error` } : {})}
          />
          <span className="stars" aria-hidden="true">
            <StarRow rating={rating} />
          </span>
          <span>
            {ratingLabels[rating]}
            <span className="unseen"> ({rating === 1 ? '1 Stern' : `${rating} Sterne`})</span>
          </span>
        </label>
      ))}
    </div>
  </FieldGroup>
)
