import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { addDays, berlinDay } from '#src/platform/kit/dates.ts'
import { QueryRegion } from '#src/platform/web/queries/QueryRegion.tsx'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { formatStart } from '#src/site/search/free/texts.ts'
import { bookingAddress, profileAddress } from '#src/supply/companies/address.ts'
import { CompanyLogo } from '#src/supply/companies/ui/CompanyLogo.tsx'
import { Bookmark } from './Bookmark.tsx'
import { useFavourites } from './Favourites.tsx'
import type { Favourite } from './rules.ts'

/** Favourite companies, each with its next free time. */
export function FavouriteList({ onCount }: { onCount: (count: number) => void }) {
  const { ids, turn, isSignedIn } = useFavourites()
  const [named, setNamed] = useState(ids)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is removed here stays in sight until the page is opened anew
  useEffect(() => setNamed(ids), [turn])
  // For a visitor, the request names the favourites stored in the browser.
  const { queryResult, reload } = useQuery('list-favourites', { companyIds: isSignedIn ? [] : [...named] }, { live: turn })
  const count = ids.length
  useEffect(() => onCount(count), [count, onCount])
  return (
    <section className="card padded" id="favoriten" aria-labelledby="favourites-title" aria-busy={queryResult.isBusy}>
      <h2 id="favourites-title">Favoriten</h2>
      <QueryRegion
        queryResult={queryResult}
        failed="Die Favoriten konnten nicht geladen werden"
        loading={<p role="status">Favoriten werden geladen…</p>}
        onRetry={reload}
      >
        {({ rows }) =>
          rows.length === 0 ? (
            <p className="muted">
              Mit dem Lesezeichen in der <Link to="/search">Suche</Link> merken Sie sich einen Anbieter.
            </p>
          ) : (
            <ul>
              {rows.map((row) => (
                <Row key={row.id} favourite={row} />
              ))}
            </ul>
          )
        }
      </QueryRegion>
      {isSignedIn || count === 0 ? null : (
        <p className="small muted">Ihre Favoriten stehen nur in diesem Browser, bis Sie sich anmelden.</p>
      )}
    </section>
  )
}

function Row({ favourite }: { favourite: Favourite }) {
  const { id, company_name: companyName, category, location, logo_url: logoUrl, free } = favourite
  return (
    <li className="favourite">
      <CompanyLogo company={{ companyName, logoUrl }} size={48} />
      <div>
        <Link to={profileAddress(id)} className="strong">
          {companyName}
        </Link>
        <p className="small muted">
          {category}, {location}
        </p>
        <NextTime id={id} companyName={companyName} free={free} />
      </div>
      <Bookmark company={{ id, companyName }} />
    </li>
  )
}

function NextTime({ id, companyName, free }: { id: string; companyName: string; free: Favourite['free'] }) {
  const [start] = free?.starts ?? []
  if (!free) return <p className="small dim">Nennt Termine auf Anfrage</p>
  if (!start) return <p className="small dim">Kein freier Termin in den nächsten vier Wochen</p>
  const today = berlinDay(new Date())
  const { day, time } = formatStart(start, { today, tomorrow: addDays(today, 1) })
  return (
    <Link className="time-chip" to={bookingAddress(id, { service: free.mark, start })} rel="nofollow">
      <b>{day}</b> {time}
      <span className="unseen"> bei {companyName}</span>
    </Link>
  )
}
