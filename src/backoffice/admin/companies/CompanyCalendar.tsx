import { useState } from 'react'
import { DayList } from '#src/orders/diary/DayList.tsx'
import { entriesOf, entriesOn } from '#src/orders/diary/entries.ts'
import { weekLabel } from '#src/orders/diary/format.ts'
import { WeekStrip } from '#src/orders/diary/WeekStrip.tsx'
import { addDays, berlinDay, mondayOf } from '#src/platform/kit/dates.ts'
import { ChevronLeft, ChevronRight } from '#src/platform/web/icons/Icons.tsx'
import { CloseButton, Dialog } from '#src/platform/web/parts/Dialog.tsx'
import { EmptyState } from '#src/platform/web/parts/EmptyState.tsx'
import { FactsWaiting, QueryRegion } from '#src/platform/web/queries/QueryRegion.tsx'
import { useNow } from '#src/platform/web/queries/useNow.ts'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import '#src/orders/diary/diary.css'

type CalendarProps = { company: { id: string; company_name: string }; onClose: () => void }

/** Read-only calendar of a company: appointments, requests and blocked times, by week. */
export default function CompanyCalendar({ company, onClose }: CalendarProps) {
  const now = useNow()
  const today = berlinDay(new Date(now))
  const [day, show] = useState(today)
  const monday = mondayOf(day)
  const { queryResult, reload } = useQuery('admin-list-calendar', { companyId: company.id, from: monday, days: 7 })
  const isFresh = queryResult.data === undefined || !queryResult.data.has_calendar || queryResult.data.days[0]?.day === monday
  return (
    <Dialog
      title={`Kalender: ${company.company_name}`}
      bodyLabel="Kalender des Anbieters"
      onClose={onClose}
      foot={<CloseButton label="Zurück" onClose={onClose} />}
    >
      <QueryRegion
        queryResult={isFresh ? queryResult : { isBusy: true }}
        failed="Der Kalender konnte nicht geladen werden"
        loading={<FactsWaiting text="Kalender wird geladen…" />}
        onRetry={reload}
      >
        {(diary) => {
          if (!diary.has_calendar)
            return <EmptyState as="h3" title="Kein Kalender" text="Dieser Anbieter hat keine Öffnungszeiten eingetragen." />
          const entries = entriesOf(diary, now)
          return (
            <div className="stack">
              <div className="row">
                <button type="button" className="cross" aria-label="Vorige Woche" onClick={() => show(addDays(day, -7))}>
                  <ChevronLeft />
                </button>
                <h3 aria-live="polite">{weekLabel(monday)}</h3>
                <button type="button" className="cross" aria-label="Nächste Woche" onClick={() => show(addDays(day, 7))}>
                  <ChevronRight />
                </button>
              </div>
              <WeekStrip diary={diary} entries={entries} day={day} today={today} onShow={show} />
              <DayList diary={diary} day={day} entries={entriesOn(entries, { day })} />
            </div>
          )
        }}
      </QueryRegion>
    </Dialog>
  )
}
