import { type BookingKey, keyHeaders } from '#src/orders/bookings/links/keyRules.ts'
import { formatClock, formatMoment } from '#src/platform/kit/dates.ts'
import { StatusChip } from '#src/platform/web/parts/StatusChip.tsx'
import { QueryRegion } from '#src/platform/web/queries/QueryRegion.tsx'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { durationText } from './hours.ts'
import { PhotoGrid } from './PhotoGrid.tsx'
import type { OwnWorkView } from './rules.ts'
import { photoKinds, workStateTexts, workStateTones, workTexts } from './texts.ts'
import './work.css'

type OwnProps = { bookingKey: BookingKey; company: string }
const texts = workTexts.customer
/** Interval at which a visible page asks for the state of the work. */
const pollMs = 60_000

/** Work of a booking for its customer: under way or ended, with the hours at its end, and the company's photos. */
export default function OwnWork({ bookingKey, company }: OwnProps) {
  const { queryResult, reload } = useQuery('get-work', { key: bookingKey }, { everyMs: pollMs })
  return (
    <section className="card padded stack" aria-labelledby="own-work">
      <h2 id="own-work">{texts.title}</h2>
      <QueryRegion
        queryResult={queryResult}
        failed="Der Stand der Arbeit konnte nicht geladen werden"
        loading={<p className="muted">Stand der Arbeit wird geladen…</p>}
        onRetry={reload}
      >
        {(work) => (
          <>
            <WorkState work={work} company={company} />
            <OwnPhotos work={work} bookingKey={bookingKey} />
          </>
        )}
      </QueryRegion>
    </section>
  )
}

function WorkState({ work: { state, since, worked_ms: worked }, company }: { work: OwnWorkView; company: string }) {
  if (state === 'none' || since === null) return null
  const at = new Date(since)
  return (
    <div className="work-so-far row wrapping" role="status">
      <StatusChip tone={workStateTones[state]}>{workStateTexts[state]}</StatusChip>
      <span>
        {state === 'running' ? texts.running(company, formatClock(at)) : null}
        {state === 'paused' ? texts.paused(company, formatClock(at)) : null}
        {state === 'ended' ? texts.ended(formatMoment(at)) : null}
      </span>
      {worked === null ? null : (
        <span className="number">
          {texts.hours}: {durationText(worked)}
        </span>
      )}
    </div>
  )
}

function OwnPhotos({ work: { photos }, bookingKey }: { work: OwnWorkView; bookingKey: BookingKey }) {
  if (photos.length === 0) return null
  return (
    <>
      <h3 className="work-title">{texts.photos}</h3>
      {photoKinds.map((kind) => {
        const those = photos.filter((photo) => photo.kind === kind)
        if (those.length === 0) return null
        const pathOf = (id: string) => `/functions/v1/own-work-photo?${new URLSearchParams({ id })}`
        return <PhotoGrid key={kind} kind={kind} photos={those} pathOf={pathOf} headers={keyHeaders(bookingKey)} />
      })}
      <p className="small muted">{texts.retention}</p>
    </>
  )
}
