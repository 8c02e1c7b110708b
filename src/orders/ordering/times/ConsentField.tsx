import { earlyStartConsent } from '#src/orders/bookings/withdrawalRules.ts'
import { formatDate } from '#src/platform/kit/dates.ts'
import { FieldMessage } from '#src/platform/web/forms/Field.tsx'
import './consent.css'

type ConsentProps = {
  id: string
  /** Last day of the withdrawal period, within which the appointment lies. */
  until: string
  isGiven: boolean
  error?: string | undefined
  onChange: (isGiven: boolean) => void
}

/** Separate consent of a consumer whose appointment lies within the withdrawal period. */
export const ConsentField = ({ id, until, isGiven, error, onChange }: ConsentProps) => (
  <div className={error ? 'field early-start error' : 'field early-start'}>
    <p className="small" id={`${id}-hint`}>
      Ihr Termin liegt vor dem Ende der Widerrufsfrist am {formatDate(until)}.
    </p>
    <label className="check">
      <input
        type="checkbox"
        id={id}
        checked={isGiven}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
        onChange={(event) => onChange(event.target.checked)}
      />
      {earlyStartConsent.text}
    </label>
    <FieldMessage id={id} error={error} />
  </div>
)
