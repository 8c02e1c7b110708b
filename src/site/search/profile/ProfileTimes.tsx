import { Check } from '#src/platform/web/icons/Icons.tsx'
import { NextTimes } from '../ui/NextTimes.tsx'
import { barLength, barOf, cancellationLines, hoursText, type ProfileTimes, weekdayLabels } from './times.ts'

type TimesProps = { company: { id: string; companyName: string }; times: ProfileTimes; onBook: (service?: string, start?: string) => void }

/** Next free times and cancellation policy, which customers decide by. */
export const FreeTimes = ({ company, times: { free, today, policy }, onBook }: TimesProps) => (
  <section className="profile-times" aria-labelledby="free-times">
    <h2 id="free-times">Nächste freie Termine</h2>
    <NextTimes company={company} free={free} service={free.mark} today={today} onBook={onBook} />
    <p className="small muted cancellation">
      <Check />
      <span>{cancellationLines[policy]}</span>
    </p>
  </section>
)

/** Bars from 6 to 22 o'clock, with the times in figures beside them. */
export function OpeningHours({ hours, today }: Pick<ProfileTimes, 'hours' | 'today'>) {
  const todayAt = (new Date(`${today}T12:00Z`).getUTCDay() + 6) % 7
  return (
    <section className="card padded stack snug" aria-labelledby="opening-hours">
      <h2 id="opening-hours">Öffnungszeiten</h2>
      <dl className="opening-hours small">
        {weekdayLabels.map((day, at) => (
          <div key={day} className={at === todayAt ? 'open-today' : undefined}>
            <dt>
              {day}
              {at === todayAt ? <span className="unseen"> (heute)</span> : null}
            </dt>
            <dd className="number">
              {/* The page's policy forbids style attributes in HTML. */}
              <svg className="open-bar" viewBox={`0 0 ${barLength} 12`} preserveAspectRatio="none" aria-hidden="true">
                {(hours[at] ?? []).map((span) => (
                  <rect key={`${span.from}-${span.to}`} {...barOf(span)} height="12" />
                ))}
              </svg>
              {hoursText(hours[at] ?? [])}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
