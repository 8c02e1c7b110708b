import { X } from 'lucide-react'
import { Link } from 'react-router'
import { changedAddress, type SearchState } from '../query/address.ts'
import type { UnderstoodNeed } from '../query/rules.ts'

type NeedProps = { state: SearchState; need: UnderstoodNeed }

/** What the words were understood as: services to narrow to, a chosen one to remove, and services that are near. */
export function Need({ state, need: { services, trades, near } }: NeedProps) {
  const { service } = state
  const meant = services.length > 0 ? services : trades
  return (
    <>
      {service === null ? (
        <p className="small muted">Verstanden als: {meant.map(({ name }) => name).join(', ')}.</p>
      ) : (
        <ul className="pills chosen" aria-label="Gewählte Leistung">
          {services.map(({ id, name }) => (
            <li key={id}>
              <Link to={changedAddress({ ...state, service: null }, state)} rel="nofollow" preventScrollReset>
                {name}
                <X />
                <span className="unseen">entfernen</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {service === null && services.length > 1 ? (
        <Services label="Nur eine Leistung" services={services} addressOf={(id) => changedAddress({ ...state, service: id }, state)} />
      ) : null}
      {near.length > 0 ? (
        <details className="small">
          <summary>Ähnliche Leistungen</summary>
          <Services
            label="Ähnliche Leistungen"
            services={near}
            addressOf={(id) => changedAddress({ ...state, q: '', service: id }, state)}
          />
        </details>
      ) : null}
    </>
  )
}

type ServicesProps = { label: string; services: UnderstoodNeed['services']; addressOf: (id: string) => string }

const Services = ({ label, services, addressOf }: ServicesProps) => (
  <ul className="pills" aria-label={label}>
    {services.map(({ id, name }) => (
      <li key={id}>
        <Link to={addressOf(id)} rel="nofollow">
          {name}
        </Link>
      </li>
    ))}
  </ul>
)
