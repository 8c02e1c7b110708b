import { useState } from 'react'
import { Link } from 'react-router'
import { BookingDetail } from '#src/orders/companyBookings/BookingDetail.tsx'
import { formatDayLong } from '#src/orders/ordering/times/texts.ts'
import { addDays, berlinDay, mondayOf } from '#src/platform/kit/dates.ts'
import { TableWaiting } from '#src/platform/web/lists/DataTable.tsx'
import { EmptyState } from '#src/platform/web/parts/EmptyState.tsx'
import { QueryRegion } from '#src/platform/web/queries/QueryRegion.tsx'
import { useNow } from '#src/platform/web/queries/useNow.ts'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { useCompanyArea } from '#src/supply/companies/ui/CompanyArea.tsx'
import { BlockDialog } from './BlockDialog.tsx'
import { BlockedDialog } from './BlockedDialog.tsx'
import { DayList } from './DayList.tsx'
import { DiaryHead } from './DiaryHead.tsx'
import { useDiaryPlace } from './DiaryPlace.tsx'
import { DiarySheet } from './DiarySheet.tsx'
import { entriesOf, entriesOn } from './entries.ts'
import { MoveDialog } from './MoveDialog.tsx'
import type { DiaryView } from './rules.ts'
import type { Asked } from './sheet.ts'
import './diary.css'

/** Company's appointments and blocked times by day, by week and as a list (docs/spec.md#diary). */
export default function DiaryPage() {
  const { company, live } = useCompanyArea()
  const place = useDiaryPlace()
  const now = useNow()
  const today = berlinDay(new Date(now))
  const monday = mondayOf(place.day)
  const { queryResult, reload } = useQuery('list-calendar', { companyId: company.id, from: monday, days: 7 }, { live })
  const { data } = queryResult
  const [asked, ask] = useState<Asked>()
  const isLoose = data?.has_calendar === false
  const isFresh = data === undefined || data.days[0]?.day === monday
  const close = () => {
    ask(undefined)
    void reload()
  }
  const block = () => ask({ action: 'block', draft: { resourceId: '', day: laterOf(place.day, today), from: '', to: '' } })
  return (
    <>
      {isLoose ? <NoCalendar /> : null}
      <DiaryHead place={place} today={today} {...(isLoose ? {} : { onBlock: block })} />
      {isLoose ? (
        <LooseWeek diary={data} monday={monday} now={now} onOpen={(bookingId) => ask({ action: 'open', bookingId })} />
      ) : (
        <QueryRegion
          queryResult={isFresh ? queryResult : { isBusy: true }}
          failed="Der Kalender konnte nicht geladen werden"
          loading={<TableWaiting rows={7} text="Kalender wird geladen…" />}
          onRetry={reload}
        >
          {(diary) => <DiarySheet diary={diary} place={place} now={now} today={today} onAsk={ask} onBlock={block} />}
        </QueryRegion>
      )}
      {asked && data ? <Answer companyId={company.id} diary={data} asked={asked} onClose={close} /> : null}
    </>
  )
}

const laterOf = (day: string, today: string) => (day < today ? today : day)

function Answer({ companyId, diary, asked, onClose }: { companyId: string; diary: DiaryView; asked: Asked; onClose: () => void }) {
  if (asked.action === 'open') return <BookingDetail companyId={companyId} bookingId={asked.bookingId} onClose={onClose} />
  if (asked.action === 'move') return <MoveDialog companyId={companyId} {...asked} onClose={onClose} />
  if (asked.action === 'free') return <BlockedDialog companyId={companyId} diary={diary} entry={asked.entry} onClose={onClose} />
  return <BlockDialog companyId={companyId} diary={diary} draft={asked.draft} onClose={onClose} />
}

type LooseProps = { diary: DiaryView; monday: string; now: number; onOpen: (bookingId: string) => void }

/** Confirmed bookings of a week by day, at a company without a calendar. */
function LooseWeek({ diary, monday, now, onOpen }: LooseProps) {
  const entries = entriesOf(diary, now)
  const days = Array.from({ length: 7 }, (_, offset) => addDays(monday, offset))
  const filled = days.map((day) => ({ day, own: entriesOn(entries, { day }) })).filter(({ own }) => own.length > 0)
  if (filled.length === 0) return <p className="diary-none muted">In dieser Woche ist nichts vereinbart.</p>
  return filled.map(({ day, own }) => (
    <section key={day}>
      <h3>{formatDayLong(day)}</h3>
      <DayList diary={diary} day={day} entries={own} onOpen={({ bookingId }) => bookingId && onOpen(bookingId)} />
    </section>
  ))
}

const NoCalendar = () => (
  <section className="card">
    <EmptyState
      as="h2"
      title="Noch kein Kalender"
      text="Mit Ihren Öffnungszeiten beginnt er: Dann zeigen wir Kunden freie Zeiten, und hier steht, was vereinbart ist."
      action={
        <Link className="button primary" to="/dashboard/zeiten">
          Zeiten eintragen
        </Link>
      }
    />
  </section>
)
