import { Link, useNavigate } from 'react-router'
import type { SimilarProps } from '#src/orders/waiting/SimilarSlot.tsx'
import { berlinDay } from '#src/platform/kit/dates.ts'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { bookingAddress } from '#src/supply/companies/address.ts'
import { searchAddress } from '../query/address.ts'
import { defaultRadius, emptyQuery, foundCardOf } from '../query/rules.ts'
import { ResultCard } from '../ui/ResultCard.tsx'
import '../ui/results.css'

/** Number of companies shown. Twice as many are read, because the company itself and those without free times are left out. */
const most = 3

/** Companies nearby with the same service and free times, the soonest first; nothing if there are none. */
export default function Similar({ company, catalogueId, part }: SimilarProps) {
  const navigate = useNavigate()
  const query = { category: company.category, location: company.location, service: catalogueId, when: { day: null, part } }
  const { queryResult } = useQuery('search_companies_safe', {
    category_filter: query.category,
    location_filter: query.location,
    ...(catalogueId === null ? {} : { service_filter: catalogueId }),
    radius_km: defaultRadius,
    ...(part === null ? {} : { free_part: part }),
    sort: 'termin',
    limit: 2 * most,
  })
  const free = (queryResult.data ?? [])
    .map(foundCardOf)
    .filter(({ id, free }) => id !== company.id && free !== null && free.starts.length > 0)
  if (free.length === 0) return null
  const today = berlinDay(new Date())
  return (
    <section className="results" aria-labelledby="similar-title">
      <h4 id="similar-title">Andere Anbieter mit freien Terminen</h4>
      {free.slice(0, most).map((one) => (
        <ResultCard
          key={one.id}
          company={one}
          query={{ ...emptyQuery, ...query }}
          words={[]}
          place={company.location}
          today={today}
          isOpening={false}
          isEager={false}
          onBook={(serviceId, start) =>
            void navigate(bookingAddress(one.id, { service: serviceId ?? null, ...(start === undefined ? {} : { start }) }))
          }
        />
      ))}
      <p className="small">
        <Link to={searchAddress({ ...query, sorting: 'termin' })} target="_blank">
          Alle ansehen
        </Link>
      </p>
    </section>
  )
}
