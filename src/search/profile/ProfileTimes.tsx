import { Check } from '#src/web/icons/Icons.tsx'
import { NextTimes } from '../ui/NextTimes.tsx'
import { cancellationLines, type ProfileTimes, weekdayWords } from './times.ts'

type TimesProps = { company: { id: string; companyName: string }; times: ProfileTimes; onBook: (service?: string, start?: string) => void }

/** The next free times and what cancelling costs: what a customer decides by. */
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

export const OpeningHours = ({ hours }: Pick<ProfileTimes, 'hours'>) => (
  <section className="card padded stack snug" aria-labelledby="opening-hours">
    <h2 id="opening-hours">Öffnungszeiten</h2>
    <dl className="opening-hours small">
      {weekdayWords.map((day, at) => (
        <div key={day}>
          <dt>{day}</dt>
          <dd className="number">{hours[at] ?? 'geschlossen'}</dd>
        </div>
      ))}
    </dl>
  </section>
)
