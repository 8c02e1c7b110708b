import { lazy, Suspense, useEffect } from 'react'
import { TimePicker, useFirstDay } from '#src/orders/appointments/times/TimePicker.tsx'
import { workOfDraft } from '#src/orders/bookings/draftRules.ts'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { slotTexts } from '#src/supply/calendars/texts.ts'
import type { BookableCompany } from '../ui/BookableCompany.tsx'
import type { BookingDraftState } from '../ui/BookingDraft.tsx'
import type { SeriesState } from '../ui/BookingSteps.tsx'
import { daysPerPage } from './texts.ts'

/** Loaded lazily: needed only if a calendar has no free times. */
const JoinWaiting = lazy(() => import('#src/orders/waiting/JoinWaiting.tsx'))

/** Loaded lazily: needed only for services that can be requested as a series. */
const SeriesChoice = lazy(() => import('#src/orders/series/SeriesChoice.tsx'))

type ChoiceProps = {
  draft: BookingDraftState
  company: BookableCompany
  slots: readonly string[]
  series: SeriesState | undefined
  /** Reports whether none of the shown days has a free time. */
  onFull: (isFull: boolean) => void
}

/** Choice of day and time at a company with a calendar. */
export default function TimeChoice({ draft, company, slots, series, onFull }: ChoiceProps) {
  const { from, setFrom } = useFirstDay(draft.draft.date)
  const { queryResult, reload } = useQuery('get-free-slots', { ...workOfDraft(company.id, draft), from, days: daysPerPage })
  const isFull = queryResult.data !== undefined && slots.length === 0 && queryResult.data.days.every(({ times }) => times.length === 0)
  useEffect(() => onFull(isFull), [isFull, onFull])
  return (
    <>
      <TimePicker
        heading="h4"
        chosen={draft}
        slots={slots}
        suggestDay={draft.suggestDay}
        {...{ from, setFrom, queryResult, reload }}
        whenNone={(days) => (
          <Suspense fallback={<p className="small dim">{slotTexts.noneUntil(days.lastDay)}</p>}>
            <JoinWaiting key={draft.service?.id} draft={draft} company={company} {...days} />
          </Suspense>
        )}
      />
      {series && draft.draft.time !== '' ? (
        <Suspense fallback={null}>
          <SeriesChoice {...{ draft, company, series }} />
        </Suspense>
      ) : null}
    </>
  )
}
