import { berlinDay } from '#src/platform/kit/dates.ts'
import type { BookingReceipt } from '../schemas.ts'
import { type TrackStep, trackOf } from '../track.ts'
import './track.css'

const spoken: Record<TrackStep['state'], string> = { done: ' (erledigt)', now: ' (jetzt)', next: '' }
const classes: Record<TrackStep['state'], string> = { done: 'track-step track-done', now: 'track-step track-now', next: 'track-step' }

/** Steps of a booking under its headline: done, current and next. */
export function BookingTrack({ receipt }: { receipt: BookingReceipt }) {
  const steps = trackOf(receipt, berlinDay(new Date()))
  if (steps.length === 0) return null
  return (
    <ol className="track" aria-label="Stand der Buchung">
      {steps.map(({ label, text, state }) => (
        <li key={label} className={classes[state]} aria-current={state === 'now' ? 'step' : undefined}>
          <b>
            {label}
            <span className="unseen">{spoken[state]}</span>
          </b>
          <span className="small number">{text}</span>
        </li>
      ))}
    </ol>
  )
}
