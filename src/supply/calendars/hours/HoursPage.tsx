import { useCallback, useState } from 'react'
import { Link } from 'react-router'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { plural } from '#src/platform/kit/text.ts'
import { TableWaiting } from '#src/platform/web/lists/DataTable.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { QueryRegion } from '#src/platform/web/queries/QueryRegion.tsx'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { useCompanyArea } from '#src/supply/companies/ui/CompanyArea.tsx'
import { ExceptionsCard } from './ExceptionsCard.tsx'
import { FeedCard } from './FeedCard.tsx'
import { HolidaysCard } from './HolidaysCard.tsx'
import type { Saved } from './HoursCalls.tsx'
import { LinkCard } from './LinkCard.tsx'
import { PeopleCard } from './PeopleCard.tsx'
import { PolicyCard } from './PolicyCard.tsx'
import { UnbookableNote } from './UnbookableNote.tsx'
import { WeekCard } from './WeekCard.tsx'
import '#src/platform/web/styles/axis.css'
import './hours.css'

/** Opening hours and people of the company, from which free times are computed (docs/spec.md#free-times). */
export default function HoursPage() {
  const { company, live } = useCompanyArea()
  const { queryResult, reload } = useQuery('get-calendar', { companyId: company.id }, { live })
  const [last, setLast] = useState<{ said: string; outside: Saved['outside'] }>()
  const [saves, setSaves] = useState(0)
  const onSaved = useCallback(
    async ({ outside }: Saved, said: string) => {
      setLast({ said, outside })
      setSaves((count) => count + 1)
      await reload()
    },
    [reload],
  )
  const card = { companyId: company.id, onSaved }
  return (
    <>
      <p className={last ? 'act-done small' : 'unseen'} role="status">
        {last?.said}
      </p>
      <UnbookableNote companyId={company.id} live={live + saves} to={{ path: '/dashboard/leistungen', label: 'Leistungen ansehen' }} />
      {last?.outside.length ? <Outside outside={last.outside} /> : null}
      <QueryRegion
        queryResult={queryResult}
        failed="Die Zeiten konnten nicht geladen werden"
        loading={<TableWaiting rows={7} text="Zeiten werden geladen…" />}
        onRetry={reload}
      >
        {(calendar) => (
          <>
            <WeekCard {...card} calendar={calendar} />
            {calendar.has_calendar ? (
              <div className="hours-pair">
                <div className="hours-column">
                  <ExceptionsCard {...card} calendar={calendar} />
                  <PeopleCard {...card} calendar={calendar} />
                  <PolicyCard {...card} calendar={calendar} />
                  <FeedCard {...card} calendar={calendar} />
                  <LinkCard companyId={company.id} calendar={calendar} />
                </div>
                <HolidaysCard {...card} calendar={calendar} />
              </div>
            ) : null}
          </>
        )}
      </QueryRegion>
    </>
  )
}

const Outside = ({ outside }: { outside: Saved['outside'] }) => (
  <Note
    kind="warn"
    title={`${plural(outside.length, 'vereinbarter Termin liegt', 'vereinbarte Termine liegen')} außerhalb dieser Zeiten`}
    actions={
      <Link className="button neutral small" to="/dashboard/buchungen">
        Buchungen ansehen
      </Link>
    }
  >
    Vereinbart bleibt vereinbart: {outside.map(({ starts_at }) => formatMoment(new Date(starts_at))).join('; ')}.
  </Note>
)
